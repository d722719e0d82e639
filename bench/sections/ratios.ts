import { startBare } from "../contenders/bare.ts";
import { Credentials } from "../contenders/credentials.ts";
import { kith } from "../contenders/kith.ts";
import { rest } from "../contenders/rest.ts";
import { startUsual } from "../contenders/usual.ts";
import { prepareUsualWay } from "../contenders/usual-way/preparation.ts";
import type { Contender } from "../contender.ts";
import { type Load, startLoad } from "../load/load.ts";
import { startAlternatives } from "../ratios/alternatives.ts";
import { httpParticipant, type Participant, rawParticipant } from "../ratios/participant.ts";
import { measure, type Pace } from "../ratios/measure.ts";
import { loadShare, resultOf } from "../ratios/result.ts";
import type { Section } from "../section.ts";
import { seed, type SeedSize } from "../seed.ts";
import { type BenchStack, startBenchStack } from "../stack.ts";
import { ExpectedAnswers } from "../expected-answers.ts";
import { Workload } from "../workload.ts";

const sizes: Record<"full" | "quick", SeedSize> = {
  full: { owners: 100, contactsPerOwner: 1000, notesPerOwner: 5000, keysPerOwner: 20 },
  quick: { owners: 50, contactsPerOwner: 200, notesPerOwner: 1000, keysPerOwner: 20 },
};

const paces: Record<"full" | "quick", Pace> = {
  full: { rounds: 9, othersEvery: 3, slice: 130, warmUp: 120 },
  quick: { rounds: 1, othersEvery: 1, slice: 25, warmUp: 0 },
};

const others = (every: number) =>
  every === 1 ? "" : `all but Kith and the bare server take part in every ${every}rd round; `;

const method = (size: SeedSize, { rounds, othersEvery, slice }: Pace) =>
  `${rounds} round${
    rounds === 1 ? "" : "s"
  }; in each, every operation, credential and number of connections is asked of everybody in turn, ` +
  `${slice} ms each, the order changing; ${others(othersEvery)}` +
  `ratios are of the same round. ${size.owners} owners with ${size.contactsPerOwner} contacts and ` +
  `${size.notesPerOwner} notes each, on one Postgres. Everybody is asked on a port of their own by a process of its own; ` +
  `REST is part of the stack's gateway and asked there, and so are REST and Auth by the usual way. The bare server sends ` +
  `Kith's own statement from prepared values; raw pg sends a query of its own with the owner as a parameter, past ` +
  `row-level security, on as many connections as Kith's pool has at most (4). REST and the usual way answer ` +
  `needsContact from a view made for it and search by LIKE in the column that Kith derives; their answers leave out a ` +
  `contact's networks.`;

/** Throughput beside the limit, the usual way and what people would pick instead. */
export const ratiosSection: Section = async ({ quick, progress }) => {
  const mode = quick ? "quick" : "full";
  const [size, pace] = [sizes[mode], paces[mode]];
  progress("starting a stack");
  const bench = await startBenchStack();
  let contenders: Contender[] = [];
  let load: Load | undefined;
  try {
    load = await startLoad();
    const started = await startContenders(bench, load, size, progress);
    contenders = started.contenders;
    const { adminDatabaseUrl } = bench.stack;
    const close = ["Kith", "bare Deno server"];
    const isClose = ({ name }: Participant) => close.includes(name);
    const { participants } = started;
    const measured = await measure({ adminDatabaseUrl, participants, isClose, pace, progress });
    return {
      title: "Throughput beside others",
      method: `${method(size, pace)} ${loadShare(measured, participants[0]!)}`,
      ...resultOf(measured, participants),
      skipped: started.skipped,
    };
  } finally {
    for (const contender of contenders) await contender.stop();
    await load?.stop();
    await bench.remove();
  }
};

/** Everybody who takes part, Kith first. */
async function startContenders(
  { stack, folder }: BenchStack,
  load: Load,
  size: SeedSize,
  progress: (line: string) => void,
): Promise<{ participants: Participant[]; contenders: Contender[]; skipped: string[] }> {
  const { adminDatabaseUrl, databaseUrl } = stack;
  const seeded = await seed(adminDatabaseUrl, size, { progress });
  const workload = new Workload(seeded);
  const credentials = await Credentials.of(seeded, stack.url);
  await prepareUsualWay(adminDatabaseUrl);
  const expectedAnswers = await ExpectedAnswers.of(adminDatabaseUrl, workload);
  progress("starting the contenders");
  const own = [
    kith(stack.functionUrl, workload, credentials, expectedAnswers),
    await startBare(databaseUrl, folder, workload, credentials, expectedAnswers),
    await startUsual(stack.environment, workload, credentials, expectedAnswers),
    rest(stack.url, stack.publishableKey, workload, credentials, expectedAnswers),
  ];
  const alternatives = await startAlternatives({ adminDatabaseUrl, folder, seeded, progress });
  const contenders = [...own, ...alternatives.contenders];
  const [first, second, ...others] = contenders.map((contender) =>
    httpParticipant(load, contender)
  );
  const raw = rawParticipant(load, databaseUrl, workload, expectedAnswers);
  return {
    participants: [first!, second!, raw, ...others],
    contenders,
    skipped: alternatives.skipped,
  };
}
