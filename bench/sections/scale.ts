// Measures an owner among many, and an owner with much data.
import { everyday, lists, type Make, toRequest } from "../calls.ts";
import { compare, effortOf, http, send } from "../measure.ts";
import { median, type Row, type Table } from "../report.ts";
import { createdCompany, createdNote, type Group, type SeededOwner } from "../seed.ts";
import { type Bench, type Context, type Section, startBench } from "../stack.ts";

const each = { contacts: 951, notes: 4505 };
/** A million contacts and four and a half million notes. */
const full = [{ ...each, owners: 999 }, { owners: 1, contacts: 50_000, notes: 100_000 }];
const fraction = [{ ...each, owners: 49 }, { owners: 1, contacts: 5_000, notes: 10_000 }];

/** What shared_buffers is on the platform's compute size with 4 GB. */
const memory = "1GB";

/** How much slower an owner's requests are among many owners, and with much data of one's own. */
export const scale: Section = async (context) => {
  const groups = context.quick ? fraction : full;
  const all = await startWithMemory(context, groups);
  const one = await startWithMemory(context, [{ ...each, owners: 1 }]);
  const [many, large] = groups as [Group, Group];
  return {
    method:
      `${many.owners} owners of ${each.contacts} contacts and ${each.notes} notes, and one of ${large.contacts} and ${large.notes}; beside ` +
      `it a second database with one owner's same rows and nobody else's. Over HTTP with access tokens, one connection, slice by slice ` +
      `in turn; shared_buffers = ${memory}.`,
    tables: [await ordinaryOwner(all, one, context), await largeOwner(all, context)],
  };
};

async function startWithMemory(context: Context, groups: Group[]): Promise<Bench> {
  const bench = await startBench(context, groups);
  await bench.sql.query(`alter system set shared_buffers = '${memory}'`);
  await bench.stack.postgres.stop();
  await bench.stack.postgres.start();
  return bench;
}

/** Owners of a stack ask in turn. */
const calls = ({ stack }: Bench, people: SeededOwner[], make: Make) =>
  http(stack.functionUrl, (n) => {
    const someone = people[n % people.length]!;
    return toRequest(make(someone, n), someone.token);
  });
const read = ({ stack }: Bench, someone: SeededOwner, make: Make, n = 0) =>
  send(stack.functionUrl, toRequest(make(someone, n), someone.token));

/** An ordinary owner among a thousand, beside the same owner alone in a database. */
async function ordinaryOwner(all: Bench, one: Bench, context: Context): Promise<Table> {
  const ofOwner = (table: string) => `from kith.${table} t where owner_id = '${one.owners[0]!.id}'`;
  const inBoth = async (statement: string) => {
    for (const { sql } of [all, one]) await sql.query(statement);
  };
  // Everything of the owner is in memory on both sides.
  for (const table of ["contacts", "contact_networks", "notes", "reminders"]) {
    await inBoth(`select sum(length(t::text)) ${ofOwner(table)}`);
  }
  const rows: Row[] = [];
  for (const [name, make] of Object.entries<Make>(everyday)) {
    if (name in lists) {
      const [a, b] = await Promise.all([one, all].map((on) => read(on, on.owners[0]!, make)));
      if (!a.data.length || a.total !== b.total) throw new Error(`${name}: ${a.total}, ${b.total}`);
    }
    const sides = [one, all].map((on) => calls(on, on.owners.slice(0, 1), make));
    const [first, same] = await compare(sides, effortOf(context));
    await inBoth(`delete ${ofOwner("contacts")} and company = '${createdCompany}'`);
    await inBoth(`delete ${ofOwner("notes")} and content = '${createdNote}'`);
    const ratio = { values: same!.ratios, atMost: 1.3 };
    rows.push([name, median(first!.times), median(same!.times), ratio]);
    context.progress(`an ordinary owner: ${name}`);
  }
  return {
    caption: "An ordinary owner",
    columns: ["", "alone, ms", "among all, ms", "÷ alone"],
    rows,
    goal: "an owner among a million contacts and 4.6 million notes, ÷ the same owner alone",
  };
}

const depths = ["first", "middle", "last"] as const;
/** Filters of a kind differ a little in what they find, so this many take turns. */
const kinds = 3;

/** Who has fifty times as much, beside ordinary owners of the same database; each at a page of their own. */
async function largeOwner(bench: Bench, context: Context): Promise<Table> {
  const ordinary = bench.owners.slice(0, context.quick ? 3 : 10);
  const large = bench.owners.at(-1)!;
  const rows: Row[] = [];
  for (const [name, make] of Object.entries<Make>(lists)) {
    const lasts = new Map<SeededOwner, number[]>();
    for (const someone of [...ordinary, large]) {
      const own = await Promise.all(
        Array.from({ length: kinds }, (_, n) => read(bench, someone, make, n)),
      );
      // Not every contact has notes.
      if (!own.some(({ total }) => total > 0)) throw new Error(`${name} finds nothing`);
      lasts.set(
        someone,
        own.map(({ total, pageSize }) => Math.max(1, Math.floor(total / pageSize))),
      );
    }
    for (const depth of depths) {
      const paged: Make = (someone, n) => {
        const { operation, arguments: { query } } = make(someone, n % kinds);
        const last = lasts.get(someone)![n % kinds]!;
        const page = { first: 1, middle: Math.ceil(last / 2), last }[depth];
        return { operation, arguments: { query: { ...query, page } } };
      };
      const sides = [ordinary, [large]].map((people) => calls(bench, people, paged));
      const [usual, much] = await compare(sides, effortOf(context));
      const ratio = { values: much!.ratios, atMost: 10 };
      rows.push([name, depth, median(usual!.times), median(much!.times), ratio]);
    }
    context.progress(`the large owner: ${name}`);
  }
  return {
    caption: "The large owner",
    columns: ["", "page", "ordinary owners, ms", "large owner, ms", "large ÷ ordinary"],
    rows,
    goal:
      "an owner of 50,000 contacts and 100,000 notes, ÷ owners of 1,000 and 4,500: lists and searches",
  };
}
