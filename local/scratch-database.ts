// Starts a database for one purpose, such as writing a migration.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyMigration } from "../supabase/deploy/database.ts";
import type { Row } from "../supabase/deploy/management-api.ts";
import { readMigrations } from "../supabase/deploy/release.ts";
import type { Client, QueryResult } from "pg";
import { databaseUrlOf, readAppliedVersions, withConnection } from "./core/connection.ts";
import { project } from "./core/settings.ts";
import { removeData } from "./data.ts";
import { type DatabaseControl, startDatabase } from "./postgres/server.ts";

/** A database for one purpose, as a new project of the platform has it, without Kith. */
export interface ScratchDatabase {
  readonly control: DatabaseControl;
  /** As the role `postgres`, which is no superuser. */
  readonly url: string;
  /**
   * Pushes as a deployment does.
   * @param change what to do before with the folder of the migrations, a copy
   * @returns the names of the migrations that were missing
   */
  push(change?: (migrations: string) => Promise<void>): Promise<string[]>;
  /** Takes it away. */
  remove(): Promise<void>;
}

/** Starts one on a free port, in a temporary folder. */
export async function startScratchDatabase(): Promise<ScratchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "kith scratch "));
  const removeFolder = async () => {
    await removeData(folder);
    await rm(folder, { recursive: true, force: true });
  };
  const control = await startDatabase(folder, 0, () => {}).catch(async (error) => {
    await removeFolder();
    throw error;
  });
  const url = databaseUrlOf("postgres", control.port);
  return {
    control,
    url,
    async push(change) {
      const migrations = join(folder, "migrations");
      await rm(migrations, { recursive: true, force: true });
      await cp(join(project, "supabase", "migrations"), migrations, { recursive: true });
      await change?.(migrations);
      const all = await readMigrations(migrations);
      return await withConnection(url, async (client) => {
        const applied = new Set(await readAppliedVersions(client));
        const missing = all.filter(({ version }) => !applied.has(version));
        for (const migration of missing) {
          await applyMigration({ query: asMessage(client) }, migration);
        }
        return missing.map(({ file }) => file);
      });
    },
    async remove() {
      await control.stop();
      await removeFolder();
    },
  };
}

/**
 * Runs SQL of several statements as the platform does: sent as one message, which is one transaction.
 * @returns a function that answers the rows of the last statement that has some
 */
export const asMessage = (client: Client) => async (what: string, sql: string): Promise<Row[]> => {
  const result = await client.query(`-- Kith: ${what}\n${sql}`) as QueryResult | QueryResult[];
  const results = Array.isArray(result) ? result : [result];
  return results.findLast(({ rows }) => rows.length > 0)?.rows ?? [];
};
