import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogDatabase, startLogDatabase } from "../../support/activity/log-database.ts";
import { identifier, rolledBack } from "../../support/database.ts";
import { type Caller, callersOf, incomplete } from "../../support/limited/callers.ts";
import { type Fixture, makeFixture, quoted } from "../../support/limited/fixture.ts";
import { statementsOn, unexpected } from "../../support/limited/statements.ts";
import { reaches } from "../../support/limited/tables.ts";

/**
 * test/sql/limited-role.test.ts with every kind of limits, and without each policy: in a database of its own, because that
 * locks tables.
 */
let database: LogDatabase;
let fixture: Fixture;
beforeAll(async () => {
  database = await startLogDatabase(1);
  fixture = await makeFixture(database);
});
afterAll(() => database?.remove());

const tables = Object.keys(reaches);

/** The statements on tables with another outcome than expected. */
function wrong(names: string[], callers: (table: string) => Caller[]): Promise<string[]> {
  const statements = names.flatMap((table) => statementsOn(table, fixture, callers(table)));
  expect(statements.length).toBeGreaterThan(20);
  return rolledBack(database.superuser, (tx) => unexpected(tx, fixture.account, statements));
}

describe("each command with each kind of limits", () => {
  it.each(tables)("%s", async (table) => {
    expect(await wrong([table], () => callersOf(table, fixture))).toEqual([]);
  });
});

describe("the role of limited keys reaches nothing", () => {
  it.each(incomplete)("with $name", async (caller) => {
    expect(await wrong(tables, () => [caller])).toEqual([]);
  });
});

it("each policy for limited keys is needed: without it, or a part of it, some statement has another result", async () => {
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
    const changes = [
      `drop ${policy}`,
      ...parts.map((part) => `alter ${policy} ${part} (true)`),
    ];
    for (const change of changes) {
      await rolledBack(database.superuser, async (tx) => {
        await tx.query(change);
        const found = await unexpected(tx, fixture.account, statements, 1);
        if (found.length === 0) superfluous.push(change);
      });
    }
  }
  expect(superfluous).toEqual([]);
});
