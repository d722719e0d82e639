import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogDatabase, startLogDatabase } from "../support/activity/log-database.ts";
import { catalogTables, commands } from "../support/catalog.ts";
import { identifier, rolledBack } from "../support/database.ts";
import { callersOf, incomplete } from "../support/limited/callers.ts";
import { type Fixture, makeFixture, quoted } from "../support/limited/fixture.ts";
import { type Statement, statementsOn, unexpected } from "../support/limited/statements.ts";
import { reaches } from "../support/limited/tables.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

/**
 * The policies for API keys with limits in plain SQL, without `handle`: every table and command. What is expected is
 * derived from test/support/limited/tables.ts. `npm run test:thorough` tries every kind of limits, and leaves out each
 * policy: in a database of its own, because that locks tables.
 */
const isThorough = count({ quick: 0, thorough: 1 }) > 0;
let database: LogDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await startLogDatabase(1);
  fixture = await makeFixture(database);
});
afterAll(() => database?.remove());

const tables = Object.keys(reaches);
/** Callers among which each policy of a table makes a difference for one. */
const few =
  /^((other scopes|reading|\w+:read|activity and \w+), all networks|everything, one network|authenticated)$/;

/** Statements with another outcome than expected. */
function wrong(statements: Statement[]): Promise<string[]> {
  expect(statements.length).toBeGreaterThan(2);
  return rolledBack(database.superuser, (tx) => unexpected(tx, fixture.account, statements));
}

it.each(tables)("a limited key reads and writes of %s what its limits say", async (table) => {
  const callers = callersOf(table, fixture).filter(({ name }) => isThorough || few.test(name));
  expect(await wrong(statementsOn(table, fixture, callers))).toEqual([]);
});

it.each(incomplete)("the role of limited keys reaches nothing with $name", async (caller) => {
  const tried = isThorough ? tables : ["kith.contacts"];
  expect(await wrong(tried.flatMap((table) => statementsOn(table, fixture, [caller])))).toEqual([]);
});

it.runIf(isThorough)(
  "each policy for limited keys is needed: without it, or a part of it, some statement has another result",
  async () => {
    const policies = await database.superuser<{ table: string; name: string; parts: string[] }[]>`
    select format('%s.%s', schemaname, tablename) as table, policyname as name,
           array_remove(array[case when qual <> 'true' and with_check <> 'true' then 'using' end,
             case when qual <> 'true' and with_check <> 'true' then 'with check' end], null) as parts
      from pg_policies where 'kith_limited' = any (roles) order by 1, 2`;
    expect(policies.length).toBeGreaterThan(25);
    const superfluous: string[] = [];
    for (const { table, name, parts } of policies) {
      const statements = statementsOn(table, fixture, callersOf(table, fixture));
      const policy = `policy ${identifier(name).text} on ${quoted(table)}`;
      for (
        const change of [
          `drop ${policy}`,
          ...parts.map((part) => `alter ${policy} ${part} (true)`),
        ]
      ) {
        await rolledBack(database.superuser, async (tx) => {
          await tx.query(change);
          const found = await unexpected(tx, fixture.account, statements, 1);
          if (found.length === 0) superfluous.push(change);
        });
      }
    }
    expect(superfluous).toEqual([]);
  },
);

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
