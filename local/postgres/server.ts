// Starts and stops Postgres.
import { execFile } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { localPassword } from "../core/connection.ts";
import { describeProcess, type Service, startService } from "../core/process.ts";
import { claimPort, loopback } from "../core/settings.ts";
import { type PostgresInstallation, prepareInstallation } from "./installation.ts";
import { preparePlatformDatabase } from "./platform.ts";

const run = promisify(execFile);

/** The running database. Tests stop and start it; the port and the data stay the same. */
export interface DatabaseControl {
  readonly port: number;
  /** Ends its connections and shuts it down. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Kills it without a shutdown. */
  kill(): Promise<void>;
}

/**
 * Starts Postgres on the cluster of this folder, and creates the cluster where there is none.
 * @param report called with the reason when Postgres ends unexpectedly.
 */
export async function startDatabase(
  folder: string,
  requestedPort: number,
  report: (reason: string) => void,
): Promise<DatabaseControl> {
  const port = await claimPort(requestedPort, "KITH_DB_PORT");
  const installation = await prepareInstallation(folder);
  await initialiseCluster(installation);
  const log = join(folder, "postgres.log");
  const start = async () => {
    const service = await startPostgres(installation, port, log);
    void service.exited.then((how) => {
      if (running === service) report(`Postgres has ended by itself (${how}); see ${log}`);
    });
    return service;
  };
  let running: Awaited<ReturnType<typeof start>> | undefined = await start();
  const end = async (signal: NodeJS.Signals) => {
    const service = running;
    running = undefined;
    await service?.stop(signal, 15_000);
  };
  const control: DatabaseControl = {
    port,
    stop: () => end("SIGINT"),
    async start() {
      running ??= await start();
    },
    kill: () => end("SIGKILL"),
  };
  try {
    await preparePlatformDatabase(port);
    return control;
  } catch (error) {
    await control.stop();
    throw error;
  }
}

const settings = {
  listen_addresses: loopback,
  // No socket file, because its path may be too long or its folder not writable.
  unix_socket_directories: "",
  wal_level: "logical",
  timezone: "UTC",
  log_timezone: "UTC",
  // As on the platform; tests check that the recorded statements contain no secrets.
  shared_preload_libraries: "pg_stat_statements",
  search_path: '"$user", public, extensions',
  log_line_prefix: "%m [%p] %q%u@%d ",
};

/**
 * The locales to try, in order. As on the platform, text is sorted by language, with the ICU library of
 * the binaries. `lc_ctype` must be a UTF-8 locale, or pg_trgm does not recognise letters beyond ASCII;
 * its name depends on the machine. The last one works on every machine.
 */
const locales = [
  ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C", "--lc-ctype=C.UTF-8"],
  ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C", "--lc-ctype=en_US.UTF-8"],
  ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
];

/**
 * Creates the cluster if there is none, under a temporary name that is then changed, so that an
 * incomplete cluster of an interrupted start is never used.
 */
async function initialiseCluster(installation: PostgresInstallation): Promise<void> {
  if (existsSync(installation.cluster)) return;
  const draft = `${installation.cluster}.new`;
  const passwordFile = `${installation.cluster}.password`;
  await writeFile(passwordFile, localPassword);
  await chmod(passwordFile, 0o644);
  try {
    for (const [index, locale] of locales.entries()) {
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { mode: 0o700 });
      if (installation.user) await chown(draft, installation.user.uid, installation.user.gid);
      try {
        await initialise(installation, draft, passwordFile, locale);
        break;
      } catch (error) {
        if (index === locales.length - 1) throw error;
      }
    }
    await rename(draft, installation.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function initialise(
  installation: PostgresInstallation,
  draft: string,
  passwordFile: string,
  locale: string[],
): Promise<void> {
  await run(join(installation.binaries, "bin", "initdb"), [
    `--pgdata=${draft}`,
    "--username=supabase_admin",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-sync",
    "--no-instructions",
    ...locale,
  ], { ...installation.user, cwd: dirname(draft), env: environment() });
}

/**
 * Starts Postgres on the cluster and waits until it accepts connections. Where an earlier one was killed, its
 * statements run to their end before Postgres starts a second time: it is tried again for that long.
 * @throws an error in one line with the path of the log, when Postgres ends instead.
 */
async function startPostgres(
  installation: PostgresInstallation,
  port: number,
  logFile: string,
): Promise<Service> {
  await stopLeftover(installation);
  const deadline = performance.now() + 20_000;
  while (true) {
    const begins = await sizeOf(logFile);
    const service = await tryStart(installation, port, logFile);
    const ended = await endedInstead(installation, service);
    if (ended === undefined) return service;
    const said = (await readFile(logFile)).subarray(begins).toString();
    if (!said.includes("shared memory block") || performance.now() > deadline) {
      throw new Error(`Postgres did not start (${ended}); see ${logFile}`);
    }
    await sleep(100);
  }
}

/** How a Postgres that is being started has ended; undefined once it accepts connections. */
async function endedInstead(
  installation: PostgresInstallation,
  service: Service,
): Promise<string | undefined> {
  let ended: string | undefined;
  void service.exited.then((how) => ended = how);
  while (!(await isReady(installation, service.pid))) {
    if (ended) return ended;
    await sleep(15);
  }
  return undefined;
}

const sizeOf = (file: string) => stat(file).then(({ size }) => size, () => 0);

async function tryStart(
  installation: PostgresInstallation,
  port: number,
  logFile: string,
): Promise<Service> {
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  // A file and not a pipe, because a broken pipe would disturb Postgres's shutdown when this process is killed.
  const log = openSync(logFile, "a");
  return await startService(
    join(installation.binaries, "bin", "postgres"),
    ["-D", installation.cluster, ...options],
    {
      ...installation.user,
      cwd: installation.cluster,
      env: environment(),
      stdio: ["ignore", log, log],
    },
    "SIGINT",
  ).finally(() => closeSync(log));
}

/**
 * Stops a Postgres that still runs on this cluster after an earlier stack was killed. Where the pid
 * file is stale, its id may belong to another process by now: that one is not stopped, and the file
 * is removed, because Postgres would not start otherwise.
 */
export async function stopLeftover(installation: PostgresInstallation): Promise<void> {
  const pid = Number((await pidFile(installation))[0]);
  if (!pid) return;
  if (!(await describeProcess(pid))?.includes(`-D ${installation.cluster} -c`)) {
    return await rm(join(installation.cluster, "postmaster.pid"), { force: true });
  }
  await run(join(installation.binaries, "bin", "pg_ctl"), [
    "stop",
    `--pgdata=${installation.cluster}`,
    "--mode=fast",
    "--wait",
    "--timeout=30",
  ], { ...installation.user, cwd: installation.cluster, env: environment() });
}

/** Line 1 of the pid file is the process id, line 8 the state; `pg_ctl --wait` reads the same. */
async function isReady(installation: PostgresInstallation, pid: number): Promise<boolean> {
  const lines = await pidFile(installation);
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

async function pidFile(installation: PostgresInstallation): Promise<string[]> {
  const text = await readFile(join(installation.cluster, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n");
}

/** Without the caller's variables, because PGDATA or LC_ALL would change what Postgres does. */
const environment = () => ({ PATH: process.env["PATH"], TZ: "UTC" });
