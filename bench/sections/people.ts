import { openDatabase } from "../../test/support/database.ts";
import {
  hostileContacts,
  hostileSearches,
  replaceContacts,
} from "../../test/support/hostile-contacts.ts";
import { goalCell } from "../goal.ts";
import type { Call } from "../scale/calls.ts";
import { openDatabaseChannel } from "../scale/channels.ts";
import { compare, type Comparison, effortOf } from "../scale/compare.ts";
import { sideOf } from "../scale/sides.ts";
import type { Goal, Section } from "../section.ts";
import { seed, type SeededOwner, type SeedSize } from "../seed.ts";
import { startBenchStack } from "../stack.ts";
import { median, spread } from "../statistics.ts";

const size: SeedSize = {
  owners: 2,
  contactsPerOwner: 1_000,
  notesPerOwner: 4_500,
  keysPerOwner: 1,
  large: { contacts: 50_000, notes: 100_000 },
};
const fraction: SeedSize = { ...size, large: { contacts: 5_000, notes: 10_000 } };

/** The promises, in milliseconds, of finding the pairs among an owner's contacts. */
const mostMilliseconds = { 1_000: 20, 50_000: 1_000 } as Record<number, number>;
/** The promise: suggestions take at most twice the time of the search before them, so both take three times that. */
const mostWithSuggestions = 3;
/** The promise, in milliseconds, where contacts are as bad as can be for comparing and searching. */
const most = 3_000;
/** Contacts of one bulk request. */
const many = 200;

/** What is found among all contacts of an account, and many contacts written by one request; in the database alone. */
export const peopleSection: Section = async ({ quick, progress }) => {
  const { stack, remove } = await startBenchStack();
  const sql = openDatabase(stack.adminDatabaseUrl);
  try {
    const seeded = await seed(stack.adminDatabaseUrl, quick ? fraction : size, { progress });
    await sql`vacuum analyze`;
    const channel = await openDatabaseChannel(stack);
    const measure = (owner: SeededOwner, ...calls: (() => Call)[]) =>
      compare(calls.map((call) => sideOf(channel, [owner], call)), effortOf(quick));
    const goals: Goal[] = [];
    const [ordinary, other] = seeded.owners;
    for (const owner of [ordinary!, seeded.large!]) {
      const of = `of ${owner.contacts} contacts`;
      const duplicates = list("list_duplicates", {});
      const { total } = await channel.read(owner, duplicates());
      const { rounds } = await measure(owner, duplicates);
      goals.push({
        name: `duplicates ${of}: a page of the ${total} pairs`,
        ...figures(rounds[0]!, "ms"),
        ...(!quick && { atMost: mostMilliseconds[owner.contacts]! }),
      });
      for (const words of ["qqvvxx", "qqvvxx wwzzkk"]) {
        // With a digit no word is suggested for, so this is the search alone.
        const alone = list("list_contacts", {
          search: words.replace(/x\b/, "9").replace(/k\b/, "9"),
        });
        const both = await measure(owner, alone, list("list_contacts", { search: words }));
        const name = `search ${of} for ${
          words.includes(" ") ? "two words" : "a word"
        } that nobody has`;
        goals.push({ name, ...figures(both.rounds[0]!, "ms") }, {
          name: `${name}, with its suggestions, of the search alone`,
          ...figures(both.ratios[1]!, "×"),
          atMost: mostWithSuggestions,
        });
      }
      progress(`people: ${owner.contacts} contacts measured`);
    }
    goals.push(atOnce(await measure(other!, create, createMany)));
    for (const [what, count, columns] of hostileContacts) {
      const number = quick ? count / 10 : count;
      await replaceContacts(sql, other!.id, number, columns);
      const searches = hostileSearches.map((search) => list("list_contacts", { search }));
      // Seconds each, so few of them.
      const calls = [list("list_duplicates", {}), ...searches];
      const sides = calls.map((call) => sideOf(channel, [other!], call));
      const { rounds } = await compare(sides, effortOf(true));
      const slowest = rounds.slice(1).reduce((all, each) =>
        all.map((ms, n) => Math.max(ms, each[n]!))
      );
      goals.push(
        {
          name: `duplicates of ${number} contacts with ${what}`,
          ...figures(rounds[0]!, "ms"),
          atMost: most,
        },
        {
          name: `the slowest search of ${number} contacts with ${what}`,
          ...figures(slowest, "ms"),
          atMost: most,
        },
      );
      progress(`people: contacts with ${what} measured`);
    }
    await channel.close();
    return {
      title: "People",
      method:
        `kith_private.handle alone, call by call in turn on one connection, for an account of ${
          ordinary!.contacts
        } contacts ` +
        `and for one of ${seeded.large!.contacts}.`,
      tables: [{
        caption: "Median (lowest–highest)",
        columns: ["", "", ""],
        rows: goals.map((goal) => [goal.name, goal.unit, goalCell(goal)]),
      }],
      goals,
      skipped: [],
    };
  } finally {
    await sql.end();
    await remove();
  }
};

const list = (operation: string, query: Record<string, string>) => (): Call => ({
  operation,
  arguments: { query },
});

const contact = { firstName: "Nora", company: "Benchmark Works" };
const create = (): Call => ({ operation: "create_contact", arguments: { body: contact } });
const createMany = (): Call => ({
  operation: "bulk_contacts",
  arguments: { body: { create: Array.from({ length: many }, () => contact) } },
});

const figures = (values: number[], unit: string) => ({
  measured: median(values),
  spread: spread(values),
  unit,
});

const atOnce = ({ ratios }: Comparison): Goal => ({
  name: `a contact created with ${many - 1} others at once, of one created alone`,
  ...figures(ratios[1]!.map((ratio) => ratio / many), "×"),
});
