import { everyday, lists, type Make } from "../calls.ts";
import { compare, effortOf, Http } from "../compare.ts";
import { median, type Row, type Table } from "../report.ts";
import { createdCompany, createdNote, type SeededOwner, type SeedSize } from "../seed.ts";
import { type Bench, type Context, type Section, startBench } from "../stack.ts";

const each = { contactsPerOwner: 951, notesPerOwner: 4505 };
/** A million contacts and four and a half million notes. */
const full = { ...each, owners: 999, large: { contacts: 50_000, notes: 100_000 } };
const fraction = { ...each, owners: 49, large: { contacts: 5_000, notes: 10_000 } };

/** What shared_buffers is on the platform's compute size with 4 GB. */
const memory = "1GB";

/** How much slower an owner's requests are among many owners, and with much data of one's own. */
export const scale: Section = async (context) => {
  const size = context.quick ? fraction : full;
  const all = await startWithMemory(context, size);
  const one = await startWithMemory(context, { ...each, owners: 1 });
  return {
    method:
      `${size.owners} owners of ${each.contactsPerOwner} contacts and ${each.notesPerOwner} notes, and one of ${size.large.contacts} and ` +
      `${size.large.notes}; beside it a second database with one owner's same rows and nobody else's. Over HTTP with access ` +
      `tokens, one connection, call by call in turn; shared_buffers = ${memory}.`,
    tables: [await ordinaryOwner(all, one, context), await largeOwner(all, context)],
  };
};

async function startWithMemory(context: Context, size: SeedSize): Promise<Bench> {
  const bench = await startBench(context, size);
  await bench.sql.query(`alter system set shared_buffers = '${memory}'`);
  await bench.stack.postgres.stop();
  await bench.stack.postgres.start();
  return bench;
}

/** An ordinary owner among a thousand, beside the same owner alone in a database. */
async function ordinaryOwner(all: Bench, one: Bench, context: Context): Promise<Table> {
  const sides = [one, all]
    .map(({ stack, owners }) => ({ http: new Http(stack), someone: owners[0]! }));
  const ofOwner = (table: string) => `from kith.${table} t where owner_id = '${one.owners[0]!.id}'`;
  // Everything of the owner is in memory on both sides.
  for (const { sql } of [all, one]) {
    for (const table of ["contacts", "contact_networks", "notes", "reminders"]) {
      await sql.query(`select sum(length(t::text)) ${ofOwner(table)}`);
    }
  }
  const rows: Row[] = [];
  for (const [name, make] of Object.entries<Make>(everyday)) {
    if (name in lists) {
      const read = ({ http, someone }: typeof sides[number]) =>
        http.read(someone, make(someone, 0));
      const [a, b] = await Promise.all(sides.map(read));
      if (!a.data.length || a.total !== b.total) throw new Error(`${name}: ${a.total}, ${b.total}`);
    }
    const [first, same] = await compare(
      sides.map(({ http, someone }) => http.calls([someone], make)),
      effortOf(context.quick),
    );
    for (const { sql } of [all, one]) {
      await sql.query(`delete ${ofOwner("contacts")} and company = '${createdCompany}'`);
      await sql.query(`delete ${ofOwner("notes")} and content = '${createdNote}'`);
    }
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

/** Who has fifty times as much, beside ordinary owners of the same database; each at a page of their own. */
async function largeOwner(bench: Bench, { quick, progress }: Context): Promise<Table> {
  const http = new Http(bench.stack);
  const [ordinary, large] = [bench.owners.slice(0, quick ? 3 : 10), bench.large!];
  const rows: Row[] = [];
  for (const [name, make] of Object.entries<Make>(lists)) {
    const pageAt = await deepPages(http, [...ordinary, large], make);
    for (const depth of depths) {
      const sides = [ordinary, [large]].map((people) => http.calls(people, pageAt(depth)));
      const [usual, much] = await compare(sides, effortOf(quick));
      const ratio = { values: much!.ratios, atMost: 10 };
      rows.push([name, depth, median(usual!.times), median(much!.times), ratio]);
    }
    progress(`the large owner: ${name}`);
  }
  return {
    caption: "The large owner",
    columns: ["", "page", "ordinary owners, ms", "large owner, ms", "large ÷ ordinary"],
    rows,
    goal:
      "an owner of 50,000 contacts and 100,000 notes, ÷ owners of 1,000 and 4,500: lists and searches",
  };
}

/** Filters of a kind differ a little in what they find, so this many take turns. */
const kinds = 3;

/** The same list at any depth, for each owner at a page of their own. @throws Error when an owner's lists are empty */
async function deepPages(http: Http, people: SeededOwner[], make: Make) {
  const lasts = new Map<string, number>();
  for (const someone of people) {
    let found = 0;
    for (let n = 0; n < kinds; n++) {
      const { total, pageSize } = await http.read(someone, make(someone, n));
      // Not every contact has notes.
      found += total;
      lasts.set(`${someone.id} ${n}`, Math.max(1, Math.floor(total / pageSize)));
    }
    if (found === 0) throw new Error(`${JSON.stringify(make(someone, 0))} finds nothing`);
  }
  return (depth: typeof depths[number]): Make => (someone, n) => {
    const { operation, arguments: { query } } = make(someone, n % kinds);
    const last = lasts.get(`${someone.id} ${n % kinds}`)!;
    const page = { first: 1, middle: Math.ceil(last / 2), last }[depth];
    return { operation, arguments: { query: { ...query, page } } };
  };
}
