import fc from "fast-check";
import { expect, it } from "vitest";
import { caseCount } from "../../support/cases.ts";
import {
  mustHandle,
  type Person,
  sqlSource,
  startLogDatabase,
} from "../../support/activity/log-database.ts";
import {
  everything,
  listed,
  Replica,
  type Source,
  type Things,
} from "../../support/activity/replica.ts";
import { differences, snapshot } from "../../support/activity/snapshot.ts";
import { carryOut, hasTwoStatements, type Write, writes } from "../../support/activity/writes.ts";
import type { Json } from "../../support/client.ts";
import type { Credential } from "../../support/handle.ts";

/**
 * Copies that follow the feed of a key which is limited to two of four networks, while the owner writes whatever it is.
 * What they must have is computed from the owner's lists.
 */
const numRuns = caseCount(4);

const database = await startLogDatabase(2);

const must = (who: Credential, operation: string, args = {}) =>
  mustHandle(database.asked, who, operation, args);

/** What a key for these networks has to see, from what the owner's lists say of the whole account. */
async function visibleTo(owner: Source, networkIds: string[]): Promise<Things> {
  const isMine = (id: string) => networkIds.includes(id);
  const all = [...await everything(owner)]
    .map(([name, text]): [string, Json] => [name, JSON.parse(text)]);
  const contacts = new Set(
    all.filter(([name, thing]) => name.startsWith("contact/") && thing.networkIds.some(isMine))
      .map(([, { id }]) => id),
  );
  const seen = all.filter(([name, { id, contactId, contactIds, relatedContactId }]) => {
    if (name.startsWith("contact/")) return contacts.has(id);
    if (name.startsWith("network/")) return isMine(id);
    // Of a relationship both ends.
    const about: string[] | undefined = contactIds ??
      (contactId === undefined ? undefined : [contactId, relatedContactId ?? contactId]);
    return !about || about.length > 0 && about.every((each) => contacts.has(each));
  });
  const names = new Set(seen.map(([name]) => name));
  return new Map(seen.map(([name, thing]) => {
    if (name.startsWith("contact/")) thing.networkIds = thing.networkIds.filter(isMine);
    // The next of a recurring reminder may have been moved to somebody whom the key does not see.
    if (thing.nextId && !names.has(`reminder/${thing.nextId}`)) thing.nextId = null;
    return [name, JSON.stringify(thing)];
  }));
}

/** Things of the account without the profile, which says of each credential something else. */
const withoutProfile = (things: Things): Things =>
  new Map(
    [...things].filter(([name]) => listed.some((resource) => name.startsWith(`${resource}/`))),
  );

/** Contacts in all combinations of the networks, each with a note and a reminder of its own and one with the contact before. */
async function populate({ token }: Person, networkIds: string[]): Promise<void> {
  let before: string | undefined;
  for (let mask = 0; mask < 16; mask++) {
    const body = { firstName: `${mask}`, networkIds: networkIds.filter((_, n) => mask >> n & 1) };
    const { id: contactId } = await must(token, "create_contact", { body });
    await must(token, "create_note", { body: { content: `${mask}`, contactId } });
    await must(token, "create_reminder", { body: { title: `${mask}`, contactId } });
    if (before) {
      const contactIds = mask % 3 ? [before, contactId] : [contactId, before];
      await must(token, "create_note", { body: { content: `${mask}`, contactIds } });
      await must(token, "create_reminder", { body: { title: `${mask}`, contactIds } });
    }
    before = contactId;
  }
}

/** A write of the owner, or one of the last change sets is undone. What is made and goes at once was never seen. */
async function writeOrUndo({ id, token }: Person, write: Write): Promise<void> {
  if (hasTwoStatements(write)) return;
  if (write.fields % 5 > 0) {
    return void await carryOut(database, id, token, write, await snapshot(database.superuser, id));
  }
  const { data } = await must(token, "list_activity", { query: { pageSize: 20 } });
  const set = data[write.one % data.length];
  await database.handle(token, "undo_activity", { id: set.id, body: { partial: true } });
}

/** Networks that are gone for long leave the key with nothing to follow. */
async function restore({ token }: Person, write: Write, networkIds: string[]): Promise<void> {
  const { data } = await must(token, "list_networks", { query: {} });
  const ids = data.map((network: Json) => network.id);
  if (networkIds.every((each) => ids.includes(each)) || write.other % 4 === 0) return;
  const last = await must(token, "list_activity", { query: { pageSize: 1, action: "delete" } });
  await database.handle(token, "undo_activity", { id: last.data[0].id, body: {} });
}

/** Demands that the feed names nothing that the key has never seen. */
function hearing(source: Source, seen: Set<string>): Source {
  return {
    ...source,
    async changes(query) {
      const page = await source.changes(query);
      const names = page.data.map(({ resource, id }) => `${resource}/${id}`)
        .filter((name) => !/^(note_type|profile)/.test(name));
      expect(names.filter((name) => !seen.has(name))).toEqual([]);
      return page;
    },
  };
}

/** The largest number of things that the key has seen. */
async function follow(sequence: Write[]): Promise<number> {
  const person = await database.newPerson();
  const owner = sqlSource(database, person.token);
  const networkIds: string[] = [];
  for (const name of ["1", "2", "3", "4"]) {
    networkIds.push((await must(person.token, "create_network", { body: { name } })).id);
  }
  const mine = networkIds.slice(0, 2);
  const seen = new Set<string>();
  const { credential: key } = await person.newKey("limited", { networkIds: mine });
  const source = hearing(sqlSource(database, key), seen);
  await populate(person, networkIds);
  const copies: Replica[] = [];
  for (const size of [1, 3, 200]) {
    copies.push(await Replica.of(source, undefined, size, Infinity));
  }
  const late = await Replica.of(source, undefined, 1, Infinity);
  const look = async (): Promise<Things> => {
    const visible = withoutProfile(await visibleTo(owner, mine));
    const { data: trash } = await must(key, "list_trash", { query: { pageSize: 200 } });
    for (const { resource, resourceId } of trash) seen.add(`${resource}/${resourceId}`);
    for (const name of visible.keys()) seen.add(name);
    return visible;
  };
  let most = (await look()).size;
  for (const [n, write] of sequence.entries()) {
    await writeOrUndo(person, write);
    await look();
    await restore(person, write, mine);
    const expected = await look();
    if (write.fields % 3 === 0 && n < sequence.length - 1) continue;
    most = Math.max(most, expected.size);
    expect(differences(withoutProfile(await everything(source)), expected)).toEqual([]);
    for (const copy of copies) {
      await copy.follow();
      expect(differences(withoutProfile(copy.things), expected)).toEqual([]);
    }
  }
  await late.follow();
  expect(differences(late.things, copies[0]!.things)).toEqual([]);
  return most;
}

it("the feed has what the owner's lists say", async () => {
  let most = 0;
  const actors = ["token", "token", "rest", "admin"] as const;
  const sequences = fc.array(writes(actors), { minLength: 60, maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      most = Math.max(most, await follow(sequence));
    }),
    { numRuns, endOnFailure: true },
  );
  expect(most).toBeGreaterThan(20);
}, 300_000);
