import type { Sql } from "./database.ts";

export type Command = "select" | "insert" | "update" | "delete";
export const commands: Command[] = ["select", "insert", "update", "delete"];

interface Policy {
  name: string;
  command: string;
  roles: string[];
  using: string | null;
}

export interface CatalogTable {
  schema: "kith" | "kith_private";
  name: string;
  comment: string | null;
  rowSecurity: boolean;
  columns: {
    name: string;
    comment: string | null;
    generated: boolean;
    insertable: boolean;
    updatable: boolean;
    selectable: boolean;
  }[];
  /** What `authenticated` may do with the table or some column of it. */
  granted: Command[];
  policies: Policy[];
  /** Policies that hold besides these. */
  restrictions: Policy[];
}

/** Every table of ours as the database itself knows it. */
export async function catalogTables(sql: Sql): Promise<CatalogTable[]> {
  const [row] = await sql<{ tables: CatalogTable[] }[]>`
    select json_agg(json_build_object(
      'schema', n.nspname,
      'name', c.relname,
      'comment', obj_description(c.oid, 'pg_class'),
      'rowSecurity', c.relrowsecurity,
      'columns', (
        select json_agg(json_build_object(
          'name', a.attname,
          'comment', col_description(c.oid, a.attnum),
          'generated', a.attgenerated <> '',
          'insertable', has_column_privilege('authenticated', c.oid, a.attnum, 'insert'),
          'updatable', has_column_privilege('authenticated', c.oid, a.attnum, 'update'),
          'selectable', has_column_privilege('authenticated', c.oid, a.attnum, 'select')) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
      'granted', (
        select coalesce(json_agg(command), '[]')
        from unnest(array['select', 'insert', 'update', 'delete']) command
        where case command when 'delete' then has_table_privilege('authenticated', c.oid, 'delete')
              else has_any_column_privilege('authenticated', c.oid, command) end),
      'policies', policies.permissive,
      'restrictions', policies.restrictive) order by n.nspname desc, c.relname) as tables
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select coalesce(json_agg(p.body) filter (where p.permissive = 'PERMISSIVE'), '[]') as permissive,
        coalesce(json_agg(p.body) filter (where p.permissive = 'RESTRICTIVE'), '[]') as restrictive
      from (
        select p.permissive, json_build_object('name', p.policyname, 'command', lower(p.cmd), 'roles', p.roles, 'using', p.qual) as body
        from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname) p) policies
    where n.nspname in ('kith', 'kith_private') and c.relkind in ('r', 'p')`;
  return row?.tables ?? [];
}

/** The tables that PostgREST serves, without their schema. */
export async function exposedTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'kith'::regnamespace and relkind in ('r', 'p') order by 1`;
  return rows.map(({ name }) => name);
}
