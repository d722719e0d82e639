import { installAlternatives } from "../contenders/alternative.ts";
import {
  Asker,
  type Cell,
  type Contender,
  credentials,
  operations,
} from "../contenders/contender.ts";
import { directus } from "../contenders/directus.ts";
import { kithAndBare } from "../contenders/own.ts";
import { parseServer } from "../contenders/parse.ts";
import { rest } from "../contenders/rest.ts";
import { usualWay } from "../contenders/usual-way.ts";
import { startLoad } from "../load.ts";
import { median, type Table } from "../report.ts";
import {
  type Bench,
  type Context,
  inOrder,
  openAsAdmin,
  type Section,
  startBench,
} from "../stack.ts";

const sizes = {
  full: { owners: 100, contactsPerOwner: 1000, notesPerOwner: 5000, keysPerOwner: 20 },
  quick: { owners: 50, contactsPerOwner: 200, notesPerOwner: 1000, keysPerOwner: 20 },
};

/** All but Kith and the bare server take part in every so manieth round; a slice is in milliseconds. */
const paces = {
  full: { rounds: 9, othersEvery: 3, slice: 130, warmUp: 120 },
  quick: { rounds: 1, othersEvery: 1, slice: 25, warmUp: 0 },
};

const cells: Cell[] = credentials.flatMap((credential) =>
  operations.flatMap((operation) =>
    [1, 16].map((connections) => ({ operation, credential, connections }))
  )
);

/** Throughput beside the bare server, the usual way and alternatives. */
export const ratiosToOthers: Section = async (context) => {
  const mode = context.quick ? "quick" : "full";
  const [size, { rounds, othersEvery, slice, warmUp }] = [sizes[mode], paces[mode]];
  const bench = await startBench(context, size);
  const load = await startLoad();
  const { contenders: close } = await kithAndBare(bench);
  const { alternatives, skipped } = await startAlternatives(bench, context);
  const contenders = [...close, await usualWay(bench), rest(bench), ...alternatives];
  const asker = await Asker.of(bench);
  const sql = openAsAdmin(bench.stack, "session_replication_role=replica");
  const clean = async () => {
    await asker.removeCreated(sql);
    await sql`vacuum kith.contacts`;
    for (const contender of contenders) await contender.removeCreated?.();
  };
  const knows = ({ credential }: Contender, cell: Cell) =>
    (credential ?? cell.credential) === cell.credential;

  // Vacuumed between rounds instead, so that no measurement has autovacuum beside it.
  await sql`alter table kith.contacts set (autovacuum_enabled = false)`;
  for (const contender of contenders) {
    context.progress(`looking at the answers of ${contender.name}`);
    for (const credential of contender.credential ? [contender.credential] : credentials) {
      await asker.verify(contender, credential);
      await clean();
    }
  }
  for (const cell of warmUp ? cells.filter(({ connections }) => connections > 1) : []) {
    for (const contender of contenders.filter((each) => knows(each, cell))) {
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
      for (const contender of inOrder(present, round + index).filter((each) => knows(each, cell))) {
        const { requests, milliseconds } = await asker.ask(load, contender, cell, slice);
        rates[index]![contenders.indexOf(contender)]![round] = requests * 1000 / milliseconds;
      }
      if (cell.operation === "create") await asker.removeCreated(sql);
    }
    if (isFull) await clean();
  }
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
        rows: cells.map(({ operation, credential, connections }, index) => [
          operation,
          credential,
          connections,
          ...rates[index]!.map((rounds) => median(rounds.filter((rate) => rate !== undefined))),
        ]),
      },
    ],
    skipped,
  };
};

/** Kith's throughput divided by another's, round by round. */
function tableOf(
  credential: string,
  contenders: Contender[],
  rates: (number | undefined)[][][],
): Table {
  const others = contenders.slice(1);
  const isThere = (name: string | undefined) => (name ?? credential) === credential;
  return {
    caption:
      `Kith's throughput with an ${credential} as a multiple of theirs: median (lowest–highest)`,
    columns: [
      "operation",
      "at once",
      ...others.filter((each) => isThere(each.credential)).map(({ name }) => name),
    ],
    rows: cells.flatMap((cell, index) => {
      if (cell.credential !== credential) return [];
      const [kith, ...theirs] = rates[index]!;
      const kind = cell.operation === "create" || cell.operation === "patch" ? "write" : "read";
      return [[
        cell.operation,
        cell.connections,
        ...theirs.flatMap((rounds, n) => {
          const { promise, credential } = others[n]!;
          if (!isThere(credential)) return [];
          const values = rounds.flatMap((rate, round) =>
            rate === undefined ? [] : kith![round]! / rate
          );
          return [{ values, ...(promise && { atLeast: promise[kind] }) }];
        }),
      ]];
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
