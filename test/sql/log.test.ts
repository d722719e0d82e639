import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Credential,
  type Handled,
  type LogDatabase,
  type Person,
  startLogDatabase,
} from "../support/activity/log-database.ts";
import type { Json } from "../support/client.ts";
import { committed } from "../support/database.ts";
import { become } from "../support/sql.ts";
import { placesOf } from "../support/traces.ts";

/** A database of the file's own, because the quotas that decide how long changes are kept are everybody's. */
let database: LogDatabase;
let person: Person;
beforeAll(async () => {
  database = await startLogDatabase(2);
});
afterAll(() => database?.remove());
beforeEach(async () => {
  person = await database.newPerson();
});

const ask = (operation: string, args: Json = {}, who: Credential = person.token) =>
  database.handle(who, operation, args);
async function must(
  operation: string,
  args: Json = {},
  who: Credential = person.token,
): Promise<Handled> {
  const said = await ask(operation, args, who);
  expect(said, operation).toMatchObject({ status: expect.any(Number) });
  return said;
}
const make = async (resource: string, body: Json, args: Json = {}) =>
  (await must(`create_${resource}`, { body, ...args })).body.id;
const listed = async (query: Json = {}) => (await must("list_activity", { query })).body;
const trashed = async (query: Json = {}) => (await must("list_trash", { query })).body.data;
const traces = (text: string) => placesOf(database.superuser, text);
const setQuota = (name: string, maximum: number) =>
  database.superuser`update kith_private.quotas set maximum = ${maximum} where name = ${name}`;

const texts: [resource: string, member: string, body: Json][] = [
  ["contact", "firstName", { company: "C" }],
  ["network", "name", {}],
  ["note_type", "name", {}],
  ["note", "content", {}],
  ["reminder", "title", {}],
];

/** Makes one of each, changes it, undoes that twice with Idempotency-Keys, and deletes it; all the texts that were written. */
async function madeAndDeleted(): Promise<{ words: string[]; deletion: string }[]> {
  const made: { words: string[]; deletion: string }[] = [];
  for (const [resource, member, body] of texts) {
    const words = [`first${randomUUID()}`, `second${randomUUID()}`];
    const id = await make(resource, { ...body, [member]: words[0] }, {
      idempotencyKey: randomUUID(),
    });
    const { activityId } = await must(`update_${resource}`, {
      id,
      body: { [member]: words[1] },
      idempotencyKey: randomUUID(),
    });
    await must("undo_activity", {
      id: activityId,
      body: { dryRun: true },
      idempotencyKey: randomUUID(),
    });
    await must("undo_activity", { id: activityId, idempotencyKey: randomUUID() });
    const deletion = (await must(`delete_${resource}`, { id })).activityId!;
    made.push({ words, deletion });
  }
  return made;
}

async function expectNoTraces(words: string[]): Promise<void> {
  for (const word of words) expect([word, await traces(word)]).toEqual([word, []]);
}

describe("what is erased", () => {
  it("is nowhere after its item of the trash was erased, and the rest is still there", async () => {
    const made = await madeAndDeleted();
    for (const [index, { words, deletion }] of made.entries()) {
      expect(await traces(words[0]!)).not.toEqual([]);
      expect((await must("erase_trash_item", { id: deletion })).status).toBe(204);
      await expectNoTraces(words);
      for (const later of made.slice(index + 1)) {
        expect(await traces(later.words[0]!)).not.toEqual([]);
      }
      expect(await ask("erase_trash_item", { id: deletion })).toMatchObject({
        status: null,
        body: { code: "not_found" },
      });
      const { body } = await ask("undo_activity", { id: deletion });
      expect(body).toMatchObject({ code: "conflict" });
    }
    expect(await trashed()).toEqual([]);
  });

  it("is nowhere after the trash was erased, a contact that had networks included", async () => {
    const made = await madeAndDeleted();
    const words = [`joined${randomUUID()}`];
    const networkIds = [await make("network", { name: "N" }), await make("network", { name: "M" })];
    const id = await make("contact", { firstName: words[0], networkIds });
    await must("delete_contact", { id });
    expect((await trashed()).map(({ resourceId }: Json) => resourceId)[0]).toBe(id);
    expect((await must("erase_trash")).status).toBe(204);
    await expectNoTraces([...words, ...made.flatMap(({ words }) => words)]);
  });

  it("is nowhere after the log was erased, except as what there is now", async () => {
    const made = await madeAndDeleted();
    const [before, now] = [`before${randomUUID()}`, `now${randomUUID()}`];
    const id = await make("reminder", { title: before });
    const { activityId } = await must("update_reminder", { id, body: { title: now } });
    expect((await must("erase_activity")).status).toBe(204);
    await expectNoTraces([before, ...made.flatMap(({ words }) => words)]);
    expect(await traces(now)).toEqual(["kith.reminders.title"]);
    expect(await listed()).toMatchObject({ total: 0 });
    expect(await ask("undo_activity", { id: activityId })).toMatchObject({
      body: { code: "not_found" },
    });
  });

  it("is nowhere after the account was deleted, by its owner or by Auth", async () => {
    for (
      const remove of [
        () => must("delete_me"),
        () => database.superuser`delete from auth.users where id = ${person.id}`,
      ]
    ) {
      person = await database.newPerson();
      const made = await madeAndDeleted();
      const words = [`kept${randomUUID()}`];
      const contactId = await make("contact", { firstName: words[0] });
      await make("note", { content: words[0], contactId });
      await remove();
      await expectNoTraces([...words, ...made.flatMap(({ words }) => words), person.id]);
    }
  });
});

describe("what is older than the log is kept for", () => {
  afterEach(async () => {
    await setQuota("log_days", 30);
  });

  it("is not listed, not in the trash and cannot be undone, and later writes of anybody purge it", async () => {
    const word = `word${randomUUID()}`;
    await must("delete_contact", { id: await make("contact", { firstName: word }) });
    const { cursor: middle } = (await must("list_changes", { query: {} })).body;
    const kept = await make("network", { name: `old${randomUUID()}` });
    await must("update_network", { id: kept, body: { name: "new" } });
    const { cursor: end } = (await must("list_changes", { query: {} })).body;
    const ids = (await listed()).data.map(({ id }: Json) => id);
    await setQuota("log_days", 0);

    expect(await listed()).toMatchObject({ total: 0, data: [] });
    expect(await trashed()).toEqual([]);
    for (const id of ids) {
      for (const operation of ["get_activity", "undo_activity", "erase_trash_item"]) {
        expect(await ask(operation, { id })).toMatchObject({
          status: null,
          body: { code: "not_found" },
        });
      }
    }
    const all = { actorId: person.id, since: "2000-01-01" };
    expect((await must("undo_actor", { body: all })).body).toMatchObject({
      changeCount: 0,
      conflictCount: 0,
    });

    const other = await database.newPerson();
    for (let n = 0; (await traces(word)).length > 0; n++) {
      if (n === 20) throw new Error("it is still there");
      for (let more = 0; more < 20; more++) {
        await must("create_network", { body: { name: randomUUID() } }, other.token);
      }
    }
    expect(await ask("list_changes", { query: { since: middle } })).toMatchObject({
      status: null,
      body: { code: "cursor_expired" },
    });
    expect((await must("list_changes", { query: { since: end } })).body).toEqual({
      data: [],
      cursor: end,
      hasMore: false,
    });

    // The log goes on after its end.
    await must("update_network", { id: kept, body: { name: "newer" } });
    const { data } = (await must("list_changes", { query: { since: end } })).body;
    expect(data).toMatchObject([{ resource: "network", id: kept, value: { name: "newer" } }]);
  });

  it("of an account that comes back after a long time is purged, and what it writes then in its turn", async () => {
    const network = await make("network", { name: "0" });
    const rename = (name: string) => must("update_network", { id: network, body: { name } });
    const first = `word${randomUUID()}`;
    await rename(first);
    // Each twentieth change set of its own purges, the first time everything before.
    for (let n = 0; n < 17; n++) await rename(`n${n}`);
    await setQuota("log_days", 0);
    const second = `word${randomUUID()}`;
    await rename(second);
    for (let n = 0; n < 45; n++) await rename(`m${n}`);
    await expectNoTraces([first, second]);
  });
});

describe("a log that has more bytes than it may", () => {
  afterEach(async () => {
    await setQuota("log_bytes", 1_073_741_824);
  });

  it("loses its oldest changes, and levels off", async () => {
    const { cursor } = (await must("list_changes", { query: {} })).body;
    const word = `word${randomUUID()}`;
    const id = await make("note", { content: word });
    const write = (n: number) => must("update_note", { id, body: { content: `${n}`.repeat(200) } });
    await setQuota("log_bytes", 20_000);
    for (let n = 0; n < 80; n++) await write(n);
    const { total, data } = await listed();
    expect(total).toBeLessThan(70);
    expect(total).toBeGreaterThan(5);
    expect(await traces(word)).toEqual([]);
    expect((await must("undo_activity", { id: data[0].id })).body).toMatchObject({
      changeCount: 1,
    });
    expect(await ask("list_changes", { query: { since: cursor } })).toMatchObject({
      body: { code: "cursor_expired" },
    });
  });

  it("does not undo half of a change set that it has lost a part of", async () => {
    await database.asRest(person.id, (tx) =>
      tx`
      insert into kith.networks (name) select 'N' || n from generate_series(1, 500) n`);
    const { cursor } = (await must("list_changes", { query: {} })).body;
    await database.asRest(
      person.id,
      (tx) => tx`update kith.networks set description = 'D' || repeat('x', 100)`,
    );
    const [{ id }] = (await listed()).data;
    const contact = await make("contact", { firstName: "A" });
    await setQuota("log_bytes", 250_000);
    let answer: Handled;
    for (let n = 0;; n++) {
      await must("update_contact", { id: contact, body: { company: `${n}` } });
      answer = await ask("get_activity", { id });
      if (answer.status === null) break;
      expect(answer.body.changeCount).toBe(500);
      if (n === 200) throw new Error("nothing was purged");
    }
    expect(answer.body).toEqual({ code: "not_found" });
    expect(await ask("undo_activity", { id })).toMatchObject({
      status: null,
      body: { code: "not_found" },
    });
    expect((await listed({ pageSize: 200 })).data.map((one: Json) => one.id)).not.toContain(id);
    expect(await ask("list_changes", { query: { since: cursor } })).toMatchObject({
      body: { code: "cursor_expired" },
    });
  });
});

describe("a write that changes nothing", () => {
  it("writes no change set, through any door", async () => {
    const network = await make("network", { name: "N" });
    const contact = await make("contact", {
      firstName: "A",
      emails: [{ label: "x", value: "a@x.de" }],
      networkIds: [network],
    });
    const type = await make("note_type", { name: "T" });
    const note = await make("note", {
      content: "C",
      contactId: contact,
      noteTypeId: type,
      occurredAt: "2024-01-01T00:00:00Z",
    });
    const reminder = await make("reminder", { title: "R", completed: true });
    await must("update_me", { body: { name: "Ada" } });
    const before = await listed();
    const same: [string, Json][] = [
      ["update_network", { id: network, body: { name: " N " } }],
      ["update_contact", {
        id: contact,
        body: {
          firstName: " A",
          emails: [{ value: "a@x.de", label: "x" }],
          networkIds: [network, network],
        },
      }],
      ["update_contact", { id: contact, body: {} }],
      ["update_note_type", { id: type, body: { name: "T", countsAsContact: true } }],
      ["update_note", {
        id: note,
        body: { content: "C", contactId: contact, occurredAt: "2024-01-01T01:00:00+01:00" },
      }],
      ["update_reminder", { id: reminder, body: { title: "R", completed: true } }],
      ["update_me", { body: { name: "Ada ", timezone: "UTC" } }],
      ["add_network_contact", { id: network, contactId: contact }],
      ["remove_network_contact", { id: await make("network", { name: "M" }), contactId: contact }],
    ];
    for (const [operation, args] of same) {
      expect([operation, (await must(operation, args)).activityId]).toEqual([operation, null]);
    }
    await database.asRest(person.id, (tx) => tx`update kith.contacts set first_name = first_name`);
    await database.asked`update kith.notes set content = content where owner_id = ${person.id}`;
    expect((await listed()).total).toBe(before.total + 1);
  });
});

describe("a request that is refused, or tries only", () => {
  it("logs nothing", async () => {
    const [network] = [await make("network", { name: "N" }), await make("network", { name: "M" })];
    const contact = await make("contact", { firstName: "A" });
    const { activityId } = await must("update_contact", { id: contact, body: { firstName: "B" } });
    const { path } =
      (await must("create_photo_upload", { id: contact, body: { extension: "png" } })).body;
    const { total } = await listed();
    const { cursor } = (await must("list_changes", { query: {} })).body;
    const refused: [string, Json][] = [
      ["update_network", { id: network, body: { name: "m" } }],
      ["update_contact", { id: contact, body: { firstName: "C", networkIds: [randomUUID()] } }],
      ["create_contact", { body: { firstName: "C", networkIds: [randomUUID()] } }],
      ["update_contact", { id: contact, body: { company: "C" }, ifMatch: ["0".repeat(32)] }],
    ];
    for (const [operation, args] of refused) {
      expect([operation, await ask(operation, args)]).toMatchObject([operation, {
        status: null,
        activityId: null,
      }]);
    }
    const tried: [string, Json][] = [
      ["prepare_photo", { id: contact, body: { photoUrl: path, firstName: "D" } }],
      ["undo_activity", { id: activityId, body: { dryRun: true } }],
    ];
    for (const [operation, args] of tried) {
      expect([operation, await must(operation, args)]).toMatchObject([operation, {
        activityId: null,
      }]);
    }
    expect((await listed()).total).toBe(total);
    expect((await must("list_changes", { query: { since: cursor } })).body).toEqual({
      data: [],
      cursor,
      hasMore: false,
    });
  });
});

describe("the actor of a change", () => {
  it("is the key with its name at that time, the account, or the role in the database", async () => {
    const key = await person.newKey("my script");
    const { body: { id } } = await must("create_network", {
      body: { name: "A" },
      requestId: "the request",
    }, key.credential);
    await must("update_network", { id, body: { name: "B" } });
    await must("delete_api_key", { id: key.id });
    await database.asRest(
      person.id,
      (tx) => tx`update kith.networks set name = 'C' where id = ${id}`,
    );
    await committed(database.asked, async (tx) => {
      await become(tx, "service");
      await tx`update kith.networks set name = 'D' where id = ${id}`;
    });
    await database.asked`update kith.networks set name = 'E' where id = ${id}`;
    const sets = (await listed()).data;
    expect(sets.map(({ actor, operation }: Json) => [actor, operation])).toEqual([
      [{ kind: "database", id: null, name: "postgres" }, null],
      [{ kind: "database", id: null, name: "service_role" }, null],
      [{ kind: "access_token", id: person.id, name: null }, null],
      [{ kind: "access_token", id: person.id, name: null }, "updateNetwork"],
      [{ kind: "api_key", id: key.id, name: "my script" }, "createNetwork"],
    ]);
    expect(sets.at(-1).requestId).toBe("the request");
    expect(sets[0].requestId).toBeNull();
  });

  it("decides who may undo: a key what it did itself, the owner all, and nobody what is another owner's", async () => {
    const [key, other] = [(await person.newKey()).credential, (await person.newKey()).credential];
    const made = await must("create_network", { body: { name: "A" } }, key);
    await database.asked`update kith.networks set color = '#000000' where id = ${made.body.id}`;
    const [byHand] = (await listed()).data;
    const undoable = async (id: string, who: Credential) =>
      (await must("get_activity", { id }, who)).body.undoable;
    const id = made.activityId!;
    expect([await undoable(id, key), await undoable(id, other), await undoable(id, person.token)])
      .toEqual([true, false, true]);
    expect([await undoable(byHand.id, key), await undoable(byHand.id, person.token)]).toEqual([
      false,
      true,
    ]);
    for (const [who, set] of [[other, id], [key, byHand.id]] as const) {
      for (const dryRun of [false, true]) {
        expect(await ask("undo_activity", { id: set, body: { dryRun } }, who)).toMatchObject({
          body: { code: "access_token_required" },
        });
      }
    }
    const stranger = await database.newPerson();
    for (const who of [stranger.token, (await stranger.newKey()).credential]) {
      for (const operation of ["get_activity", "undo_activity"]) {
        expect(await ask(operation, { id }, who)).toMatchObject({
          status: null,
          body: { code: "not_found" },
        });
      }
      expect((await must("list_activity", { query: { resourceId: made.body.id } }, who)).body.total)
        .toBe(0);
      const { cursor } = (await must("list_changes", { query: {} })).body;
      expect(await ask("list_changes", { query: { since: cursor } }, who)).toMatchObject({
        body: { code: "cursor_expired" },
      });
    }
    expect((await must("undo_activity", { id: byHand.id })).body).toMatchObject({
      conflictCount: 0,
    });
    expect((await must("undo_activity", { id }, key)).body).toMatchObject({ conflictCount: 0 });
    expect((await must("list_networks", { query: {} })).body.total).toBe(0);
  });
});

describe("keys", () => {
  it("are not in the log, nor is anything of them", async () => {
    const hash = randomUUID().replaceAll("-", "").repeat(2);
    const made = await must("create_api_key", {
      body: { name: `name${hash}` },
      hash,
      keyPrefix: "kith_ffff",
    });
    await must("create_network", { body: { name: "A" } }, { kind: "api_key", hash });
    expect(made.activityId).toBeNull();
    expect(await traces(hash.slice(0, 40))).toEqual(
      [
        "kith_private.api_keys.hash",
        "kith_private.api_keys.name",
        expect.stringMatching(/^kith_private\.change_sets?\.actor_name$/),
      ],
    );
    expect((await must("delete_api_key", { id: made.body.id })).activityId).toBeNull();
    // A text and a value of bytea are written differently.
    expect(await traces(`\\x${hash}`)).toEqual([]);
    expect((await listed()).total).toBe(1);
  });
});

describe("undoing", () => {
  it("twice changes nothing the second time, also where only networks were changed", async () => {
    const networkIds = [await make("network", { name: "N" })];
    const id = await make("contact", { firstName: "A" });
    const { activityId } = await must("update_contact", { id, body: { networkIds } });
    expect((await must("undo_activity", { id: activityId })).activityId).not.toBeNull();
    expect(await must("undo_activity", { id: activityId })).toMatchObject({
      activityId: null,
      body: { activityId: null, changes: [], changeCount: 0, conflictCount: 0 },
    });
  });

  it("a part of what a reminder was leaves it completed if and only if it has a time of it", async () => {
    const id = await make("reminder", { title: "A" });
    const { activityId } = await must("update_reminder", { id, body: { completed: true } });
    await must("update_reminder", { id, body: { completed: false } });
    await must("update_reminder", { id, body: { completed: true } });
    expect(await ask("undo_activity", { id: activityId })).toMatchObject({
      body: { code: "conflict" },
    });
    const { body } = await must("undo_activity", { id: activityId, body: { partial: true } });
    expect(body.conflicts).toMatchObject([{
      resource: "reminder",
      id,
      field: "completedAt",
      reason: "changed",
    }]);
    expect((await must("get_reminder", { id })).body).toMatchObject({
      completed: false,
      completedAt: null,
    });
  });

  it("a photo of a contact that was changed since says that the contact was changed now", async () => {
    const id = await make("contact", { firstName: "A" });
    await database
      .asked`update kith.contacts set photo_path = owner_id || '/' || id || '/' || gen_random_uuid() || '.png' where id = ${id}`;
    const { activityId } = await must("update_contact", {
      id,
      body: { photoUrl: null, company: "C" },
    });
    const { body } = await must("update_contact", { id, body: { company: null, jobTitle: "J" } });
    await must("undo_activity", { id: activityId });
    const now = (await must("get_contact", { id })).body;
    expect(now).toMatchObject({ jobTitle: "J", company: null });
    expect(now.updatedAt > body.updatedAt).toBe(true);
  });
});

describe("the feed", () => {
  it("gets past a membership, which is of two things, one thing at a time", async () => {
    let { cursor } = (await must("list_changes", { query: {} })).body;
    const network = await make("network", { name: "N" });
    const contact = await make("contact", { firstName: "A", networkIds: [network] });
    await must("remove_network_contact", { id: network, contactId: contact });
    const seen = new Map<string, Json>();
    for (let pages = 0;; pages++) {
      const { body } = await must("list_changes", { query: { since: cursor, pageSize: 1 } });
      for (const item of body.data) seen.set(item.id, item.value);
      cursor = body.cursor;
      if (!body.hasMore) break;
      expect(pages).toBeLessThan(10);
    }
    expect(seen.get(network)).toMatchObject({ contactCount: 0 });
    expect(seen.get(contact)).toMatchObject({ networkIds: [] });
  });
});
