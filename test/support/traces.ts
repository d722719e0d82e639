import { escapeIdentifier } from "pg";
import type { Sql } from "./database.ts";

/**
 * Where in the whole database something is written, as `schema.table.column`: every column of every
 * table of every schema is read as text, so that a foreign key, a JSON member and a path all count.
 */
export async function placesOf(sql: Sql, needle: string): Promise<string[]> {
  const tables = await sql<{ schema: string; table: string; columns: string[] }[]>`
    select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attname) as columns
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'm')
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_type t on t.oid = a.atttypid
     where a.attnum > 0 and not a.attisdropped
       and n.nspname not in ('pg_catalog', 'information_schema')
       and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'
       and (t.typcategory in ('S', 'U', 'A', 'C') or t.typname in ('uuid', 'json', 'jsonb', 'bytea'))
     group by 1, 2 order by 1, 2`;
  const places: string[] = [];
  for (const { schema, table, columns } of tables) {
    // Each table is read once, whatever it has of columns.
    const found = columns.map((column) =>
      `coalesce(bool_or(pg_catalog.strpos(pg_catalog.lower(${
        escapeIdentifier(column)
      }::text), $1) > 0), false)`
    );
    const { rows } = await sql.query<{ found: boolean[] }>(
      `select array[${found.join(", ")}] as found
         from ${escapeIdentifier(schema)}.${escapeIdentifier(table)}`,
      [needle.toLowerCase()],
    );
    places.push(
      ...columns.filter((_, n) => rows[0]!.found[n]).map((column) =>
        `${schema}.${table}.${column}`
      ),
    );
  }
  return places;
}
