import {
  hostileContacts,
  hostileSearches,
  replaceContacts,
} from "../../test/support/hostile-contacts.ts";
import { type Call, call, list } from "../calls.ts";
import { compare, DatabaseChannel, effortOf, sideOf } from "../channels.ts";
import type { Row } from "../report.ts";
import { createdCompany, type SeededOwner } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

/** The promises: what a page of duplicates takes, as a multiple of a list of 50 contacts of the same owner in the same run. */
const mostLists: Record<number, number> = { 1_000: 6, 50_000: 250 };
/** The promise: suggestions take at most twice the time of the search before them, so both take three times that. */
const withSuggestions = { atMost: 3 };
/** The promise, in milliseconds, where contacts are as bad as can be for comparing and searching. */
const atWorst = { atMost: 3_000 };
/** Contacts of one bulk request. */
const many = 200;

const search = (words: string) => list("contacts", { search: words });
const duplicates = list("duplicates");
const contact = { firstName: "Nora", company: createdCompany };

/** Duplicates and searches among all contacts of an account, and bulk creation; in the database alone. */
export const people: Section = async (context) => {
  const { quick, progress } = context;
  const contacts = quick ? 5_000 : 50_000;
  const large = { contacts, notes: 2 * contacts };
  const size = { owners: 2, contactsPerOwner: 1_000, notesPerOwner: 4_500, large };
  const bench = await startBench(context, size);
  const { stack, sql, owners: [ordinary, other] } = bench;
  const channel = await DatabaseChannel.open(stack.databaseUrl);
  const measure = (owner: SeededOwner, calls: Call[], effort = effortOf(quick)) =>
    compare(calls.map((call) => sideOf(channel, [owner], () => call)), effort);
  const rows: Row[] = [];
  for (const owner of [ordinary!, bench.large!]) {
    const { total } = await channel.read(owner, duplicates);
    const [page, found] = await measure(owner, [list("contacts"), duplicates]);
    const atMost = mostLists[owner.contacts];
    const pairs = `duplicates of ${owner.contacts} contacts: a page of the ${total} pairs`;
    rows.push(
      [`${pairs}, ms`, { values: found!.times }],
      [`${pairs}, of a list of 50, ×`, { values: found!.ratios, ...(atMost && { atMost }) }],
      [`the list of 50 contacts of ${owner.contacts}, ms`, { values: page!.times }],
    );
    for (const words of ["qqvvxx", "qqvvxx wwzzkk"]) {
      // With a digit no word is suggested for, so this is the search alone.
      const alone = search(words.replace(/\w\b/g, "9"));
      const [first, both] = await measure(owner, [alone, search(words)]);
      const name = `a search of ${owner.contacts} contacts for ${words}, whom nobody is called`;
      rows.push(
        [`${name}, ms`, { values: first!.times }],
        [`${name}: with its suggestions, ×`, { values: both!.ratios, ...withSuggestions }],
      );
    }
    progress(`${owner.contacts} contacts`);
  }
  const [, atOnce] = await measure(other!, [
    call("create_contact", null, contact),
    call("bulk_contacts", null, { create: Array.from({ length: many }, () => contact) }),
  ]);
  const perContact = atOnce!.ratios.map((ratio) => ratio / many);
  const created = `a contact created with ${many - 1} others at once, of one created alone, ×`;
  rows.push([created, { values: perContact }]);
  for (const [what, count, columns] of hostileContacts) {
    const number = quick ? count / 10 : count;
    await replaceContacts(sql, other!.id, number, columns);
    // Seconds each, so few of them.
    const calls = [duplicates, ...hostileSearches.map(search)];
    const [pairs, ...searches] = await measure(other!, calls, effortOf(true));
    const slowest = pairs!.times.map((_, n) => Math.max(...searches.map(({ times }) => times[n]!)));
    rows.push(
      [`duplicates of ${number} contacts with ${what}, ms`, { values: pairs!.times, ...atWorst }],
      ["the slowest search of these, ms", { values: slowest, ...atWorst }],
    );
    progress(what);
  }
  return {
    method:
      `The statement alone, call by call in turn on one connection, for accounts of ${size.contactsPerOwner} and ${contacts} contacts.`,
    tables: [{ caption: "Median (lowest–highest)", columns: ["", ""], rows }],
  };
};
