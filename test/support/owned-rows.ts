import { escapeIdentifier, escapeLiteral } from "pg";
import { identifier, type Sql } from "./database.ts";

type Rows = Record<string, string[]>;

/** All rows of an owner, as text, by table. Found by `owner_id`, of which every table of theirs has an index. */
export async function ownedRows(sql: Sql, ownerId: string): Promise<Rows> {
  const tables = await tablesWhere(sql, "a.attname = 'owner_id'");
  const parts = tables.map(([schema, table]) =>
    `select ${escapeLiteral(`${schema}.${table}`)} as name, t::text as row
       from ${escapeIdentifier(schema)}.${escapeIdentifier(table)} t where t.owner_id = $1`
  );
  const { rows } = await sql.query<{ name: string; row: string }>(
    `${parts.join(" union all ")} order by name, row`,
    [ownerId],
  );
  const owned: Rows = {};
  for (const { name, row } of rows) (owned[name] ??= []).push(row);
  return owned;
}

/** All rows of our tables in which an account's id stands anywhere, as text, by table. Slow: it reads what all owners have. */
export async function rowsWithId(sql: Sql, id: string): Promise<Rows> {
  const found: Rows = {};
  for (const [schema, table] of await tablesWhere(sql, "a.attnum = 1")) {
    const rows = await sql<{ row: string }[]>`
      select t::text as row from ${identifier(schema, table)} t
       where pg_catalog.strpos(t::text, ${id}) > 0 order by 1`;
    if (rows.length > 0) found[`${schema}.${table}`] = rows.map(({ row }) => row);
  }
  return found;
}

/** Schema and name of our tables that have such a column. */
async function tablesWhere(sql: Sql, condition: string): Promise<[string, string][]> {
  const { rows } = await sql.query<{ schema: string; table: string }>(
    `select n.nspname as schema, c.relname as table
       from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       join pg_catalog.pg_attribute a on a.attrelid = c.oid
      where n.nspname in ('kith', 'kith_private') and c.relkind = 'r' and not a.attisdropped and ${condition}
      order by 1, 2`,
  );
  return rows.map(({ schema, table }) => [schema, table]);
}
