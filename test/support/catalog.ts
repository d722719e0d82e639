import type { Sql } from "./database.ts";

export type Command = "select" | "insert" | "update" | "delete";

interface Policy {
  name: string;
  command: string;
  roles: string[];
  using: string | null;
}

export interface CatalogTable {
  schema: "kith" | "kith_private";
  name: string;
  rowSecurity: boolean;
  /** Whether its rows say whose they are. */
  isOwned: boolean;
  /** What `authenticated` may do with the table or some column of it. */
  granted: Command[];
  /** Those that allow something. */
  policies: [Policy, ...Policy[]];
}

/** Every table of ours as the database itself knows it. */
export async function catalogTables(sql: Sql): Promise<CatalogTable[]> {
  return await sql<CatalogTable[]>`
    select n.nspname as schema, c.relname as name, c.relrowsecurity as "rowSecurity",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id') as "isOwned",
      (select coalesce(json_agg(command), '[]')
         from unnest(array['select', 'insert', 'update', 'delete']) command
        where case command when 'delete' then has_table_privilege('authenticated', c.oid, 'delete')
              else has_any_column_privilege('authenticated', c.oid, command) end) as granted,
      (select json_agg(json_build_object('name', p.policyname, 'command', lower(p.cmd), 'roles', p.roles, 'using', p.qual))
         from pg_policies p
        where p.schemaname = n.nspname and p.tablename = c.relname and p.permissive = 'PERMISSIVE') as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('kith', 'kith_private') and c.relkind in ('r', 'p') order by 1 desc, 2`;
}

/** The tables that PostgREST serves, without their schema. */
export async function exposedTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'kith'::regnamespace and relkind in ('r', 'p') order by 1`;
  return rows.map(({ name }) => name);
}
