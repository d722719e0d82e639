import type { Sql } from "./database.ts";

/** Schemas that are Postgres's own, or change with every session. */
const apart = "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'";

/** One line for each thing there is in a database, with its owner, rights and definition. */
const parts: Record<string, string> = {
  schema: `
    select n.nspname as name, concat_ws(' ', n.nspowner::regrole, n.nspacl, obj_description(n.oid, 'pg_namespace')) as more
      from pg_namespace n where ${apart}`,
  relation: `
    select c.oid::regclass::text, concat_ws(' ', c.relkind, c.relowner::regrole, c.relacl, c.relrowsecurity,
             c.relforcerowsecurity, c.relpersistence, c.reloptions, obj_description(c.oid, 'pg_class'),
             case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) when c.relkind = 'i' then pg_get_indexdef(c.oid) end)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${apart}`,
  column: `
    select c.oid::regclass::text || '.' || a.attname, concat_ws(' ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
             a.attnotnull, a.attgenerated, a.attacl, a.attstattarget, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum))
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where ${apart} and a.attnum > 0 and not a.attisdropped`,
  routine: `
    select p.oid::regprocedure::text, concat_ws(' ', p.proowner::regrole, p.proacl, p.prosecdef, p.proconfig, p.prosrc,
             case when p.prokind in ('f', 'p') then pg_get_functiondef(p.oid) end, obj_description(p.oid, 'pg_proc'))
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${apart}`,
  type: `
    select t.oid::regtype::text, concat_ws(' ', t.typtype, t.typowner::regrole, t.typacl, obj_description(t.oid, 'pg_type'))
      from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${apart}`,
  policy: `
    select p.polrelid::regclass || ' ' || p.polname, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::regrole[],
             coalesce(pg_get_expr(p.polqual, p.polrelid), '-'), coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '-'))
      from pg_policy p`,
  trigger: `
    select t.tgrelid::regclass || ' ' || t.tgname, concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid))
      from pg_trigger t where not t.tgisinternal`,
  constraint: `
    select k.conrelid::regclass || ' ' || k.conname, pg_get_constraintdef(k.oid)
      from pg_constraint k where k.conrelid <> 0`,
  extension: `
    select e.extname, concat_ws(' ', e.extowner::regrole, e.extnamespace::regnamespace, e.extversion) from pg_extension e`,
  "default right": `
    select concat_ws(' ', d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclobjtype), d.defaclacl::text
      from pg_default_acl d`,
  "event trigger": `
    select e.evtname, concat_ws(' ', e.evtevent, e.evtenabled, e.evtfoid::regproc, e.evttags) from pg_event_trigger e`,
  publication: `
    select p.pubname, string_agg(r.prrelid::regclass::text, ' ' order by r.prrelid::regclass::text)
      from pg_publication p left join pg_publication_rel r on r.prpubid = p.oid group by p.pubname`,
  role: `
    select r.rolname, concat_ws(' ', r.rolsuper, r.rolbypassrls, r.rolcanlogin, r.rolcreaterole, r.rolconfig,
             (select array_agg(m.roleid::regrole::text order by 1) from pg_auth_members m where m.member = r.oid))
      from pg_roles r where r.rolname !~ '^pg_'`,
  setting: `
    select concat_ws(' ', s.setdatabase, s.setrole::regrole), s.setconfig::text from pg_db_role_setting s`,
};

/** Everything that a database holds besides rows, as sorted lines that can be compared. */
export async function wholeCatalog(sql: Sql): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(parts)) {
    const { rows } = await sql.query(query);
    for (const [name, more] of rows.map((row) => Object.values(row))) {
      lines.push(`${kind} ${String(name)}: ${String(more ?? "")}`);
    }
  }
  return lines.sort();
}
