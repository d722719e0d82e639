import { identifier, type Sql } from "./database.ts";

/** All rows of our tables that carry an account's id, as text, by table; the counters of use apart. */
export async function ownedRows(sql: Sql, ownerId: string): Promise<Record<string, string[]>> {
  const tables = await sql<{ schema: string; table: string }[]>`
    select schemaname as schema, tablename as table
      from pg_catalog.pg_tables where schemaname in ('kith', 'kith_private') order by 1, 2`;
  const owned: Record<string, string[]> = {};
  for (const { schema, table } of tables) {
    const rows = await sql<{ row: string }[]>`
      select t::text as row from ${identifier(schema, table)} t
       where pg_catalog.strpos(t::text, ${ownerId}) > 0 order by 1`;
    if (rows.length > 0) owned[`${schema}.${table}`] = rows.map(({ row }) => row);
  }
  return owned;
}
