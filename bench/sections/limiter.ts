import { openCallers } from "../limiter/callers.ts";
import { costInDatabase, useAll } from "../limiter/cost.ts";
import { costOverHttp } from "../limiter/over-http.ts";
import { tableGrowth } from "../limiter/table.ts";
import type { Section } from "../section.ts";
import { seed } from "../seed.ts";
import { startBenchStack } from "../stack.ts";
import { openDatabase, type Sql } from "../../test/support/database.ts";

/** A thousand keys that are used in turn, and some more for a hot one. */
const size = { owners: 51, contactsPerOwner: 120, notesPerOwner: 100, keysPerOwner: 20 };
const connections = 16;

/** What counting costs, and what becomes of the table that is counted in. */
export const limiterSection: Section = async (context) => {
  const { stack, remove } = await startBenchStack();
  const sql = openDatabase(stack.adminDatabaseUrl);
  try {
    const seeded = await seed(stack.adminDatabaseUrl, size, { progress: context.progress });
    const callers = await openCallers(stack.databaseUrl, connections);
    await useAll(callers, connections, seeded);
    const inDatabase = await costInDatabase(sql, callers, seeded, context);
    await forget(sql);
    const growth = await tableGrowth(sql, callers, connections, seeded, context);
    await forget(sql);
    await useAll(callers, connections, seeded);
    const overHttp = await costOverHttp(stack, seeded, context);
    await callers.close();
    return {
      title: "The limiter's cost",
      method:
        `A request with a key is counted in a row of the key's own, which is locked until the request ends; an access ` +
        `token has no limit. Call by call (or slice by slice) in turn; windows are set back between calls where a key ` +
        `would be over its limit. The table: 1,000 keys used in turn over ` +
        `${connections} connections, autovacuum as it is shipped.`,
      tables: [...inDatabase.tables, ...overHttp.tables, ...growth.tables],
      goals: [...inDatabase.goals, ...overHttp.goals, ...growth.goals],
      skipped: [],
    };
  } finally {
    await sql.end();
    await remove();
  }
};

/** Empties every window: no part begins with what the one before has counted. */
async function forget(sql: Sql): Promise<void> {
  await sql`truncate kith_private.api_key_requests`;
}
