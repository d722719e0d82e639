import { openDatabase } from "../../test/support/database.ts";
import { bytesOfWrites } from "../log/size.ts";
import { feed } from "../log/feed.ts";
import { openHandle } from "../log/handle.ts";
import { writesInDatabase } from "../log/in-database.ts";
import { levelsOff } from "../log/levels-off.ts";
import { vacuumLog } from "../log/tables.ts";
import { throughput } from "../log/throughput.ts";
import { undoing } from "../log/undo.ts";
import { openDatabaseChannel, openHttpChannel } from "../scale/channels.ts";
import type { Section } from "../section.ts";
import { seed, type SeedSize } from "../seed.ts";
import { startBenchStack } from "../stack.ts";

const size: SeedSize = {
  owners: 21,
  contactsPerOwner: 1000,
  notesPerOwner: 4500,
  keysPerOwner: 1,
  large: { contacts: 5000, notes: 22_500 },
};

/** What the log of changes costs: throughput, time and room. */
export const logSection: Section = async (context) => {
  const { stack, remove } = await startBenchStack();
  const sql = openDatabase(stack.adminDatabaseUrl);
  try {
    const seeded = await seed(stack.adminDatabaseUrl, size, { progress: context.progress });
    // Undoing has an account of its own: where it is refused, contacts are missing there.
    const last = size.owners - 1;
    const [owner, cleanedUp] = [seeded.owners[0]!, seeded.owners[last]!];
    const others = { owners: seeded.owners.slice(0, last) };
    const parts = [await throughput(stack, seeded, context)];
    const handle = await openHandle(stack.databaseUrl);
    parts.push(await undoing(sql, handle, stack, { owner: cleanedUp, index: last }, context));
    const channels = {
      "in the database": await openDatabaseChannel(stack),
      "over HTTP": await openHttpChannel(stack),
    };
    parts.push(await feed(sql, channels, seeded.large!, context));
    for (const channel of Object.values(channels)) await channel.close();
    parts.push(await levelsOff(sql, handle, { owner, index: 0 }, context));
    parts.push(await bytesOfWrites(sql, handle, others, context));
    // After it and last: the statistics of a log in use, and contacts that nobody needs any more.
    await vacuumLog(sql);
    parts.splice(1, 0, await writesInDatabase(stack, others, context));
    await handle.close();
    return {
      title: "The log of changes",
      method:
        `Writes over HTTP with access tokens: with the log, with its triggers disabled, and also without the lock that ` +
        `makes the writers of one account wait for each other. The same migrations, a function for each of the three, slice ` +
        `by slice in turn. ${describe(size)}`,
      tables: parts.flatMap(({ tables }) => tables),
      goals: parts.flatMap(({ goals }) => goals),
      skipped: [],
    };
  } finally {
    await sql.end();
    await remove();
  }
};

function describe({ owners, contactsPerOwner, notesPerOwner, large }: SeedSize): string {
  return `${owners} accounts of ${contactsPerOwner} contacts and ${notesPerOwner} notes, and one of ${
    large!.contacts
  } and ` +
    `${large!.notes}, whose feed is read.`;
}
