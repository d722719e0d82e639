import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type Asked, overlap, statusesOf, withKey, withTokenOf } from "../support/overlap.ts";
import { pathOf, plainBody, plainKinds } from "../support/plain-resources.ts";
import { asPostgres, superuser } from "../support/sql.ts";

/**
 * Of each race the order in which it is lost: the second request starts when the first has done its work and has not
 * committed. Nothing here depends on chance or time.
 */
const sql = asPostgres(4);
const admin = superuser();
let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const withToken = (operation: string, args: Json): Asked => withTokenOf(ada, operation, args);
const statuses = (first: Asked, second: Asked) => statusesOf(sql, first, second);
const newKey = (): Asked =>
  withToken("create_api_key", {
    body: { name: "A" },
    hash: randomBytes(32).toString("hex"),
    keyPrefix: "kith_0000",
  });

describe("two requests at once", () => {
  it("do not both get the twentieth key", async () => {
    await Promise.all(Array.from({ length: 19 }, () => makeKey(ada)));
    expect(await statuses(newKey(), newKey())).toEqual([201, 409]);
    expect((await ada.get("/api-keys")).body.total).toBe(20);
  });

  it("do not both get the last request of a key's minute", async () => {
    const { id, key } = await makeKey(ada);
    await as119(id);
    const request = withKey(key, "list_contacts", {});
    expect(await statuses(request, request)).toEqual([200, 429]);
  });

  it.each(["network", "note_type"])("do not both get a name for a %s", async (resource) => {
    const create = (name: string) => withToken(`create_${resource}`, { body: { name } });
    expect(await statuses(create("Straße"), create("STRASSE"))).toEqual([201, 201]);
    expect(await statuses(create("One"), create("oNE"))).toEqual([201, 409]);
    const path = resource === "network" ? "/networks" : "/note-types";
    const [a, b] = [await ada.make(path, { name: "A" }), await ada.make(path, { name: "B" })];
    const rename = ({ id }: Json) => withToken(`update_${resource}`, { id, body: { name: "C" } });
    expect(await statuses(rename(a), rename(b))).toEqual([200, 409]);
  });

  it("complete a reminder once, with the first completedAt", async () => {
    const { id } = await ada.make("/reminders", { title: "A" });
    const complete = withToken("update_reminder", { id, body: { completed: true } });
    const [one, other] = await overlap(sql, complete, complete);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.body).toEqual(one.body);
  });

  it("create one resource for one Idempotency-Key", async () => {
    const create = withToken("create_contact", { body: { firstName: "A" }, idempotencyKey: "k" });
    expect(await statuses(create, create)).toEqual([201, 409]);
    expect((await ada.get("/contacts")).body.total).toBe(1);
  });

  it("put a contact into a network once", async () => {
    const [network, contact] = [
      await ada.make("/networks", { name: "N" }),
      await ada.make("/contacts", { firstName: "C" }),
    ];
    const join = withToken("add_network_contact", { id: network.id, contactId: contact.id });
    const leave = withToken("remove_network_contact", { id: network.id, contactId: contact.id });
    expect(await statuses(join, join)).toEqual([204, 204]);
    expect((await ada.get(`/networks/${network.id}`)).body.contactCount).toBe(1);
    expect(await statuses(leave, leave)).toEqual([204, 204]);
    expect((await ada.get(`/networks/${network.id}`)).body.contactCount).toBe(0);
  });
});

async function as119(keyId: string): Promise<void> {
  await admin`
    insert into kith_private.api_key_requests (api_key_id, instants)
    select ${keyId}, array_fill(clock_timestamp(), array[119])
    on conflict (api_key_id) do update set instants = excluded.instants`;
}

/** Each resource: what is made, and a change of it. */
const resources: [name: string, path: string, body: Json, change: Json][] = [
  ["contact", "/contacts", { firstName: "A" }, { firstName: "B", networkIds: [] }],
  ["network", "/networks", { name: "A" }, { name: "B" }],
  ["note_type", "/note-types", { name: "A" }, { name: "B", countsAsContact: false }],
  ["note", "/notes", { content: "A" }, { content: "B" }],
  ["reminder", "/reminders", { title: "A" }, { completed: true }],
  ["api_key", "/api-keys", { name: "A" }, { name: "B" }],
  ...plainKinds.map((kind): [string, string, Json, Json] => [
    kind,
    pathOf(kind),
    plainBody(kind, [], "A"),
    plainBody(kind, [], "B"),
  ]),
];

describe.each(resources)("a change of a %s", (name, path, body, change) => {
  it("answers 404 after its deletion, and is deleted with it before", async () => {
    for (const ifMatch of [undefined, ["0".repeat(32)]]) {
      const { id } = await ada.make(path, body);
      const remove = withToken(`delete_${name}`, { id });
      const edit = withToken(`update_${name}`, { id, body: change, ...(ifMatch && { ifMatch }) });
      expect(await statuses(remove, edit)).toEqual([204, 404]);
      expect((await ada.get(`${path}/${id}`)).status).toBe(404);
    }
    const { id } = await ada.make(path, body);
    const edit = withToken(`update_${name}`, { id, body: change });
    const remove = withToken(`delete_${name}`, { id });
    expect(await statuses(edit, remove)).toEqual([200, 204]);
    expect((await ada.get(`${path}/${id}`)).status).toBe(404);
    const again = await ada.make(path, body);
    const twice = withToken(`delete_${name}`, { id: again.id });
    expect(await statuses(twice, twice)).toEqual([204, 404]);
  });
});

describe("a key that is being revoked", () => {
  it("refuses later requests, used before or not, and earlier ones are carried out", async () => {
    for (const used of [false, true]) {
      const { id, key } = await makeKey(ada);
      const request = withKey(key, "create_contact", { body: { firstName: "A" } });
      if (used) await statuses(request, withToken("list_contacts", {}));
      const revoke = withToken("delete_api_key", { id });
      expect(await statuses(revoke, request)).toEqual([204, 401]);
    }
    const { id, key } = await makeKey(ada);
    const request = withKey(key, "create_contact", { body: { firstName: "Before" } });
    expect(await statuses(request, withToken("delete_api_key", { id }))).toEqual([201, 204]);
    const names = (await ada.get("/contacts?search=Before")).body.total;
    expect(names).toBe(1);
  });
});

describe("a contact that is being deleted", () => {
  let id: string;
  let network: string;
  beforeEach(async () => {
    id = (await ada.make("/contacts", { firstName: "A" })).id;
    network = (await ada.make("/networks", { name: "N" })).id;
  });
  const remove = () => withToken("delete_contact", { id });
  const invalid = { code: "invalid_reference", errors: [{ pointer: "/contactId" }] };
  const contactCount = async () => (await ada.get(`/networks/${network}`)).body.contactCount;

  const ofIt: [string, () => [operation: string, args: Json], status: number][] = [
    ["a photo upload", () => ["create_photo_upload", { id, body: { extension: "png" } }], 200],
    ["a membership", () => ["add_network_contact", { id: network, contactId: id }], 204],
    ["a change", () => ["update_contact", { id, body: { networkIds: [network] } }], 200],
  ];

  it.each(ofIt)(
    "answers 404 to %s after its deletion, and is deleted with one before",
    async (_, request, status) => {
      const [, late] = await overlap(sql, remove(), withToken(...request()));
      expect(late).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(await contactCount()).toBe(0);
      id = (await ada.make("/contacts", { firstName: "B" })).id;
      expect(await statuses(withToken(...request()), remove())).toEqual([status, 204]);
      expect((await ada.get(`/contacts/${id}`)).status).toBe(404);
      expect(await contactCount()).toBe(0);
    },
  );

  it.each([["note", { content: "A" }], ["reminder", { title: "A" }]])(
    "the contact is refused in a later %s, and removed from an earlier one",
    async (resource, body) => {
      const made = await ada.make(`/${resource}s`, body);
      const create = () => withToken(`create_${resource}`, { body: { ...body, contactId: id } });
      const change = () =>
        withToken(`update_${resource}`, { id: made.id, body: { contactId: id } });
      for (const request of [create, change]) {
        const late = await overlap(sql, remove(), request());
        expect(late).toMatchObject([{ status: 204 }, { status: 400, body: invalid }]);
        id = (await ada.make("/contacts", { firstName: "B" })).id;
      }
      const [first, removed] = await overlap(sql, create(), remove());
      expect([first.status, first.body.contactId, removed.status]).toEqual([201, id, 204]);
      const left = await ada.get(`/${resource}s/${first.body.id}`);
      expect(expectStatus(left, 200).contactId).toBeNull();
    },
  );
});

describe("lastContactedAt", () => {
  const early = "2026-01-01T00:00:00.000Z";
  const late = "2026-02-01T00:00:00.000Z";
  let contactId: string;
  let typeId: string;
  beforeEach(async () => {
    contactId = (await ada.make("/contacts", { firstName: "A" })).id;
    typeId = (await ada.make("/note-types", { name: "T" })).id;
  });
  const noted = async () => (await ada.get(`/contacts/${contactId}`)).body.lastContactedAt;
  const note = (occurredAt: string, noteTypeId: string | null = null) =>
    withToken("create_note", { body: { content: "A", contactId, occurredAt, noteTypeId } });
  const made = (occurredAt: string, noteTypeId: string | null = null) =>
    ada.make("/notes", { content: "A", contactId, occurredAt, noteTypeId });
  const type = (countsAsContact: boolean) =>
    withToken("update_note_type", { id: typeId, body: { countsAsContact } });
  const remove = ({ id }: Json) => withToken("delete_note", { id });
  const move = ({ id }: Json, occurredAt: string) =>
    withToken("update_note", { id, body: { occurredAt } });

  it("lastContactedAt is the later of two notes that are written at once, whichever commits first", async () => {
    await overlap(sql, note(late), note(early));
    expect(await noted()).toBe(late);
    contactId = (await ada.make("/contacts", { firstName: "B" })).id;
    await overlap(sql, note(early), note(late));
    expect(await noted()).toBe(late);
  });

  it("leaves the total of notes right when notes are written, moved and deleted at once", async () => {
    await overlap(sql, note(late), note(late));
    expect((await ada.get("/notes")).body.total).toBe(2);
    const [one, other] = (await ada.get("/notes")).body.data;
    await overlap(sql, move(one, early), remove(other));
    expect((await ada.get("/notes")).body.total).toBe(1);
    expect((await ada.get("/notes?from=2026-02-01")).body.total).toBe(0);
  });

  it("lastContactedAt is right when the newest note is deleted while another is created", async () => {
    await overlap(sql, remove(await made(late)), note(early));
    expect(await noted()).toBe(early);
    await overlap(sql, note(late), remove((await ada.get("/notes")).body.data[0]));
    expect(await noted()).toBe(late);
  });

  it("lastContactedAt is right when two notes exchange their dates", async () => {
    const [one, other] = [await made(early), await made(late)];
    await overlap(sql, move(one, late), move(other, early));
    expect(await noted()).toBe(late);
    await overlap(sql, move(one, early), move(other, early));
    expect(await noted()).toBe(early);
  });

  it.each([
    ["stops counting after it is written", true, false],
    ["stops counting before it is written", true, true],
    ["begins to count before it is written", false, true],
  ])("is right where the type of a note %s", async (_, counts, isFirst) => {
    expectStatus(await ada.patch(`/note-types/${typeId}`, { countsAsContact: counts }), 200);
    const [change, write] = [type(!counts), note(late, typeId)];
    const told = isFirst ? await statuses(change, write) : await statuses(write, change);
    expect(told.toSorted()).toEqual([200, 201]);
    expect(await noted()).toBe(counts ? null : late);
  });

  it("counts a note whose type is deleted meanwhile", async () => {
    expectStatus(await ada.patch(`/note-types/${typeId}`, { countsAsContact: false }), 200);
    const [first, second] = await statuses(
      note(late, typeId),
      withToken("delete_note_type", { id: typeId }),
    );
    expect([first, second]).toEqual([201, 204]);
    expect(await noted()).toBe(late);
  });
});
