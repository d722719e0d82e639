// Measures throughput beside other servers.
import { installAlternatives } from "../contenders/alternative.ts";
import {
  asked,
  type Contender,
  credentials,
  knows,
  operations,
  verify,
} from "../contenders/contender.ts";
import { directus } from "../contenders/directus.ts";
import { kithAndBare } from "../contenders/own.ts";
import { parseServer } from "../contenders/parse.ts";
import { rest, usualWay } from "../contenders/supabase.ts";
import { compare, effortOf, type Side } from "../measure.ts";
import { type Figure, markOf, median, rangeText } from "../report.ts";
import { createdCompany } from "../seed.ts";
import { type Context, open, type Section, startBench, withoutTriggers } from "../stack.ts";

const size = { owners: 100, contacts: 1000, notes: 5000, keys: 20 };

/** Throughput beside the bare server, the usual way and alternatives. */
export const ratiosToOthers: Section = async (context) => {
  const { milliseconds, rounds } = effortOf(context, 130, 7);
  const bench = await startBench(context, [size]);
  const { owners } = bench;
  const sql = open(bench.stack.adminDatabaseUrl, withoutTriggers);
  const contenders = [...(await kithAndBare(bench)).contenders, await usualWay(bench), rest(bench)];
  const skipped = await startAlternatives(context, async (start) => {
    contenders.push(await start(bench));
  });
  const [kith, ...others] = contenders as [Contender, ...Contender[]];
  /** So that lists stay as long as they were. */
  const removeCreated = (contender: Contender) =>
    contender.removeCreated?.() ??
      sql`delete from kith.contacts where company = ${createdCompany}`;

  // Vacuumed after writes instead, so that no measurement has autovacuum beside it.
  await sql`alter table kith.contacts set (autovacuum_enabled = false)`;
  context.progress("looking at the answers");
  for (const credential of credentials) {
    for (const operation of operations) await verify(contenders, { owners, operation, credential });
    for (const contender of contenders) await removeCreated(contender);
  }
  const cells: {
    operation: string;
    names: (string | number)[];
    figureOf(other: Contender): Figure[];
    rate(each: Contender): number;
  }[] = [];
  for (const operation of operations) {
    const isWrite = operation === "create" || operation === "patch";
    for (const credential of credentials) {
      const present = contenders.filter((each) => knows(each, credential));
      for (const connections of [1, 16]) {
        context.progress(`${operation}, ${credential}, ${connections}`);
        const sides = present.map((each): Side => {
          const side = asked(each, { owners, operation, credential }, connections);
          return async (...slice) => {
            const sent = await side(...slice);
            if (operation === "create") await removeCreated(each);
            return sent;
          };
        });
        const measured = await compare(sides, { milliseconds, rounds });
        if (isWrite) await sql`vacuum kith.contacts`;
        const of = (contender: Contender) => measured[present.indexOf(contender)];
        const figureOf = (other: Contender): Figure[] => {
          const { read, write } = other.promise!;
          // Time is to time as theirs is to Kith's number of requests a second.
          return (of(other) ? [of(other)!.ratios] : [])
            .map((values) => ({ values, atLeast: isWrite ? write : read }));
        };
        const rate = (each: Contender) => 1000 / median(of(each)?.times ?? [NaN]);
        cells.push({ operation, names: [operation, credential, connections], figureOf, rate });
      }
    }
  }
  const goals = others.map((other) => {
    const marks = cells.flatMap(({ figureOf }) => figureOf(other)).map(markOf);
    const { read, write } = other.promise!;
    const goal = read === write ? read : `${read}, writes ${write}`;
    return `${goal}; ${marks.filter((mark) => mark.includes("✓")).length} of ${marks.length}`;
  });
  const names = others.map(({ name }) => name);
  return {
    method:
      `Every operation is asked of everybody in turn in each of ${rounds} rounds, ${milliseconds} ms each, the order changing. ` +
      `${size.owners} owners with ${size.contacts} contacts and ${size.notes} notes each, on one Postgres; everybody is asked on a port of ` +
      `their own. REST and the usual way answer needsContact from a view made for it, search in the column that Kith derives, and leave ` +
      `out a contact's networks.`,
    tables: [{
      caption: "Throughput, as a multiple of theirs: the lowest and highest of the medians",
      columns: ["operation", ...names],
      rows: [
        ...operations.map((operation) => {
          const own = cells.filter((cell) => cell.operation === operation);
          const textOf = (other: Contender) =>
            rangeText(own.flatMap((cell) => cell.figureOf(other)));
          return [operation, ...others.map(textOf)];
        }),
        ["goal; cells that meet it", ...goals],
      ],
    }, {
      caption: "The same by credential and connections: median (lowest–highest)",
      columns: ["operation", "credential", "at once", ...names],
      rows: cells.map((cell) => [
        ...cell.names,
        ...others.map((other) => cell.figureOf(other)[0] ?? "–"),
      ]),
      goal: null,
    }, {
      caption: "Requests a second on this machine, median of the rounds",
      columns: ["operation", "credential", "at once", kith.name, ...names],
      rows: cells.map((cell) => [...cell.names, ...contenders.map(cell.rate)]),
    }],
    skipped,
  };
};

/** Starts Parse Server and Directus. @returns why one of them is left out */
async function startAlternatives(
  { progress }: Context,
  add: (start: typeof parseServer) => Promise<void>,
): Promise<string[]> {
  const skipped: string[] = [];
  progress("installing Parse Server and Directus into bench/alternatives: some minutes, 1.2 GB");
  installAlternatives();
  for (const start of [parseServer, directus]) {
    progress(`starting ${start.name}`);
    await add(start).catch((error) => skipped.push(`${start.name}: ${error.message}`));
  }
  return skipped;
}
