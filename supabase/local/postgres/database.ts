import { join } from "node:path";
import { claimPort } from "../core/ports.ts";
import { preparePostgresHome } from "./home.ts";
import { preparePlatformDatabase } from "./platform.ts";
import { initialiseCluster, startPostgres } from "./server.ts";

/** The ways of `pg_ctl stop`. */
export type StopMode = "smart" | "fast" | "immediate";

/** The running database, and what a test may do to it. It comes back on the same port and data. */
export interface DatabaseControl {
  readonly port: number;
  stop(mode?: StopMode): Promise<void>;
  start(): Promise<void>;
  /** As if the machine had killed it. */
  kill(): Promise<void>;
}

const signals = { smart: "SIGTERM", fast: "SIGINT", immediate: "SIGQUIT" } as const;

/**
 * Starts Postgres on the cluster of this folder, made first where there is none.
 * @param report is told when it ends though nobody stopped it.
 */
export async function startDatabase(
  folder: string,
  wantedPort: number,
  report: (reason: string) => void,
): Promise<DatabaseControl> {
  const port = await claimPort(wantedPort, "KITH_DB_PORT");
  const home = await preparePostgresHome(folder);
  await initialiseCluster(home);
  const log = join(folder, "postgres.log");
  const start = async () => {
    const service = await startPostgres(home, port, log);
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
    stop: (mode = "fast") => end(signals[mode]),
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
