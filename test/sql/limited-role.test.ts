import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogDatabase } from "../support/activity/log-database.ts";
import { identifier, rolledBack } from "../support/database.ts";
import { callersOf } from "../support/limited/callers.ts";
import { differences } from "../support/limited/cell.ts";
import { cellsOf } from "../support/limited/cells.ts";
import { type Caller, incomplete, withoutClaim } from "../support/limited/claims.ts";
import { type Ground, quoted, startGround } from "../support/limited/ground.ts";
import { reaches } from "../support/limited/tables.ts";

/**
 * The policies for API keys with limits in plain SQL, without `handle`: every table, command and kind of limits. What is
 * expected is derived from test/support/limited/tables.ts.
 */
let database: LogDatabase;
let ground: Ground;
beforeAll(async () => {
  ({ database, ground } = await startGround());
});
afterAll(() => database?.remove());

const tables = Object.keys(reaches);

/** The cells of tables with another verdict than expected. */
function wrong(names: string[], callers: (table: string) => Caller[]): Promise<string[]> {
  const cells = names.flatMap((table) => cellsOf(table, ground, callers(table)));
  expect(cells.length).toBeGreaterThan(20);
  return rolledBack(
    database.superuser,
    (tx) => differences(tx, ground.half.person.id, cells),
  );
}

describe("each command with each kind of limits", () => {
  it.each(tables)("%s", async (table) => {
    expect(await wrong([table], (table) => callersOf(table, ground))).toEqual([]);
  });
});

describe("the role without limits in its claims reaches nothing", () => {
  it("where there is no claim", async () => {
    expect(await wrong(tables, () => [withoutClaim])).toEqual([]);
  });

  it.each(incomplete)("where there is $name", async (caller) => {
    expect(await wrong(tables, () => [caller])).toEqual([]);
  });
});

describe("each policy for keys with limits", () => {
  it("is needed: without it, or a part of it, some statement has another result", async () => {
    const policies = await database.superuser<{ table: string; name: string; parts: string[] }[]>`
      select format('%s.%s', schemaname, tablename) as table, policyname as name,
             array_remove(array[case when qual <> 'true' and with_check <> 'true' then 'using' end,
               case when qual <> 'true' and with_check <> 'true' then 'with check' end], null) as parts
        from pg_policies where 'kith_limited' = any (roles) order by 1, 2`;
    expect(policies.length).toBeGreaterThan(25);
    const superfluous: string[] = [];
    for (const { table, name, parts } of policies) {
      const cells = cellsOf(table, ground, callersOf(table, ground));
      const policy = `policy ${identifier(name).text} on ${quoted(table)}`;
      for (
        const change of [
          `drop ${policy}`,
          ...parts.map((part) => `alter ${policy} ${part} (true)`),
        ]
      ) {
        await rolledBack(database.superuser, async (tx) => {
          await tx.query(change);
          const found = await differences(tx, ground.half.person.id, cells, 1);
          if (found.length === 0) superfluous.push(change);
        });
      }
    }
    expect(superfluous).toEqual([]);
  });
});
