import { afterAll, beforeAll, expect, it } from "vitest";
import { type LogDatabase, startLogDatabase } from "../support/activity/log-database.ts";
import { Crowd } from "../support/activity/crowd.ts";

/**
 * Everybody at once, for a few seconds: writers, undoers, bulk writes through the Data API, erasing, purging, and accounts
 * that are deleted by their owner or by Auth. What each does is chosen at random; that none of it deadlocks is not.
 */
const seconds = 4;
let database: LogDatabase;
beforeAll(async () => {
  database = await startLogDatabase(12);
});
afterAll(() => database?.remove());

it("nobody deadlocks, and nobody fails otherwise", async () => {
  // So little that writing purges all the time, by size; the oldest of the others' by age in the second half.
  await database.superuser`update kith_private.quotas set maximum = 20000 where name = 'log_bytes'`;
  const crowd = await Crowd.of(database, 3);
  const half = setTimeout(
    () =>
      void database.superuser`update kith_private.quotas set maximum = 0 where name = 'log_days'`,
    seconds * 500,
  );
  try {
    await crowd.run(10, seconds * 1000);
  } finally {
    clearTimeout(half);
  }
  expect(crowd.faults).toEqual([]);
  // Each of them did its work.
  const idle = Object.entries(crowd.done).filter(([, count]) => count === 0);
  expect(idle).toEqual([]);
});
