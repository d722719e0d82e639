import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeData } from "../../supabase/local/data.ts";
import { type DatabaseControl, startDatabase } from "../../supabase/local/postgres/database.ts";
import { withConnection } from "../../supabase/local/core/connection.ts";
import { databaseUrlOf } from "../../supabase/local/core/database-url.ts";
import { copyProject, pushMigrations } from "../../supabase/deploy/project-copy.ts";
import { type Database, openDatabase } from "./database.ts";

/** A database of the file's own, as a new project of the platform has it, without Kith. */
export interface BareDatabase {
  readonly control: DatabaseControl;
  /** As the role `postgres`. */
  readonly url: string;
  readonly superuser: Database;
  /** As the role `postgres`, which is no superuser: what the dashboard and the function use. */
  readonly postgres: Database;
  /** Pushes as a deployment does; which migrations were missing. */
  push(): Promise<string[]>;
  /** Takes it away. */
  remove(): Promise<void>;
}

/** Starts one. */
export async function startBareDatabase(): Promise<BareDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "kith bare "));
  const control = await startDatabase(folder, 0, () => {});
  const url = databaseUrlOf("postgres", control.port);
  const connect = (role: string) => openDatabase(databaseUrlOf(role, control.port));
  const [superuser, asPostgres] = [connect("supabase_admin"), connect("postgres")];
  return {
    control,
    url,
    superuser,
    postgres: asPostgres,
    async push() {
      const copy = await copyProject();
      try {
        const target = { url, sslmode: "disable" } as const;
        return await withConnection(url, (client) => pushMigrations(copy, target, client));
      } finally {
        await copy.remove();
      }
    },
    async remove() {
      await Promise.all([superuser.end(), asPostgres.end()]);
      await control.stop();
      await removeData(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
