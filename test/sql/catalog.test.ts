import { describe, expect, it } from "vitest";
import { catalogTables } from "../support/catalog.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const tables = await catalogTables(sql);
const ours = ["kith", "kith_private", "kith_api"];

/** Functions of ours: those in our schemas that no extension has brought. */
const functions = await sql<
  { name: string; config: string[] | null; definer: boolean; comment: string | null }[]
>`
  select p.oid::regprocedure::text as name, p.proconfig as config, p.prosecdef as definer,
         obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = any (${ours})
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   order by 1`;

describe("every table", () => {
  it.each(tables)("$schema $name says what it is, and what each column is", (table) => {
    expect(table.comment).toBeTruthy();
    const silent = table.columns.filter((column) => !column.comment).map((column) => column.name);
    expect(silent).toEqual([]);
  });

  it("belongs to someone, by a column that the account's end takes along", async () => {
    const rows = await sql<{ name: string; cascades: boolean }[]>`
      select c.oid::regclass::text as name, exists (
        select from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'auth.users'::regclass and k.confdeltype = 'c') as cascades
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'kith' and c.relkind = 'r'`;
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => !row.cascades)).toEqual([]);
  });

  it("points at other tables of ours only together with the owner", async () => {
    const plain = await sql`
      select k.conrelid::regclass::text as table, k.conname
        from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
       where k.contype = 'f' and n.nspname = 'kith' and tn.nspname = 'kith'
         and not (select bool_or(a.attname = 'owner_id') from unnest(k.conkey) key
                    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key)`;
    expect(plain).toEqual([]);
  });

  it("has policies that ask kith_private.owner_id(), once a statement, and so has Storage's of ours", async () => {
    const policies = await sql`
      select p.tablename as table, p.policyname as name, concat_ws(' ', p.qual, p.with_check) as asks
        from pg_policies p
       where p.permissive = 'PERMISSIVE'
         and (p.schemaname in ('kith', 'kith_private') or (p.schemaname = 'storage' and p.policyname like 'Kith:%'))`;
    expect(policies.length).toBeGreaterThan(25);
    const once = "( SELECT kith_private.owner_id() AS owner_id)";
    const others = policies.filter(({ asks }) =>
      asks !== "false" && (!asks.includes(once) || asks.includes("auth."))
    );
    expect(others).toEqual([]);
  });

  it("has policies for keys with limits that call their functions once a statement", async () => {
    const policies = await sql`
      select p.policyname as name, concat_ws(' ', p.qual, p.with_check) as asks
        from pg_policies p where p.permissive = 'RESTRICTIVE' and p.roles = '{kith_limited}'`;
    expect(policies.length).toBeGreaterThan(25);
    const calls = (asks: string) => [...asks.matchAll(/(?<!SELECT |FROM )kith_private\.\w+\(/g)];
    expect(policies.filter(({ asks }) => calls(asks).length > 0)).toEqual([]);
  });

  it("has its indexes begin with the owner, those aside that keep keys unique", async () => {
    const others = await sql`
      select i.indexrelid::regclass::text as index
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where n.nspname = 'kith' and not i.indisunique and a.attname is distinct from 'owner_id'`;
    expect(others).toEqual([]);
  });

  it("has an index for each of its foreign keys", async () => {
    const without = await sql`
      select k.conrelid::regclass::text as table, k.conname
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where k.contype = 'f' and n.nspname in ('kith', 'kith_private')
         and not exists (
           select from pg_index i
            where i.indrelid = k.conrelid
              and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`;
    expect(without).toEqual([]);
  });
});

describe("every function", () => {
  it("is found", () => expect(functions.length).toBeGreaterThan(30));

  it.each(functions)(
    "$name has an empty search path and says what it does",
    ({ config, comment }) => {
      expect(config).toContain('search_path=""');
      expect(comment).toBeTruthy();
    },
  );

  it("keeps its rights to itself: anon may execute none, and only operations and helpers are granted", async () => {
    const open = await sql`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any (${ours}) and has_function_privilege('anon', p.oid, 'execute')
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    expect(open).toEqual([]);
  });

  it("with the owner's rights can be called by nobody but who has to", async () => {
    const open = await sql`
      select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any (${ours}) and p.prosecdef
         and has_function_privilege('authenticated', p.oid, 'execute') and p.prorettype <> 'trigger'::regtype
       order by 1`;
    expect(open.map((row) => row.name)).toEqual([
      "create_upload_path",
      "day_old_position",
      "delete_account",
      "email",
      "erase_log",
      "erase_resources",
      "id_of_set",
      "insert_contact_in_networks",
      "is_seen",
      "left_with_contacts",
      "lock_keys",
      "lock_log",
      "log_start",
      "merged_among",
      "merged_into",
      "number_of_set",
      "own_calling_code",
      "owner_id",
      "photos_of_account",
      "profile_body",
      "reserve_import_photos",
      "reserve_photo",
      "seen_resources",
      "set_photo",
      "take_over",
      "taken_from_networks",
      "time_zone",
      "undo_change_sets",
      "undo_refusal",
      "visible_networks",
      "write_import",
    ]);
  });

  it("handle is out of reach of everyone who is signed in", async () => {
    const [row] = await sql`
      select has_function_privilege('authenticated', p.oid, 'execute') as signed_in,
             has_function_privilege('postgres', p.oid, 'execute') as function
        from pg_proc p where p.oid = 'kith_private.handle(jsonb,text,jsonb,integer)'::regprocedure`;
    expect(row).toEqual({ signed_in: false, function: true });
  });
});

describe("nothing", () => {
  it("in our schemas is granted to anon or to everybody", async () => {
    const grants = await sql`
      select n.nspname, c.relname, c.relacl::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any (${ours}) and c.relkind in ('r', 'v', 'm', 'S', 'p')
         and exists (select from aclexplode(c.relacl) acl where acl.grantee in (0, 'anon'::regrole))`;
    expect(grants).toEqual([]);
    const columns = await sql`
      select a.attrelid::regclass::text, a.attname from pg_attribute a
        join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any (${ours})
         and exists (select from aclexplode(a.attacl) acl where acl.grantee in (0, 'anon'::regrole))`;
    expect(columns).toEqual([]);
    const [schemas] = await sql`
      select has_schema_privilege('anon', 'kith_private', 'usage') as private, has_schema_privilege('anon', 'kith_api', 'usage') as api`;
    expect(schemas).toEqual({ private: false, api: false });
  });

  it("is checked only at the end of a transaction", async () => {
    const late = await sql`
      select k.conname from pg_constraint k join pg_namespace n on n.oid = k.connamespace
       where n.nspname = any (${ours}) and k.condeferrable`;
    expect(late).toEqual([]);
    const triggers = await sql`
      select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any (${ours}) and t.tgdeferrable`;
    expect(triggers).toEqual([]);
  });

  it("of ours shows rows with another's rights: views ask as who reads them", async () => {
    const views = await sql`
      select c.oid::regclass::text as view from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any (${ours}) and c.relkind = 'v'
         and not coalesce(c.reloptions @> '{security_invoker=true}', false)`;
    expect(views).toEqual([]);
  });

  it("of ours belongs to a superuser", async () => {
    const owners = await sql`
      select distinct r.rolname, r.rolsuper from pg_class c
        join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner
       where n.nspname = any (${ours})`;
    expect(owners).toEqual([{ rolname: "postgres", rolsuper: false }]);
  });
});
