import { env } from "node:process";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogDatabase, startLogDatabase } from "../support/activity/log-database.ts";
import { Account } from "../support/activity/undo-account.ts";
import { difference } from "../support/activity/snapshot.ts";
import { faultsOf } from "../support/activity/undo-model.ts";
import { type Write, writes } from "../support/activity/writes.ts";

/**
 * Random writes of several actors through every door are undone. What rows were before and after each write is taken
 * from the tables, and never from the log. `KITH_SEED` repeats a run, `KITH_CASES` makes it longer.
 */
const numRuns = Number(env["KITH_CASES"] ?? 25);
const seed = Number(env["KITH_SEED"] ?? Date.now() % 2 ** 31);
console.log(`undoing: ${numRuns} cases, seed ${seed}`);
const options = { numRuns, seed, endOnFailure: env["KITH_SHRINK"] === undefined };

let database: LogDatabase;
beforeAll(async () => {
  database = await startLogDatabase(1);
});
afterAll(() => database?.remove());

const sequences = (length: number) =>
  fc.array(writes(), { minLength: length, maxLength: length, size: "max" });

async function accountWith(sequence: Write[]): Promise<Account> {
  const account = await Account.make(database);
  for (const write of sequence) await account.write(write);
  return account;
}

describe("undoing everything in reverse", () => {
  it(
    "brings back every row of every state before, and undoing that every row of every state after",
    async () => {
      await fc.assert(
        fc.asyncProperty(sequences(30), async (sequence) => {
          const account = await accountWith(sequence);
          const undoings: string[] = [];
          for (const { id, before } of account.done.toReversed()) {
            const said = await account.undo(id);
            expect({ write: account.describe(id), said }).toMatchObject({
              said: { status: 200, body: { conflictCount: 0 } },
            });
            expect([account.describe(id), ...difference(before, await account.rows())]).toEqual([
              account.describe(id),
            ]);
            undoings.unshift(said.body.activityId);
          }
          for (const [index, { id, after }] of account.done.entries()) {
            const said = await account.undo(undoings[index]!);
            expect({ write: account.describe(id), said }).toMatchObject({
              said: { status: 200, body: { conflictCount: 0 } },
            });
            expect([account.describe(id), ...difference(after, await account.rows())]).toEqual([
              account.describe(id),
            ]);
          }
        }),
        options,
      );
    },
    300_000,
  );
});

describe("undoing some, in any order", () => {
  it(
    "gives each field its earlier value or names a conflict, and changes nothing else",
    async () => {
      let conflicted = 0;
      await fc.assert(
        fc.asyncProperty(
          sequences(30),
          fc.infiniteStream(fc.nat(0xffff)),
          async (sequence, choices) => {
            const account = await accountWith(sequence);
            for (let n = 0; n < 10; n++) {
              const change = account.done[choices.next().value % account.done.length]!;
              const before = await account.rows();
              const undone = await account.undoInEveryWay(change.id, before);
              conflicted += Number(undone.conflictCount > 0);
              const after = await account.rows();
              const faults = faultsOf({ ...change, before, after, conflicts: undone.conflicts });
              expect([account.describe(change.id), ...faults]).toEqual([
                account.describe(change.id),
              ]);
              expect([undone.activityId === null, account.describe(change.id)])
                .toEqual([difference(before, after).length === 0, account.describe(change.id)]);
              if (undone.activityId === null || choices.next().value % 2) continue;
              const taken = await account.undo(undone.activityId);
              expect(taken, account.describe(change.id)).toMatchObject({
                status: 200,
                body: { conflictCount: 0 },
              });
              expect([account.describe(change.id), ...difference(before, await account.rows())])
                .toEqual([account.describe(change.id)]);
              const again = await account.undo(taken.body.activityId);
              expect(again, account.describe(change.id)).toMatchObject({
                status: 200,
                body: { conflictCount: 0 },
              });
              expect([account.describe(change.id), ...difference(after, await account.rows())])
                .toEqual([account.describe(change.id)]);
            }
          },
        ),
        options,
      );
      // A battery without conflicts, or with nothing else, says nothing.
      expect(conflicted).toBeGreaterThan(0);
      expect(conflicted).toBeLessThan(numRuns * 10);
    },
    300_000,
  );
});

describe("undoing what one actor did", () => {
  it("brings everything back where nobody else wrote, and the actor may do it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(writes(["key"]), { minLength: 15, maxLength: 15 }),
        async (sequence) => {
          const account = await Account.make(database);
          const before = await account.rows();
          for (const write of sequence) await account.write(write);
          expect((await account.undoActor("key", "other key")).body).toMatchObject({
            code: "access_token_required",
          });
          const said = await account.undoActor("key", "key");
          expect(said).toMatchObject({ status: 200, body: { conflictCount: 0 } });
          expect(difference(before, await account.rows())).toEqual([]);
        },
      ),
      options,
    );
  }, 300_000);

  it("does what undoing each of its change sets does, the newest first", async () => {
    await fc.assert(
      fc.asyncProperty(
        sequences(30),
        fc.constantFrom("key", "other key", "token"),
        async (sequence, actor) => {
          const account = await accountWith(sequence);
          const { together, singly } = await account.undoActorBothWays(actor as "key");
          expect(difference(singly, together)).toEqual([]);
        },
      ),
      options,
    );
  }, 300_000);
});
