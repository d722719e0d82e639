import { databaseUrlOf } from "../../local/core/connection.ts";
import { type ScratchDatabase, startScratchDatabase } from "../../local/scratch-database.ts";
import { type Database, openDatabase } from "./database.ts";

/** A database of the file's own, as a new project of the platform has it, without Kith. */
export interface BareDatabase extends ScratchDatabase {
  readonly superuser: Database;
  /** As the role `postgres`, which is no superuser: what the dashboard and the function use. */
  readonly postgres: Database;
}

/** Starts one. */
export async function startBareDatabase(): Promise<BareDatabase> {
  const scratch = await startScratchDatabase();
  const connect = (role: string) => openDatabase(databaseUrlOf(role, scratch.control.port));
  const [superuser, postgres] = [connect("supabase_admin"), connect("postgres")];
  return {
    ...scratch,
    superuser,
    postgres,
    async remove() {
      await Promise.all([superuser.end(), postgres.end()]);
      await scratch.remove();
    },
  };
}
