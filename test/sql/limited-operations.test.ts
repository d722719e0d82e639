import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogDatabase } from "../support/activity/log-database.ts";
import { rolledBack } from "../support/database.ts";
import { type Ground, startGround } from "../support/limited/ground.ts";
import { harmOf } from "../support/limited/harm.ts";
import { attemptsAt, canSucceed, readOperations } from "../support/limited/operations.ts";
import { superuser } from "../support/sql.ts";

/**
 * Operations that nobody has asked whether the limits of the API key allow them: each function of kith_api, called as the
 * role of such keys and not by `handle`. Even so it shows and changes nothing that the limits do not allow.
 */
const operations = await readOperations(superuser());
let database: LogDatabase;
let ground: Ground;
beforeAll(async () => {
  ({ database, ground } = await startGround());
});
afterAll(() => database?.remove());

it("there are operations", () => expect(operations.length).toBeGreaterThan(40));

describe.each(operations)("$name", (operation) => {
  it("succeeds without limits, or the rest would say nothing", async () => {
    const work = rolledBack(database.superuser, (tx) => canSucceed(tx, operation, ground));
    expect(await work).toBe(true);
  });

  it("shows and changes nothing beyond the limits", async () => {
    const harm = await rolledBack(database.superuser, async (tx) => {
      const found: string[] = [];
      for (const attempt of attemptsAt(operation, ground)) {
        const harm = await harmOf(tx, ground, attempt);
        if (harm.length > 0) {
          found.push(`${attempt.name} as ${attempt.caller.name}: ${harm.join(", ")}`);
        }
      }
      return found;
    });
    expect(harm).toEqual([]);
  });
});
