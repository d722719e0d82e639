import { beforeAll, describe, expect, it } from "vitest";
import { sharedDatabase } from "../support/activity/log-database.ts";
import { rolledBack } from "../support/database.ts";
import { callersOf, incomplete } from "../support/limited/callers.ts";
import { type Fixture, makeFixture } from "../support/limited/fixture.ts";
import { type Statement, statementsOn, unexpected } from "../support/limited/statements.ts";
import { reaches } from "../support/limited/tables.ts";
import { catalogTables, commands } from "../support/catalog.ts";
import { superuser } from "../support/sql.ts";

/**
 * The policies for API keys with limits in plain SQL, without `handle`: every table and command. What is expected is
 * derived from test/support/limited/tables.ts. Every kind of limits is tried in test/thorough/limits/policies.test.ts.
 */
const database = sharedDatabase();
let fixture: Fixture;
beforeAll(async () => {
  fixture = await makeFixture(database);
});

/** Callers among which each policy of a table makes a difference for one. */
const few =
  /^((other scopes|reading|\w+:read|activity and \w+), all networks|everything, one network|authenticated)$/;

/** Statements with another outcome than expected. */
function wrong(statements: Statement[]): Promise<string[]> {
  expect(statements.length).toBeGreaterThan(2);
  return rolledBack(database.superuser, (tx) => unexpected(tx, fixture.account, statements));
}

it.each(Object.keys(reaches))(
  "a limited key reads and writes of %s what its limits say",
  async (table) => {
    const callers = callersOf(table, fixture).filter(({ name }) => few.test(name));
    expect(await wrong(statementsOn(table, fixture, callers))).toEqual([]);
  },
);

it.each(incomplete)("the role of limited keys reaches nothing with $name", async (caller) => {
  expect(await wrong(statementsOn("kith.contacts", fixture, [caller]))).toEqual([]);
});

/** What the catalog says of the role that API keys with limits run as. */
const sql = superuser();

interface Policy {
  table: string;
  command: string;
  permissive: boolean;
  roles: string[];
}

const policies = await sql<Policy[]>`
  select format('%s.%s', schemaname, tablename) as table, lower(cmd) as command, roles::text[],
         permissive = 'PERMISSIVE' as permissive
    from pg_policies
   where schemaname in ('kith', 'kith_private')
      or (schemaname = 'storage' and policyname like 'Kith%')`;
const restrictive = policies.filter(({ permissive }) => !permissive);

/** Every table that clients reach, with the commands that they may use and that some policy allows. */
const reached = [
  ...(await catalogTables(sql)).map(({ schema, name, granted }) => ({
    table: `${schema}.${name}`,
    granted,
  })),
  { table: "storage.objects", granted: commands },
].map(({ table, granted }) => ({
  table,
  allowed: granted.filter((command) =>
    policies.some((policy) =>
      policy.permissive && policy.table === table && [command, "all"].includes(policy.command)
    )
  ),
})).filter(({ allowed }) => allowed.length > 0);

describe("the tables that clients reach", () => {
  it("are the ones in test/support/limited/tables.ts", () => {
    expect(reached.map(({ table }) => table).sort()).toEqual(Object.keys(reaches).sort());
  });

  it.each(reached)("$table has a restrictive policy for each command", ({ table, allowed }) => {
    const covered = restrictive.filter((policy) => policy.table === table);
    const lacking = allowed.filter((command) =>
      !covered.some((policy) => [command, "all"].includes(policy.command))
    );
    expect(lacking).toEqual([]);
  });

  it("have restrictive policies for limited keys only, so that others do not pay for them", () => {
    expect(restrictive.length).toBeGreaterThan(25);
    for (const { roles } of restrictive) expect(roles).toEqual(["kith_limited"]);
    expect(policies.filter(({ permissive, roles }) => permissive && roles.includes("kith_limited")))
      .toEqual([]);
  });

  it("are read through views with the rights of the reader", async () => {
    const views = await sql<{ name: string; options: string[] | null }[]>`
      select c.oid::regclass::text as name, c.reloptions as options from pg_class c
       where c.relnamespace in ('kith'::regnamespace, 'kith_private'::regnamespace, 'kith_api'::regnamespace)
         and c.relkind in ('v', 'm') and has_any_column_privilege('kith_limited', c.oid, 'select')`;
    expect(views.length).toBeGreaterThan(5);
    expect(views.filter(({ options }) => !options?.includes("security_invoker=true"))).toEqual([]);
  });
});

describe("the role kith_limited", () => {
  it("cannot log in, is bound by the policies, and is a member of authenticated only", async () => {
    const [role] = await sql`
      select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit,
             array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as member_of
        from pg_roles r where rolname = 'kith_limited'`;
    expect(role).toEqual({
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolinherit: true,
      member_of: ["authenticated"],
    });
  });

  it("is only for the role that the function connects as", async () => {
    const members = await sql`
      select distinct m.member::regrole::text as role from pg_auth_members m
       where m.roleid = 'kith_limited'::regrole order by 1`;
    expect(members.map(({ role }) => role)).toEqual(["postgres"]);
  });

  it("has no rights of its own, and owns nothing", async () => {
    const found = await sql`
      select d.classid::regclass::text as kind, d.objid::text as object, d.deptype as type from pg_shdepend d
       where d.refobjid = 'kith_limited'::regrole and d.deptype <> 'r'
         and d.dbid = (select oid from pg_database where datname = current_database())`;
    expect(found).toEqual([]);
  });
});
