import { expect, it } from "vitest";
import { startLogDatabase } from "../support/activity/log-database.ts";
import { catalogTables } from "../support/catalog.ts";
import { identifier, rolledBack } from "../support/database.ts";
import { callersOf, incomplete } from "../support/limited/callers.ts";
import { makeFixture, quoted } from "../support/limited/fixture.ts";
import { type Statement, statementsOn, unexpected } from "../support/limited/statements.ts";
import { reaches } from "../support/limited/tables.ts";
import { superuser } from "../support/sql.ts";
import { isThorough } from "../support/tier.ts";

/**
 * The policies for API keys with limits in plain SQL, without `handle`: every table and command. What is expected is
 * derived from test/support/limited/tables.ts. `npm run test:thorough` tries every kind of limits, and leaves out each
 * policy: in a database of its own, because that locks tables.
 */
const sql = superuser();
const database = await startLogDatabase(1);
const fixture = await makeFixture(database);

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

it("the tables that clients reach are the ones in test/support/limited/tables.ts", async () => {
  const reached = (await catalogTables(sql)).filter(({ granted, policies }) =>
    granted.some((command) => policies.some((policy) => [command, "all"].includes(policy.command)))
  );
  const names = reached.map(({ schema, name }) => `${schema}.${name}`);
  expect([...names, "storage.objects"].sort()).toEqual(Object.keys(reaches).sort());
});

it("the role kith_limited cannot log in, is bound by the policies, and has the rights of authenticated alone", async () => {
  const [role] = await sql`
    select rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as "mayMore",
           array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as "memberOf",
           array(select distinct m.member::regrole::text from pg_auth_members m where m.roleid = r.oid) as members,
           array(select d.objid::text from pg_shdepend d where d.refobjid = r.oid and d.deptype <> 'r'
             and d.dbid = (select oid from pg_database where datname = current_database())) as "rightsOfItsOwn"
      from pg_roles r where rolname = 'kith_limited'`;
  expect(role).toEqual({
    mayMore: false,
    memberOf: ["authenticated"],
    // The role that the function connects as.
    members: ["postgres"],
    rightsOfItsOwn: [],
  });
});
