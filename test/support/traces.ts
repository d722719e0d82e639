import { identifier, type Sql } from "./database.ts";

/**
 * Where in the whole database something is written, as `schema.table.column`: every column of every
 * table of every schema is read as text, so that a foreign key, a JSON member and a path all count.
 */
export async function placesOf(sql: Sql, needle: string): Promise<string[]> {
  const columns = await sql<{ schema: string; table: string; column: string }[]>`
    select n.nspname as schema, c.relname as table, a.attname as column
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'm')
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_type t on t.oid = a.atttypid
     where a.attnum > 0 and not a.attisdropped
       and n.nspname not in ('pg_catalog', 'information_schema')
       and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'
       and (t.typcategory in ('S', 'U', 'A', 'C') or t.typname in ('uuid', 'json', 'jsonb', 'bytea'))
     order by 1, 2, 3`;
  const places: string[] = [];
  for (const { schema, table, column } of columns) {
    const found = await sql`
      select 1 from ${identifier(schema, table)}
       where pg_catalog.strpos(pg_catalog.lower(${
      identifier(column)
    }::text), ${needle.toLowerCase()}) > 0
       limit 1`;
    if (found.length > 0) places.push(`${schema}.${table}.${column}`);
  }
  return places;
}
