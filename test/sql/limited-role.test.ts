import { beforeAll, expect, it } from "vitest";
import { sharedDatabase } from "../support/activity/log-database.ts";
import { rolledBack } from "../support/database.ts";
import { callersOf, incomplete } from "../support/limited/callers.ts";
import { type Fixture, makeFixture } from "../support/limited/fixture.ts";
import { type Statement, statementsOn, unexpected } from "../support/limited/statements.ts";
import { reaches } from "../support/limited/tables.ts";

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
