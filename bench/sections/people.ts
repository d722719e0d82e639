// Measures duplicates and searches among all contacts of an account.
import {
  hostileContacts,
  hostileSearches,
  replaceContacts,
} from "../../test/support/hostile-contacts.ts";
import { type Call, list } from "../calls.ts";
import { handle, tokenCredential } from "../contenders/own.ts";
import { compare, direct, effortOf } from "../measure.ts";
import { figures, median, type Row } from "../report.ts";
import type { SeededOwner } from "../seed.ts";
import { open, type Section, startBench } from "../stack.ts";

/** What a page of duplicates may take, as a multiple of a list of 50 contacts of the same owner in the same run. */
const mostLists: Record<number, number> = { 1_000: 6, 50_000: 250 };

/** Duplicates and searches among all contacts of an account, and where they are as bad as can be. */
export const people: Section = async (context) => {
  const { quick, progress } = context;
  const ordinary = { owners: 2, contacts: 1_000, notes: 4_500 };
  const large = { owners: 1, contacts: quick ? 5_000 : 50_000, notes: 100 };
  const { stack, sql, owners } = await startBench(context, [ordinary, large]);
  const [one, other, many] = owners as [SeededOwner, SeededOwner, SeededOwner];
  const connection = open(stack.databaseUrl);
  const measure = (owner: SeededOwner, calls: Call[], effort = effortOf(context)) =>
    compare(
      calls.map((call) => direct(() => handle(connection, tokenCredential(owner), call))),
      effort,
    );
  const rows: Row[] = [];
  for (const owner of [one, many]) {
    const [, found] = await measure(owner, [list("contacts"), list("duplicates")]);
    const name = `a page of duplicates of ${owner.contacts} contacts`;
    const atMost = mostLists[owner.contacts];
    const ratio = { values: found!.ratios, ...(atMost && { atMost }) };
    rows.push([`${name}, ms`, { values: found!.times }]);
    rows.push([`${name}, ÷ a list of 50 in the same run`, ratio]);
    progress(name);
  }
  const hostile: [what: string, count: number, pairs: number, slowestSearch: number][] = [];
  for (const [what, count, columns] of hostileContacts) {
    const number = quick ? count / 10 : count;
    await replaceContacts(sql, other.id, number, columns);
    const searches = hostileSearches.map((search) => list("contacts", { search }));
    // Seconds each, so few of them.
    const found = await measure(
      other,
      [list("duplicates"), ...searches],
      effortOf({ quick: true }),
    );
    const [pairs, ...searched] = found.map(({ times }) => median(times));
    hostile.push([what, number, pairs!, Math.max(...searched)]);
    progress(what);
  }
  const worst = (column: 2 | 3) => ({
    values: [Math.max(...hostile.map((row) => row[column]))],
    atMost: 3_000,
  });
  rows.push(["… of contacts as bad as can be, ms", worst(2)]);
  rows.push(["the slowest search of these, ms", worst(3)]);
  return {
    method:
      `The statement alone, in turn on one connection, for accounts of ${ordinary.contacts} and ${large.contacts} contacts, and for ` +
      `contacts that are as bad as can be to compare and to search.`,
    tables: [figures(rows), {
      caption: "Milliseconds at worst",
      columns: ["what the contacts have", "contacts", "a page of duplicates", "slowest search"],
      rows: hostile,
    }],
  };
};
