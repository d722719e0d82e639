import { throughput } from "../log/throughput.ts";
import type { Section } from "../section.ts";
import { seed } from "../seed.ts";
import { startBenchStack } from "../stack.ts";

const size = { owners: 21, contactsPerOwner: 1000, notesPerOwner: 4500, keysPerOwner: 1 };

/** What the log of changes costs: throughput, time and room. */
export const logSection: Section = async (context) => {
  const { stack, remove } = await startBenchStack();
  try {
    const seeded = await seed(stack.adminDatabaseUrl, size, { progress: context.progress });
    const written = await throughput(stack, seeded, context);
    return {
      title: "The log of changes",
      method: "Writes over HTTP with an access token.",
      tables: [...written.tables],
      goals: [...written.goals],
      skipped: [],
    };
  } finally {
    await remove();
  }
};
