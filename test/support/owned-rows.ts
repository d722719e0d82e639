import { escapeLiteral } from "pg";
import type { Sql } from "./database.ts";

/** All rows of an owner, as text, by table. Found by `owner_id`, of which every table of theirs has an index. */
export async function ownedRows(sql: Sql, ownerId: string): Promise<Record<string, string[]>> {
  const owned = `n.nspname in ('kith', 'kith_private') and exists (
    select from pg_catalog.pg_attribute a
     where a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped)`;
  const parts = (await tablesWhere(sql, owned)).map((table) =>
    `select ${escapeLiteral(table)} as name, t::text as row from ${table} t where t.owner_id = $1`
  );
  const { rows } = await sql.query<{ name: string; row: string }>(
    `${parts.join(" union all ")} order by name, row`,
    [ownerId],
  );
  const found: Record<string, string[]> = {};
  for (const { name, row } of rows) (found[name] ??= []).push(row);
  return found;
}

/**
 * Where in the whole database one of these is written, as `schema.table.column`: every column of every
 * table of every schema is read as text, so that a foreign key, a JSON member and a path all count.
 */
export async function placesOf(sql: Sql, ...needles: string[]): Promise<string[]> {
  const all = "n.nspname <> 'information_schema' and n.nspname !~ '^pg_(catalog|toast|temp)'";
  const patterns = needles.map((each) => `%${each.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`);
  const places: string[] = [];
  for (const table of await tablesWhere(sql, all)) {
    const { rows } = await sql.query<{ column: string }>(
      `select distinct e.key collate "C" as column
         from ${table} t, pg_catalog.jsonb_each_text(pg_catalog.to_jsonb(t)) e
        where pg_catalog.lower(e.value collate "C") like any ($1) order by 1`,
      [patterns],
    );
    places.push(...rows.map(({ column }) => `${table}.${column}`));
  }
  return places;
}

/** Such tables by their schemas and names. */
async function tablesWhere(sql: Sql, condition: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select pg_catalog.format('%I.%I', n.nspname, c.relname) as name
       from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm') and ${condition} order by 1`,
  );
  return rows.map(({ name }) => name);
}
