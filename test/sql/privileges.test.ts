import { describe, expect, it } from "vitest";
import { reviewedFunctions } from "../support/reviewed/functions.ts";
import { allPrivileges, reviewedColumns, reviewedTables } from "../support/reviewed/tables.ts";
import { superuser } from "../support/sql.ts";

/**
 * Who may execute and touch what, reviewed: whatever is added to one of our schemas has to be entered in
 * support/reviewed, under the reason for which it may be reached, or this file fails.
 */
const sql = superuser();

/** Every role by which a request from outside can arrive, and Auth's and Storage's own. */
const roles = [
  "anon",
  "authenticated",
  "service_role",
  "authenticator",
  "supabase_auth_admin",
  "supabase_storage_admin",
];

const ours = ["kith", "kith_private", "kith_api"];

describe("functions", () => {
  it("may be executed by whom they were reviewed for, and there are no others", async () => {
    const found = await sql<{ name: string; definer: boolean; may: string[] }[]>`
      select n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name,
             p.prosecdef as definer,
             array(select r from unnest(${roles}::text[]) r where has_function_privilege(r, p.oid, 'execute')) as may
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any (${ours})
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
    const actual = Object.fromEntries(
      found.map(({ name, definer, may }) => [name, { definer, may }]),
    );
    const expected = Object.fromEntries(
      (await reviewedFunctions(sql)).flatMap(({ functions, may, definer }) =>
        functions.map((name) => [name, { definer, may }])
      ),
    );
    expect(Object.keys(actual)).toHaveLength(found.length);
    expect(actual).toEqual(expected);
  });

  it("with their owner's rights name the current user, or are triggers, or are for administrators", async () => {
    const bodies = await sql<{ name: string; body: string }[]>`
      select p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any (${ours}) and p.prosecdef and p.prorettype <> 'trigger'::regtype
         and has_function_privilege('authenticated', p.oid, 'execute')`;
    expect(bodies.length).toBeGreaterThan(5);
    const silent = bodies.filter(({ body }) => !body.includes("auth.uid()"));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe("tables and views", () => {
  it("are open to whom they were reviewed for, and there are no others", async () => {
    const found = await sql<{ name: string; role: string; may: string[] }[]>`
      select n.nspname || '.' || c.relname as name, r as role, array(
          select p from unnest(${allPrivileges}::text[]) p
           where case when p in ('select', 'insert', 'update', 'references')
                      then has_any_column_privilege(r, c.oid, p) else has_table_privilege(r, c.oid, p) end) as may
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(${roles}::text[]) r
       where n.nspname = any (${ours}) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')`;
    const actual: typeof reviewedTables = {};
    for (const { name, role, may } of found) {
      actual[name] ??= {};
      if (may.length > 0) actual[name][role] = may;
    }
    expect(actual).toEqual(reviewedTables);
  });

  it("let those who are signed in write these columns and no others", async () => {
    const found = await sql<{ name: string; insert: string | null; update: string | null }[]>`
      select n.nspname || '.' || c.relname as name,
             string_agg(a.attname, ' ' order by a.attnum)
               filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'insert')) as insert,
             string_agg(a.attname, ' ' order by a.attnum)
               filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'update')) as update
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any (${ours}) and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
       group by 1`;
    const words = (text: string | null) => (text ?? "").split(" ").filter(Boolean).sort();
    const actual = found.map(({ name, insert, update }) =>
      [name, { insert: words(insert), update: words(update) }] as const
    ).filter(([, { insert, update }]) => insert.length + update.length > 0);
    const expected = Object.entries(reviewedColumns).map(([name, { insert, update }]) =>
      [name, { insert: words(insert), update: words(update) }] as const
    );
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });

  it("show the hashes of a key to nobody", async () => {
    const found = await sql`
      select r as role from unnest(${roles}::text[]) r, unnest('{hash,previous_hash}'::text[]) c
       where has_column_privilege(r, 'kith_private.api_keys', c, 'select')`;
    expect(found).toEqual([]);
  });
});

describe("schemas", () => {
  it("may be looked into by these roles, and added to by none of them", async () => {
    const found = await sql<{ name: string; role: string; usage: boolean; create: boolean }[]>`
      select n.nspname as name, r as role, has_schema_privilege(r, n.oid, 'usage') as usage,
             has_schema_privilege(r, n.oid, 'create') as create
        from pg_namespace n, unnest(${roles}::text[]) r where n.nspname in ('kith', 'kith_private', 'kith_api') order by 1, 2`;
    expect(found.filter((each) => each.create)).toEqual([]);
    expect(found.filter((each) => each.usage).map(({ name, role }) => `${name} ${role}`)).toEqual([
      "kith authenticated",
      "kith service_role",
      "kith_api authenticated",
      "kith_private authenticated",
      "kith_private service_role",
    ]);
  });
});
