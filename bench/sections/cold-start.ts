import { coldStartResult, type Times } from "../cold-start/result.ts";
import { type Start, timeToAnswer } from "../cold-start/start.ts";
import { startsOf } from "../cold-start/starts.ts";
import type { Section } from "../section.ts";
import { seed } from "../seed.ts";
import { startBenchStack } from "../stack.ts";

/** How often everything is started. */
const rounds = { full: 15, quick: 3 };

const size = { owners: 2, contactsPerOwner: 500, notesPerOwner: 100, keysPerOwner: 1 };

/** From nothing to the first answer. */
export const coldStartSection: Section = async ({ quick, progress }) => {
  progress("starting a stack");
  const bench = await startBenchStack();
  try {
    const { owners } = await seed(bench.stack.adminDatabaseUrl, size);
    // Only the copies that are started here shall run.
    await bench.stack.function.stop();
    const starts = await startsOf(bench.stack, owners[0]!);
    const all: Start[] = Object.values(starts);
    const times: Times = new Map(all.map((start) => [start, []]));
    progress(`${all.length} servers, each once to have been started before`);
    for (const start of all) await timeToAnswer(start);
    const count = quick ? rounds.quick : rounds.full;
    for (let round = 0; round < count; round++) {
      progress(`round ${round + 1} of ${count}`);
      const first = round % all.length;
      for (const start of [...all.slice(first), ...all.slice(0, first)]) {
        times.get(start)!.push(await timeToAnswer(start));
      }
    }
    return coldStartResult(starts, times);
  } finally {
    await bench.remove();
  }
};
