import postgres from "postgres";
import { requiredSchemaVersion } from "../../functions/kith/db/schema-version.ts";
import { baselineDigest } from "../build.ts";
import { names } from "./names.ts";
import { type Target, withDatabase } from "./project-copy.ts";

/**
 * Asks the database whether Kith is there, or could go there.
 * @throws one line when it refuses the connection, when names that Kith needs are taken, and when the Kith that is there
 * was set up from another baseline, which no migration leads away from
 */
export async function lookAtDatabase(target: Target): Promise<{ installed: boolean }> {
  try {
    return await withDatabase(target, inspect);
  } catch (error) {
    throw error instanceof Unfit ? error : new Error(refusal(error, new URL(target.url).host));
  }
}

/** The database answers, and Kith cannot be deployed to it. */
class Unfit extends Error {}

async function inspect(sql: postgres.Sql): Promise<{ installed: boolean }> {
  const [ours] = await sql`select to_regprocedure('kith_private.baseline_digest()') as installed`;
  if (ours?.["installed"]) {
    await compareBaseline(sql);
    return { installed: true };
  }
  const taken = await sql<{ name: string }[]>`
    select 'schema ' || nspname as name from pg_namespace where nspname in ${sql(names.schemas)}
    union all
    select 'bucket ' || id from storage.buckets where id = ${names.bucket}`;
  if (taken.length > 0) {
    throw new Unfit(
      `The project has something else under names that Kith needs: ${
        taken.map((row) => row.name).join(", ")
      }.`,
    );
  }
  return { installed: false };
}

async function compareBaseline(sql: postgres.Sql): Promise<void> {
  const [found] = await sql<{ digest: string }[]>`select kith_private.baseline_digest() as digest`;
  const ours = await baselineDigest();
  if (found!.digest === ours) return;
  const short = (digest: string) => digest.slice(0, 8);
  throw new Unfit(
    `The database was set up from another baseline (${short(found!.digest)}) than this version's (${
      short(ours)
    }), and no migration leads from one to the other. See "Another baseline" in docs/deploy.md.`,
  );
}

/**
 * Makes sure, after the migrations, that the function about to be uploaded finds the schema it needs.
 * @throws one line when the schema is older
 */
export async function checkSchemaVersion(target: Target): Promise<void> {
  const [row] = await withDatabase(
    target,
    (sql) => sql<{ version: number }[]>`select kith_private.schema_version() as version`,
  );
  if (row!.version >= requiredSchemaVersion) return;
  throw new Error(
    `The database has schema version ${
      row!.version
    } and the function needs ${requiredSchemaVersion}; it was not uploaded. Are all files of supabase/migrations there?`,
  );
}

function refusal(error: unknown, host: string): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "28P01" || /password authentication|SASL|Tenant or user/i.test(message ?? "")) {
    return "The database refuses the password. Set SUPABASE_DB_PASSWORD to the project's (Settings, Database, where it can be reset).";
  }
  return `The database at ${host} cannot be reached: ${message || code || "no reason given"}`;
}
