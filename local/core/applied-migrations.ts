import type { Client } from "pg";

const history = "supabase_migrations.schema_migrations";

/** The versions of the migrations that a database has, as the Supabase CLI has recorded them. */
export async function readAppliedVersions(client: Client): Promise<string[]> {
  const { rows: [table] } = await client.query("select to_regclass($1) as found", [history]);
  if (!table?.found) return [];
  const { rows } = await client.query<{ version: string }>(`select version from ${history}`);
  return rows.map((row) => row.version);
}
