import { execFile } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { localPassword } from "../core/database-url.ts";
import { loopback } from "../core/ports.ts";
import { describeProcess } from "../core/process-table.ts";
import { type Service, startService } from "../core/process.ts";
import type { PostgresHome } from "./home.ts";

const run = promisify(execFile);

const settings = {
  listen_addresses: loopback,
  // No socket file: its path may be too long, and its folder not ours to write in.
  unix_socket_directories: "",
  wal_level: "logical",
  timezone: "UTC",
  log_timezone: "UTC",
  // As on the platform: it keeps the text of every statement.
  shared_preload_libraries: "pg_stat_statements",
  search_path: '"$user", public, extensions',
  log_line_prefix: "%m [%p] %q%u@%d ",
};

/**
 * Text sorts by language, as in a project of the platform, by the ICU that comes with the binaries.
 * `lc_ctype` must know UTF-8, or word splitting (pg_trgm) stops at letters beyond ASCII; which name
 * such a locale has depends on the machine. The last resort needs nothing of it.
 */
const locales = [
  ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C", "--lc-ctype=C.UTF-8"],
  ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C", "--lc-ctype=en_US.UTF-8"],
  ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
];

/**
 * Creates the cluster if there is none: under another name that it then renames, so that the half-made
 * cluster of an interrupted start is never used.
 */
export async function initialiseCluster(home: PostgresHome): Promise<void> {
  if (existsSync(home.cluster)) return;
  const draft = `${home.cluster}.new`;
  const passwordFile = `${home.cluster}.password`;
  await writeFile(passwordFile, localPassword);
  await chmod(passwordFile, 0o644);
  try {
    for (const [index, locale] of locales.entries()) {
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { mode: 0o700 });
      if (home.user) await chown(draft, home.user.uid, home.user.gid);
      try {
        await initialise(home, draft, passwordFile, locale);
        break;
      } catch (error) {
        if (index === locales.length - 1) throw error;
      }
    }
    await rename(draft, home.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function initialise(
  home: PostgresHome,
  draft: string,
  passwordFile: string,
  locale: string[],
): Promise<void> {
  await run(join(home.binaries, "bin", "initdb"), [
    `--pgdata=${draft}`,
    "--username=supabase_admin",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--no-sync",
    "--no-instructions",
    ...locale,
  ], { ...home.user, cwd: dirname(draft), env: environment() });
}

/**
 * Starts Postgres on the cluster and waits until it takes connections.
 * @throws one line and where the log is, when it ends instead.
 */
export async function startPostgres(
  home: PostgresHome,
  port: number,
  logFile: string,
): Promise<Service> {
  await stopLeftover(home);
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  // The file itself and not a pipe: a broken pipe would disturb Postgres's shutdown if this process is killed.
  const log = openSync(logFile, "a");
  const service = await startService(
    join(home.binaries, "bin", "postgres"),
    ["-D", home.cluster, ...options],
    { ...home.user, cwd: home.cluster, env: environment(), stdio: ["ignore", log, log] },
    "SIGINT",
  ).finally(() => closeSync(log));
  let ended: string | undefined;
  void service.exited.then((how) => ended = how);
  while (!(await isReady(home, service.pid))) {
    if (ended) throw new Error(`Postgres did not start (${ended}); see ${logFile}`);
    await sleep(15);
  }
  return service;
}

/**
 * Ends a Postgres that a killed run has left on this cluster, in good order. Where its pid file is
 * stale the number in it may belong to someone else by now: that process is left alone, and the file
 * removed, for which Postgres would not start otherwise.
 */
export async function stopLeftover(home: PostgresHome): Promise<void> {
  const pid = Number((await pidFile(home))[0]);
  if (!pid) return;
  if (!(await describeProcess(pid))?.includes(`-D ${home.cluster} -c`)) {
    return await rm(join(home.cluster, "postmaster.pid"), { force: true });
  }
  await run(join(home.binaries, "bin", "pg_ctl"), [
    "stop",
    `--pgdata=${home.cluster}`,
    "--mode=fast",
    "--wait",
    "--timeout=30",
  ], { ...home.user, cwd: home.cluster, env: environment() });
}

/** The first line of the pid file is the process, the last one its state (`pg_ctl --wait` does so). */
async function isReady(home: PostgresHome, pid: number): Promise<boolean> {
  const lines = await pidFile(home);
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

async function pidFile(home: PostgresHome): Promise<string[]> {
  const text = await readFile(join(home.cluster, "postmaster.pid"), "utf8").catch(() => "");
  return text.split("\n");
}

/** Nothing of the caller's: a PGDATA or an LC_ALL of theirs would change what Postgres does. */
const environment = () => ({ PATH: process.env["PATH"], TZ: "UTC" });
