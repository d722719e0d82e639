import { installAlternatives } from "../contenders/alternative.ts";
import {
  Asker,
  type Cell,
  type Contender,
  type Credential,
  credentials,
  operations,
} from "../contenders/contender.ts";
import { directus } from "../contenders/directus.ts";
import { kithAndBare } from "../contenders/own.ts";
import { parseServer } from "../contenders/parse.ts";
import { rest } from "../contenders/rest.ts";
import { usualWay } from "../contenders/usual-way.ts";
import { startLoad } from "../load.ts";
import { median, ratios, type Table } from "../report.ts";
import {
  type Bench,
  type Context,
  inOrder,
  openAsAdmin,
  type Section,
  startBench,
  withoutTriggers,
} from "../stack.ts";

/** All but Kith and the bare server take part in every so manieth round; a slice is in milliseconds. */
const modes = {
  full: {
    size: { owners: 100, contactsPerOwner: 1000, notesPerOwner: 5000, keysPerOwner: 20 },
    pace: { rounds: 9, othersEvery: 3, slice: 130, warmUp: 120 },
  },
  quick: {
    size: { owners: 50, contactsPerOwner: 200, notesPerOwner: 1000, keysPerOwner: 20 },
    pace: { rounds: 1, othersEvery: 1, slice: 25, warmUp: 0 },
  },
};

const cells: Cell[] = credentials.flatMap((credential) =>
  operations.flatMap((operation) =>
    [1, 16].map((connections) => ({ operation, credential, connections }))
  )
);
const knows = (contender: Contender, credential: Credential) =>
  (contender.credential ?? credential) === credential;

/** Throughput beside the bare server, the usual way and alternatives. */
export const ratiosToOthers: Section = async (context) => {
  const { size, pace: { rounds, othersEvery, slice, warmUp } } =
    modes[context.quick ? "quick" : "full"];
  const bench = await startBench(context, size);
  const load = startLoad();
  const { contenders: close } = await kithAndBare(bench);
  const { alternatives, skipped } = await startAlternatives(bench, context);
  const contenders = [...close, await usualWay(bench), rest(bench), ...alternatives];
  const asker = await Asker.of(bench);
  const sql = openAsAdmin(bench.stack, withoutTriggers);
  const clean = async () => {
    await asker.removeCreated(sql);
    await sql`vacuum kith.contacts`;
    for (const contender of contenders) await contender.removeCreated?.();
  };

  // Vacuumed between rounds instead, so that no measurement has autovacuum beside it.
  await sql`alter table kith.contacts set (autovacuum_enabled = false)`;
  for (const contender of contenders) {
    context.progress(`looking at the answers of ${contender.name}`);
    for (const credential of credentials.filter((each) => knows(contender, each))) {
      await asker.verify(contender, credential);
      await clean();
    }
  }
  for (const cell of warmUp ? cells.filter(({ connections }) => connections > 1) : []) {
    for (const contender of contenders.filter((each) => knows(each, cell.credential))) {
      await asker.ask(load, contender, cell, warmUp);
    }
  }
  await clean();
  /** Requests a second of each cell and contender, by round; undefined where it did not take part. */
  const rates = cells.map(() => contenders.map((): (number | undefined)[] => []));
  for (let round = 0; round < rounds; round++) {
    context.progress(`round ${round + 1} of ${rounds}`);
    const isFull = round % othersEvery === 0;
    const present = isFull ? contenders : close;
    for (const [index, cell] of cells.entries()) {
      for (const contender of inOrder(present, round + index)) {
        if (!knows(contender, cell.credential)) continue;
        const { requests, milliseconds } = await asker.ask(load, contender, cell, slice);
        rates[index]![contenders.indexOf(contender)]![round] = requests * 1000 / milliseconds;
      }
      if (cell.operation === "create") await asker.removeCreated(sql);
    }
    if (isFull) await clean();
  }
  const absolute = cells.map(({ operation, credential, connections }, index) => [
    operation,
    credential,
    connections,
    ...rates[index]!.map((rounds) => median(rounds.filter((rate) => rate !== undefined))),
  ]);
  return {
    method:
      `In each of ${rounds} rounds every operation is asked of everybody in turn, ${slice} ms each, the order changing; all but Kith and the ` +
      `bare server take part in every ${othersEvery}. round. ${size.owners} owners with ${size.contactsPerOwner} contacts and ` +
      `${size.notesPerOwner} notes each, on one Postgres; everybody is asked on a port of their own. REST and the usual way answer ` +
      `needsContact from a view made for it, search in the column that Kith derives, and leave out a contact's networks.`,
    tables: [
      ...credentials.map((credential) => tableOf(credential, contenders, rates)),
      {
        caption: "Requests a second on this machine, median of the rounds",
        columns: ["operation", "credential", "at once", ...contenders.map(({ name }) => name)],
        rows: absolute,
      },
    ],
    skipped,
  };
};

/** Kith's throughput divided by another's, round by round. */
function tableOf(
  credential: Credential,
  contenders: Contender[],
  rates: (number | undefined)[][][],
): Table {
  const others = contenders.slice(1).filter((each) => knows(each, credential));
  return {
    caption:
      `Kith's throughput with an ${credential} as a multiple of theirs: median (lowest–highest)`,
    columns: ["operation", "at once", ...others.map(({ name }) => name)],
    rows: cells.flatMap((cell, index) => {
      if (cell.credential !== credential) return [];
      const [kith, ...theirs] = rates[index]!;
      const kind = ["create", "patch"].includes(cell.operation) ? "write" : "read";
      const figures = others.map((other) => {
        const rounds = theirs[contenders.indexOf(other) - 1]!;
        const values = ratios(kith as number[], rounds as number[]).filter((each) => each > 0);
        return { values, ...(other.promise && { atLeast: other.promise[kind] }) };
      });
      return [[cell.operation, cell.connections, ...figures]];
    }),
  };
}

/** Parse Server and Directus. One that cannot be started is left out, with the reason. */
async function startAlternatives(bench: Bench, context: Context) {
  const skipped: string[] = [];
  const alternatives: Contender[] = [];
  const installed = installAlternatives(context);
  for (const [name, start] of [["Parse Server", parseServer], ["Directus", directus]] as const) {
    try {
      await installed;
      context.progress(`starting ${name}`);
      alternatives.push(await start(bench));
    } catch (error) {
      skipped.push(`${name}: ${(error as Error).message}`);
      context.progress(`${name} is left out: ${(error as Error).message}`);
    }
  }
  return { alternatives, skipped };
}
