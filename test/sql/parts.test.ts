import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ask, inParts, makePartsShort } from "../support/in-parts.ts";
import { caseCount } from "../support/cases.ts";
import { Asking, startLogDatabase } from "../support/activity/log-database.ts";
import { differences, snapshot, timeless } from "../support/activity/snapshot.ts";
import { carryOut, writes } from "../support/activity/writes.ts";
import type { Json } from "../support/client.ts";
import { rolledBack } from "../support/database.ts";
import { handle } from "../support/handle.ts";
import { count } from "../support/tier.ts";

/**
 * Operations that are done in parts, in a database of its own where every part ends after three rows. The reference is the same
 * operation in one statement.
 */
const database = await startLogDatabase(2);
await makePartsShort(database.superuser, 3);
const asking = new Asking(database);
const { must, make, listed } = asking;
const ask: Ask = (who, operation, args) => database.handle(who, operation, args);
const run = (operation: string, args: Json, between?: (part: number) => Promise<unknown>) =>
  inParts(ask, asking.person.token, operation, args, between);
const rows = async () => timeless(await snapshot(database.superuser, asking.person.id));

const ids = async (many: number, resource: string, body: (n: number) => Json) => {
  const made: string[] = [];
  for (let n = 0; n < many; n++) made.push(await make(resource, body(n)));
  return made;
};
const makeContacts = (many: number) => ids(many, "contact", (n) => ({ firstName: `C${n}` }));
const makeNotes = (many: number, body: Json) =>
  ids(many, "note", (n) => ({ content: `Note ${n}`, ...body }));

/** Somebody else of the account writes. */
const write = () => make("network", { name: randomUUID() });

/** That the operation is one change set in several parts, and that undoing it brings everything back. */
async function expectOneChangeSet(operation: string, args: Json): Promise<Json> {
  const before = await rows();
  const { parts, activityId, body } = await run(operation, args);
  expect(parts).toBeGreaterThan(2);
  const { data: [newest] } = await listed({ pageSize: 1 });
  expect(newest).toMatchObject({ id: activityId, undoable: true });
  const undone = await run("undo_activity", { id: activityId });
  expect(undone.body).toMatchObject({ conflictCount: 0, hasMore: false });
  expect(undone.parts).toBeGreaterThan(2);
  expect(differences(before, await rows())).toEqual([]);
  expect(await listed({ pageSize: 2 })).toMatchObject({
    data: [
      { id: undone.activityId, undoes: [activityId], undoneBy: null },
      { id: activityId, undoneBy: undone.activityId },
    ],
  });
  // Undoing the undoing does it again.
  const again = await run("undo_activity", { id: undone.activityId });
  expect(again.body).toMatchObject({ conflictCount: 0 });
  const { body: first } = await must("get_activity", { id: activityId });
  expect(first.undoneBy).toBeNull();
  return body;
}

describe("one change set that is written in parts", () => {
  it("the change set is a bulk delete of contacts with notes, memberships and reminders", async () => {
    const network = await make("network", { name: "Climbing" });
    const contacts = await ids(
      4,
      "contact",
      (n) => ({ firstName: `C${n}`, networkIds: [network] }),
    );
    for (const contactId of contacts) {
      await makeNotes(5, { contactIds: [contactId, contacts[0]] });
      await make("reminder", { title: "Call", contactId });
    }
    const body = await expectOneChangeSet("bulk_contacts", { body: { delete: contacts } });
    expect(body.results.map(({ status }: Json) => status)).toEqual(Array(4).fill("done"));
    expect(body.hasMore).toBe(false);
  });

  it("the change set is the deletion of a network, a note type or a contact that much refers to", async () => {
    const network = await make("network", { name: "Climbing" });
    const noteTypeId = await make("note_type", { name: "Dinner" });
    const contacts = await ids(
      8,
      "contact",
      (n) => ({ firstName: `C${n}`, networkIds: [network] }),
    );
    await makeNotes(9, { contactIds: contacts.slice(0, 2), noteTypeId });
    for (
      const [kind, id] of [["network", network], ["note_type", noteTypeId], [
        "contact",
        contacts[1],
      ]]
    ) {
      await expectOneChangeSet(`delete_${kind}`, { id });
    }
  });

  it("the change set is a merge", async () => {
    const [target, duplicateId] = await makeContacts(2);
    await makeNotes(8, { contactIds: [duplicateId] });
    await makeNotes(2, { contactIds: [duplicateId, target] });
    const body = await expectOneChangeSet("merge_contacts", { id: target, body: { duplicateId } });
    expect(body.moved).toEqual({ notes: 10, reminders: 0, networks: 0, relationships: 0 });
  });

  it("the change set is an import, whose later rows refer to earlier ones", async () => {
    const contacts = Array.from({ length: 7 }, (_, n) => ({
      line: n + 1,
      uid: `u${n}`,
      value: { firstName: `C${n}` },
      networks: ["Climbing", `N${n}`],
      notes: [{ content: `Met ${n}` }],
    }));
    const notes = Array.from({ length: 4 }, (_, n) => ({
      line: 100 + n,
      resource: "note",
      value: { content: `About ${n}` },
      refs: { contactUids: [`u${n}`, "u6"] },
    }));
    const { body: { id } } = await must("create_import", {
      body: { format: "json", dropped: [], rows: [...notes, ...contacts] },
    });
    const body = await expectOneChangeSet("apply_import", { id, body: { onMatch: "merge" } });
    expect(body).toMatchObject({ created: 11, skipped: 0, failed: 0, hasMore: false });
    const { body: about } = await must("list_notes", { query: { search: "About" } });
    expect(about.data.map(({ contactIds }: Json) => contactIds.length)).toEqual([2, 2, 2, 2]);
  });

  it("stays one where somebody else writes in between, whose change stays", async () => {
    const contacts = await makeContacts(6);
    const before = await rows();
    const made: string[] = [];
    const { activityId, parts } = await run(
      "bulk_contacts",
      { body: { delete: contacts } },
      async () => made.push(await write()),
    );
    expect(made).toHaveLength(parts - 1);
    const { body: shown } = await must("get_activity", { id: activityId });
    expect(shown).toMatchObject({ changeCount: 6, summary: "Deleted 6 contacts" });
    const [found] = (await listed({ resourceId: contacts[5], action: "delete" })).data;
    expect(found.id).toBe(activityId);
    const { body: trash } = await must("list_trash", { query: {} });
    expect(new Set(trash.data.map(({ id }: Json) => id))).toEqual(new Set([activityId]));
    await run("undo_activity", { id: activityId }, write);
    const after = await rows();
    expect([...before].filter(([key, row]) => after.get(key) !== row)).toEqual([]);
    for (const id of made) await must("get_network", { id });
  });

  it("the change set is in the feed of changes as every other", async () => {
    const contacts = await makeContacts(5);
    let { cursor } = (await must("list_changes", { query: {} })).body;
    const deleted: string[] = [];
    const read = async () => {
      const { body } = await must("list_changes", { query: { since: cursor } });
      cursor = body.cursor;
      for (const each of body.data) if (each.deleted) deleted.push(each.id);
    };
    await run("bulk_contacts", { body: { delete: contacts } }, read);
    await read();
    expect(deleted).toEqual(contacts);
  });
});

describe("switching whether notes of a type count as contact", () => {
  /** Contacts whose last contact is not what their notes say. */
  const wrong = () =>
    database.superuser`
      select c.id from kith.contacts c where c.owner_id = ${asking.person.id} and c.last_noted_at is distinct from (
        select max(n.occurred_at) from kith.notes n left join kith.note_types t on t.id = n.note_type_id
        where c.id = any (n.contact_ids) and coalesce(t.counts_as_contact, true))`;
  const contacted = async () =>
    (await must("list_contacts", { query: {} })).body.data
      .filter(({ lastContactedAt }: Json) => lastContactedAt !== null).length;
  const makeType = async () => {
    const contacts = await makeContacts(8);
    const noteTypeId = await make("note_type", { name: randomUUID() });
    for (const contactId of contacts) {
      await make("note", { content: "Met", contactIds: [contactId], noteTypeId });
    }
    return { contacts, noteTypeId, args: { id: noteTypeId, body: { countsAsContact: false } } };
  };

  it("derives the last contact of many in parts, while others write notes, and undoes it in parts", async () => {
    const { contacts, noteTypeId, args } = await makeType();
    const { parts, body, activityId } = await run(
      "update_note_type",
      args,
      (part) =>
        make("note", {
          content: "Again",
          contactIds: [contacts[part]],
          ...(part > 1 && { noteTypeId }),
        }),
    );
    expect(parts).toBeGreaterThan(2);
    expect(body).toMatchObject({ id: noteTypeId, countsAsContact: false });
    expect(await wrong()).toEqual([]);
    expect(await contacted()).toBe(1);
    const undone = await run("undo_activity", { id: activityId });
    expect(undone.parts).toBeGreaterThan(2);
    expect(await wrong()).toEqual([]);
    expect(await contacted()).toBe(8);
  });

  it("switching a type is ended by what the account writes next, where its request is lost", async () => {
    const { args } = await makeType();
    await expect(run("update_note_type", args, () => Promise.reject(new Error("lost")))).rejects
      .toThrow("lost");
    expect(await contacted()).toBeGreaterThan(2);
    const { body, parts } = await run("create_network", { body: { name: "Choir" } });
    expect(body).toMatchObject({ name: "Choir" });
    expect(parts).toBeGreaterThan(1);
    expect(await contacted()).toBe(0);
  });

  it("answers before everything is derived, where its time is over", async () => {
    const { args } = await makeType();
    const first = await must("update_note_type", { ...args, progress: {} });
    expect(first.status).toBe(202);
    const progress = { ...first.body, isLast: true, activityId: first.activityId };
    const { status, body } = await must("update_note_type", { ...args, progress });
    expect({ status, body }).toMatchObject({ status: 200, body: { countsAsContact: false } });
    await run("create_network", { body: { name: "Choir" } });
    expect(await wrong()).toEqual([]);
  });
});

it("columns that a migration has left to be derived are derived by what the account writes next", async () => {
  await makeContacts(8);
  const before = await rows();
  await database
    .superuser`update kith.contacts set search_text = 'stale' where owner_id = ${asking.person.id}`;
  await database.superuser`select kith_private.mark_stale(${asking.person.id}, 'search_text')`;
  const { parts, body: { id } } = await run("create_network", { body: { name: "Choir" } });
  expect(parts).toBeGreaterThan(2);
  expect((await must("list_contacts", { query: { search: "c7" } })).body.data).toHaveLength(1);
  await must("delete_network", { id });
  expect(differences(before, await rows())).toEqual([]);
});

describe("a request that ends between two parts", () => {
  const lost = () => Promise.reject(new Error("lost"));

  it("goes on where it was when it is sent again with its Idempotency-Key", async () => {
    const contacts = await makeContacts(5);
    const args = {
      idempotencyKey: randomUUID(),
      body: { create: [{ firstName: "Once" }], delete: contacts },
    };
    await expect(run("bulk_contacts", args, (part) => part > 2 ? lost() : write())).rejects
      .toThrow("lost");
    const { body, activityId } = await run("bulk_contacts", args);
    expect(body.results.map(({ status }: Json) => status)).toEqual(Array(6).fill("done"));
    expect((await must("list_contacts", { query: {} })).body.total).toBe(1);
    const repeated = await run("bulk_contacts", args);
    expect(repeated).toMatchObject({ body, activityId, parts: 1 });
    await run("undo_activity", { id: activityId });
    expect((await must("list_contacts", { query: {} })).body.total).toBe(5);
  });

  it("leaves an import that applying again ends, in the same change set", async () => {
    const row = (n: number) => ({ line: n, value: { firstName: `C${n}` } });
    const { body: { id } } = await must("create_import", {
      body: { format: "csv", dropped: [], rows: [1, 2, 3, 4, 5, 6, 7].map(row) },
    });
    const args = { id, body: { onMatch: "merge" } };
    await expect(run("apply_import", args, lost)).rejects.toThrow("lost");
    const { body, activityId } = await run("apply_import", args);
    expect(body).toMatchObject({ created: 7, appliedActivityId: activityId });
    await run("undo_activity", { id: activityId });
    expect((await must("list_contacts", { query: {} })).body.total).toBe(0);
  });

  it("answers what it has done, where its time is over", async () => {
    const contacts = await makeContacts(4);
    const first = await must("bulk_contacts", { body: { delete: contacts }, progress: {} });
    expect(first.status).toBe(202);
    const progress = { ...first.body, isLast: true, activityId: first.activityId };
    const { body } = await must("bulk_contacts", { body: { delete: contacts }, progress });
    expect(body.hasMore).toBe(true);
    const undone = body.results.filter(({ error }: Json) => error);
    expect(undone.map(({ error }: Json) => error.code)).toEqual(["unavailable", "unavailable"]);
    expect((await must("list_contacts", { query: {} })).body.total).toBe(2);
  });
});

describe("all or nothing", () => {
  it("refuses a bulk delete of something unknown in its first part", async () => {
    const contacts = await makeContacts(4);
    await expect(run("bulk_contacts", { body: { delete: [...contacts, randomUUID()] } })).rejects
      .toMatchObject({ code: "not_found", errors: [{ pointer: "/delete/4" }] });
    expect((await must("list_contacts", { query: {} })).body.total).toBe(4);
  });

  it("refuses a merge before notes have moved where together they have more than may be", async () => {
    const made = await ids(102, "network", (n) => ({ name: `Network ${n}` }));
    const [target, duplicate] = [
      await make("contact", { firstName: "A", networkIds: made.slice(51) }),
      await make("contact", { firstName: "A", networkIds: made.slice(0, 51) }),
    ];
    await makeNotes(9, { contactIds: [duplicate] });
    const before = await rows();
    await expect(run("merge_contacts", { id: target, body: { duplicateId: duplicate } })).rejects
      .toMatchObject({ code: "validation_failed", errors: [{ code: "too_long" }] });
    expect(differences(before, await rows())).toEqual([]);
  });

  it("takes back an undo that finds a conflict in a later part, unless it may be partial", async () => {
    const contacts = await makeContacts(9);
    const { activityId: id } = await must("bulk_contacts", {
      body: { update: contacts.map((each) => ({ id: each, nickname: "Zo" })) },
    });
    await must("update_contact", { id: contacts[1], body: { nickname: "Changed" } });
    const before = await rows();
    await expect(run("undo_activity", { id })).rejects
      .toMatchObject({
        code: "conflict",
        errors: [{ pointer: `/contact/${contacts[1]}/nickname` }],
      });
    expect(differences(before, await rows())).toEqual([]);
    const { body } = await run("undo_activity", { id, body: { partial: true } });
    expect(body).toMatchObject({ conflictCount: 1, changeCount: 8 });
  });
});

describe("undoing in parts", () => {
  it("does what undoing in one statement does, after any writes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(writes(), { minLength: 25, maxLength: 25, size: "max" }),
        async (sequence) => {
          const person = await database.newPerson();
          const state = () => snapshot(database.superuser, person.id);
          for (const write of sequence) {
            await carryOut(database, person.id, person.token, write, await state());
          }
          const args = { body: { actorId: person.id, since: "2000-01-01", partial: true } };
          const [whole, expected] = await rolledBack(database.asked, async (tx) => {
            const { body } = await handle(tx, person.token, "undo_actor", args);
            return [body, await snapshot(tx, person.id)];
          });
          const { body } = await inParts(ask, person.token, "undo_actor", args);
          expect(differences(timeless(expected), timeless(await state()))).toEqual([]);
          expect(body.conflicts).toEqual(whole.conflicts);
        },
      ),
      { endOnFailure: true, numRuns: caseCount(count({ quick: 3, thorough: 60 })) },
    );
  }, 300_000);
});
