import { join } from "node:path";
import { claimPort } from "../core/ports.ts";
import { prepareInstallation } from "./installation.ts";
import { preparePlatformDatabase } from "./platform.ts";
import { initialiseCluster, startPostgres } from "./server.ts";

/** The modes of `pg_ctl stop`. */
export type StopMode = "smart" | "fast" | "immediate";

/** The running database. Tests stop and start it; the port and the data stay the same. */
export interface DatabaseControl {
  readonly port: number;
  stop(mode?: StopMode): Promise<void>;
  start(): Promise<void>;
  /** Kills it without a shutdown. */
  kill(): Promise<void>;
}

const signals = { smart: "SIGTERM", fast: "SIGINT", immediate: "SIGQUIT" } as const;

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
