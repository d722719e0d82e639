import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { superuser } from "../support/sql.ts";

/** How tables, functions and constraints have to be made. Who may use them is in privileges.test.ts. */
const sql = superuser();
const ours = ["kith", "kith_private", "kith_api"];

describe("every table and column", () => {
  it("every table and column has a comment", async () => {
    const silent = await sql`
      select concat_ws('.', n.nspname, c.relname, a.attname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where n.nspname in ('kith', 'kith_private') and c.relkind in ('r', 'p')
         and (col_description(c.oid, a.attnum) is null or obj_description(c.oid, 'pg_class') is null)`;
    expect(silent).toEqual([]);
  });

  it("of kith belongs to an account and is deleted with it", async () => {
    const rows = await sql<{ name: string; cascades: boolean }[]>`
      select c.oid::regclass::text as name, exists (
        select from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'auth.users'::regclass and k.confdeltype = 'c') as cascades
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'kith' and c.relkind = 'r'`;
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => !row.cascades)).toEqual([]);
  });
});

describe("every policy", () => {
  it("asks kith_private.owner_id() once a statement, and so does ours of Storage", async () => {
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

  it("for limited keys calls its functions once a statement", async () => {
    const policies = await sql`
      select p.policyname as name, concat_ws(' ', p.qual, p.with_check) as asks
        from pg_policies p where p.permissive = 'RESTRICTIVE' and p.roles = '{kith_limited}'`;
    expect(policies.length).toBeGreaterThan(25);
    const calls = (asks: string) => [...asks.matchAll(/(?<!SELECT |FROM )kith_private\.\w+\(/g)];
    expect(policies.filter(({ asks }) => calls(asks).length > 0)).toEqual([]);
  });
});

describe("every index", () => {
  it("begins with the owner, except those that keep keys unique", async () => {
    const others = await sql`
      select i.indexrelid::regclass::text as index
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where n.nspname = 'kith' and not i.indisunique and a.attname is distinct from 'owner_id'`;
    expect(others).toEqual([]);
  });

  it("that a foreign key needs is there", async () => {
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

describe("every constraint and trigger", () => {
  it("every constraint and trigger is checked at once, not at the end of the transaction", async () => {
    const late = await sql`
      select k.conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
       where n.nspname = any (${ours}) and k.condeferrable
      union all
      select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any (${ours}) and t.tgdeferrable`;
    expect(late).toEqual([]);
  });
});

it("every function has an empty search path, and each operation a comment", async () => {
  const functions = await sql<{ name: string; isGood: boolean }[]>`
    select p.oid::regprocedure::text as name,
           coalesce('search_path=""' = any (p.proconfig), false)
             and (n.nspname = 'kith_private' or obj_description(p.oid, 'pg_proc') is not null) as "isGood"
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any (${ours})
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  expect(functions.length).toBeGreaterThan(30);
  expect(functions.filter(({ isGood }) => !isGood).map(({ name }) => name)).toEqual([]);
});

it("every function that turns kinds of plans off turns JIT off too", async () => {
  // Plans that are turned off count as so expensive that Postgres compiles the statement, which takes hundreds of milliseconds.
  const functions = await sql<{ name: string; settings: string[] }[]>`
    select p.oid::regprocedure::text as name, p.proconfig as settings
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any (${ours}) and p.proconfig::text ~ 'enable_'`;
  expect(functions.length).toBeGreaterThan(10);
  expect(functions.filter(({ settings }) => !settings.includes("jit=off"))).toEqual([]);
});

/**
 * What a database that spreads owners over several machines needs. docs/past-one-machine.md lists the tables that differ,
 * with how each of them is placed.
 */
describe("the rows of an owner, in all tables that docs/past-one-machine.md does not list,", async () => {
  const page = await readFile(new URL("../../docs/past-one-machine.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \| \S/gm)].map(([, name]) => name!);

  it("are unique within the owner", async () => {
    const rows = await sql<{ name: string }[]>`
      select distinct c.relname as name
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('kith', 'kith_private') and c.relkind = 'r' and i.indisunique and not exists (
         select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'owner_id' and a.attnum = any (i.indkey::smallint[]))
       order by 1`;
    expect(rows.map(({ name }) => name)).toEqual(listed.toSorted());
  });

  it("refer to rows of the same owner only", async () => {
    const rows = await sql<{ name: string; references: string }[]>`
      select c.relname as name, k.confrelid::regclass::text as references
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('kith', 'kith_private') and k.contype = 'f' and not exists (
         select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'owner_id' and a.attnum = any (k.conkey))`;
    expect(rows).toEqual([{ name: "api_key_requests", references: "kith_private.api_keys" }]);
    expect(listed).toContain("api_key_requests");
  });

  it("have a column that says whose they are", async () => {
    const rows = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('kith', 'kith_private') and c.relkind = 'r' and not exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id' and a.attnotnull)`;
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ name }) => !listed.includes(name))).toEqual([]);
  });
});
