import {
  hostileContacts,
  hostileSearches,
  replaceContacts,
} from "../../test/support/hostile-contacts.ts";
import { type Call, list } from "../calls.ts";
import { compare, effortOf, type Side } from "../compare.ts";
import { handle, tokenCredential } from "../contenders/own.ts";
import { figures, median, type Row } from "../report.ts";
import type { SeededOwner } from "../seed.ts";
import { open, type Section, startBench } from "../stack.ts";

/** What a page of duplicates may take, as a multiple of a list of 50 contacts of the same owner in the same run. */
const mostLists: Record<number, number> = { 1_000: 6, 50_000: 250 };

/** Duplicates and searches among all contacts of an account, and where they are as bad as can be. */
export const people: Section = async (context) => {
  const { quick, progress } = context;
  const large = { contacts: quick ? 5_000 : 50_000, notes: 100 };
  const size = { owners: 2, contactsPerOwner: 1_000, notesPerOwner: 4_500, large };
  const { stack, sql, owners: [ordinary, other], ...bench } = await startBench(context, size);
  const direct = open(stack.databaseUrl);
  const measure = (owner: SeededOwner, calls: Call[], effort = effortOf(quick)) =>
    compare(
      calls.map((call): Side => () => () => handle(direct, tokenCredential(owner), call)),
      effort,
    );
  const rows: Row[] = [];
  for (const owner of [ordinary!, bench.large!]) {
    const [, found] = await measure(owner, [list("contacts"), list("duplicates")]);
    const name = `a page of duplicates of ${owner.contacts} contacts`;
    const atMost = mostLists[owner.contacts];
    rows.push(
      [`${name}, ms`, { values: found!.times }],
      [`${name}, ÷ a list of 50 in the same run`, {
        values: found!.ratios,
        ...(atMost && { atMost }),
      }],
    );
    progress(name);
  }
  const worst = { duplicates: 0, search: 0 };
  const hostile: Row[] = [];
  for (const [what, count, columns] of hostileContacts) {
    const number = quick ? count / 10 : count;
    await replaceContacts(sql, other!.id, number, columns);
    const searches = hostileSearches.map((search) => list("contacts", { search }));
    // Seconds each, so few of them.
    const found = await measure(other!, [list("duplicates"), ...searches], effortOf(true));
    const [pairs, ...searched] = found.map(({ times }) => median(times));
    const slowest = Math.max(...searched);
    hostile.push([what, number, pairs!, slowest]);
    worst.duplicates = Math.max(worst.duplicates, pairs!);
    worst.search = Math.max(worst.search, slowest);
    progress(what);
  }
  rows.push(
    ["… of contacts as bad as can be, ms", { values: [worst.duplicates], atMost: 3_000 }],
    ["the slowest search of these, ms", { values: [worst.search], atMost: 3_000 }],
  );
  return {
    method:
      `The statement alone, call by call in turn on one connection, for accounts of ${size.contactsPerOwner} and ` +
      `${large.contacts} contacts, and for contacts that are as bad as can be to compare and to search.`,
    tables: [figures(rows), {
      caption: "Milliseconds at worst",
      columns: ["what the contacts have", "contacts", "a page of duplicates", "slowest search"],
      rows: hostile,
    }],
  };
};
