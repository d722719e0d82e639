import postgres from "postgres";
import { type Target, withDatabase } from "./project-copy.ts";

/**
 * Asks the database whether Kith is there, or could go there.
 * @throws one line when it does not let us in, and when names that Kith needs are taken
 */
export async function lookAtDatabase(target: Target): Promise<{ installed: boolean }> {
  try {
    return await withDatabase(target, inspect);
  } catch (error) {
    throw error instanceof Taken ? error : new Error(refusal(error, new URL(target.url).host));
  }
}

class Taken extends Error {}

async function inspect(sql: postgres.Sql): Promise<{ installed: boolean }> {
  const [ours] =
    await sql`select to_regprocedure('kith_private.handle(jsonb,text,jsonb)') as handle`;
  if (ours?.["handle"]) return { installed: true };
  const taken = await sql<{ name: string }[]>`
    select 'schema ' || nspname as name from pg_namespace where nspname in ('kith', 'kith_api', 'kith_private')
    union all
    select 'bucket ' || id from storage.buckets where id = 'kith-photos'`;
  if (taken.length > 0) {
    throw new Taken(
      `The project has something else under names that Kith needs: ${
        taken.map((row) => row.name).join(", ")
      }.`,
    );
  }
  return { installed: false };
}

function refusal(error: unknown, host: string): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "28P01" || /password authentication|SASL|Tenant or user/i.test(message ?? "")) {
    return "The database refuses the password. Set SUPABASE_DB_PASSWORD to the project's (Settings, Database, where it can be reset).";
  }
  return `The database at ${host} cannot be reached: ${message || code || "no reason given"}`;
}
