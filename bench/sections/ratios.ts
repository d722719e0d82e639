import { directus } from "../contenders/directus.ts";
import { installAlternatives } from "../contenders/alternative.ts";
import { kithAndBare } from "../contenders/own.ts";
import { parseServer } from "../contenders/parse.ts";
import { rest, usualWay } from "../contenders/supabase.ts";
import { type Figure, markOf, median, rangeText, ratios, type Row } from "../report.ts";
import { type Bench, type Context, type Section, startBench } from "../stack.ts";
import { Asker, type Cell, type Contender, credentials, knows, operations } from "../throughput.ts";

/** All but Kith and the bare server take part in every so manieth round. */
const othersEvery = 3;
/** Milliseconds that one contender is asked an operation. */
const slice = 130;

const cells = operations.flatMap((operation) =>
  credentials.flatMap((credential) =>
    [1, 16].map((connections): Cell => ({ operation, credential, connections }))
  )
);

/** Throughput beside the bare server, the usual way and alternatives. */
export const ratiosToOthers: Section = async (context) => {
  const rounds = context.quick ? 1 : 9;
  const size = { owners: 100, contactsPerOwner: 1000, notesPerOwner: 5000, keysPerOwner: 20 };
  const bench = await startBench(context, size);
  const { contenders: close } = await kithAndBare(bench);
  const { alternatives, skipped } = await startAlternatives(bench, context);
  const contenders = [...close, await usualWay(bench), rest(bench), ...alternatives];
  const asker = new Asker(bench);
  const clean = async () => {
    await asker.removeCreated();
    await bench.sql`vacuum kith.contacts`;
    for (const contender of contenders) await contender.removeCreated?.();
  };

  // Vacuumed between rounds instead, so that no measurement has autovacuum beside it.
  await bench.sql`alter table kith.contacts set (autovacuum_enabled = false)`;
  for (const contender of contenders) {
    context.progress(`looking at the answers of ${contender.name}`);
    for (const credential of credentials.filter((each) => knows(contender, each))) {
      await asker.verify(contender, operations, credential);
      await clean();
    }
  }
  await asker.rates(contenders, cells.filter((_, n) => n % 2), slice, 0);
  await clean();
  const rates: Map<Contender, number>[][] = [];
  for (let round = 0; round < rounds; round++) {
    context.progress(`round ${round + 1} of ${rounds}`);
    const isFull = round % othersEvery === 0;
    rates.push(await asker.rates(isFull ? contenders : close, cells, slice, round));
    if (isFull) await clean();
  }
  const [kith, ...others] = contenders as [Contender, ...Contender[]];
  /** By round; without those in which a contender did not take part. */
  const ratesOf = (cell: number, contender: Contender, beside = contender) =>
    rates.filter((round) => round[cell]!.has(beside)).map((round) => round[cell]!.get(contender)!);
  const figureOf = (other: Contender, cell: number): Figure[] => {
    if (!knows(other, cells[cell]!.credential)) return [];
    const kind = ["create", "patch"].includes(cells[cell]!.operation) ? "write" : "read";
    const values = ratios(ratesOf(cell, kith, other), ratesOf(cell, other));
    return [{ values, ...(other.promise && { atLeast: other.promise[kind] }) }];
  };
  const summary = operations.map((operation): Row => {
    const own = [...cells.keys()].filter((n) => cells[n]!.operation === operation);
    return [operation, ...others.map((other) => rangeText(own.flatMap((n) => figureOf(other, n))))];
  });
  const goals = others.map((other) => {
    const marks = [...cells.keys()].flatMap((n) => figureOf(other, n)).map(markOf);
    const { read, write } = other.promise!;
    const goal = read === write ? read : `${read}, writes ${write}`;
    return `${goal}; ${marks.filter((mark) => mark.includes("✓")).length} of ${marks.length}`;
  });
  const names = others.map(({ name }) => name);
  return {
    method:
      `In each of ${rounds} rounds every operation is asked of everybody in turn, ${slice} ms each, the order changing; all but Kith and the ` +
      `bare server take part in every ${othersEvery}. round. ${size.owners} owners with ${size.contactsPerOwner} contacts and ` +
      `${size.notesPerOwner} notes each, on one Postgres; everybody is asked on a port of their own. REST and the usual way answer ` +
      `needsContact from a view made for it, search in the column that Kith derives, and leave out a contact's networks.`,
    tables: [{
      caption: "Throughput, as a multiple of theirs: the lowest and highest of the medians",
      columns: ["operation", ...names],
      rows: [...summary, ["goal; cells that meet it", ...goals]],
    }, {
      caption: "The same by credential and connections: median (lowest–highest)",
      columns: ["operation", "credential", "at once", ...names],
      rows: cells.map((cell, n) => [
        ...Object.values(cell),
        ...others.map((other) => figureOf(other, n)[0] ?? "–"),
      ]),
      goal: null,
    }, {
      caption: "Requests a second on this machine, median of the rounds",
      columns: ["operation", "credential", "at once", kith.name, ...names],
      rows: cells.map((cell, n) => [
        ...Object.values(cell),
        ...contenders.map((each) => median(ratesOf(n, each))),
      ]),
    }],
    skipped,
  };
};

/** Parse Server and Directus. One that cannot be started is left out, with the reason. */
async function startAlternatives(bench: Bench, context: Context) {
  const skipped: string[] = [];
  const alternatives: Contender[] = [];
  installAlternatives(context);
  for (const start of [parseServer, directus]) {
    context.progress(`starting ${start.name}`);
    await start(bench).then(
      (contender) => alternatives.push(contender),
      (error) => skipped.push(`${start.name}: ${error.message}`),
    );
  }
  return { alternatives, skipped };
}
