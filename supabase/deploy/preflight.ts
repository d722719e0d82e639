import type { Client } from "pg";
import { requiredSchemaVersion } from "../../functions/kith/db/schema-version.ts";
import { baselineDigest } from "../../tools/schema.ts";
import { names } from "./names.ts";

/**
 * Asks the database whether Kith is there, or could go there.
 * @throws one line when names that Kith needs are taken, and when the Kith that is there was set up from another
 * baseline, which no migration leads away from
 */
export async function inspectDatabase(database: Client): Promise<{ installed: boolean }> {
  const { rows: [ours] } = await database.query(
    "select to_regprocedure('kith_private.baseline_digest()') as installed",
  );
  if (ours?.installed) {
    await compareBaseline(database);
    return { installed: true };
  }
  const { rows: taken } = await database.query<{ name: string }>(
    `select 'schema ' || nspname as name from pg_namespace where nspname = any ($1)
     union all
     select 'bucket ' || id from storage.buckets where id = $2`,
    [names.schemas, names.bucket],
  );
  if (taken.length > 0) {
    const list = taken.map((row) => row.name).join(", ");
    throw new Error(`The project has something else under names that Kith needs: ${list}.`);
  }
  return { installed: false };
}

async function compareBaseline(database: Client): Promise<void> {
  const { rows: [found] } = await database.query<{ digest: string }>(
    "select kith_private.baseline_digest() as digest",
  );
  const ours = await baselineDigest();
  if (found!.digest === ours) return;
  const short = (digest: string) => digest.slice(0, 8);
  throw new Error(
    `The database was set up from another baseline (${short(found!.digest)}) than this version's (${
      short(ours)
    }), and no migration leads from one to the other. See "Another baseline" in docs/deploy.md.`,
  );
}

/**
 * Makes sure, after the migrations, that the function about to be uploaded finds the schema it needs.
 * @throws one line when the schema is older
 */
export async function checkSchemaVersion(database: Client): Promise<void> {
  const { rows: [row] } = await database.query<{ version: number }>(
    "select kith_private.schema_version() as version",
  );
  if (row!.version >= requiredSchemaVersion) return;
  throw new Error(
    `The database has schema version ${
      row!.version
    } and the function needs ${requiredSchemaVersion}; it was not uploaded. Are all files of supabase/migrations there?`,
  );
}
