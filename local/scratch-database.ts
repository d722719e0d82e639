// Starts a database for one purpose, such as writing a migration.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyProject, pushMigrations } from "../supabase/deploy/project-copy.ts";
import { databaseUrlOf, withConnection } from "./core/connection.ts";
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
      const copy = await copyProject();
      try {
        await change?.(join(copy.folder, "supabase", "migrations"));
        const target = { url, sslmode: "disable" } as const;
        return await withConnection(url, (client) => pushMigrations(copy, target, client));
      } finally {
        await copy.remove();
      }
    },
    async remove() {
      await control.stop();
      await removeFolder();
    },
  };
}
