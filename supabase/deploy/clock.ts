// Installs the clock: the job of pg_cron that calls POST /tick where something is due.
import type { Client } from "pg";
import { names } from "./names.ts";

/**
 * Installs the clock where the project has what it needs. Can be repeated.
 * @param projectUrl where the function is reached
 * @returns SHA-256 of its secret, for the function's `KITH_TICK_SHA256`; undefined where the project lacks an extension
 */
export async function installClock(
  database: Client,
  projectUrl: string,
): Promise<string | undefined> {
  const { rows: [row] } = await database.query<{ hash: string | null }>(
    "select kith_private.install_clock($1) as hash",
    [`${projectUrl}/functions/v1/${names.edgeFunction}/api/v1/tick`],
  );
  return row?.hash ?? undefined;
}
