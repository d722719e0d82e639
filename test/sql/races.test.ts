import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type Asked, overlap, statusesOf, withKey, withTokenOf } from "../support/overlap.ts";
import { asPostgres, superuser } from "../support/sql.ts";

/**
 * Of each race the order in which it is lost: the second request starts when the first has done its work and has not
 * committed. None of it hangs on chance or time.
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

describe("two at once", () => {
  it("do not both get the twentieth key", async () => {
    for (let n = 0; n < 19; n++) await makeKey(ada);
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
    const [a, b] = [await make(ada, path, { name: "A" }), await make(ada, path, { name: "B" })];
    const rename = ({ id }: Json) => withToken(`update_${resource}`, { id, body: { name: "C" } });
    expect(await statuses(rename(a), rename(b))).toEqual([200, 409]);
  });

  it("complete a reminder once, and it keeps its first completedAt", async () => {
    const { id } = await make(ada, "/reminders", { title: "A" });
    const complete = withToken("update_reminder", { id, body: { completed: true } });
    const [one, other] = await overlap(sql, complete, complete);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.body).toEqual(one.body);
  });

  it("make one thing of one Idempotency-Key", async () => {
    const create = withToken("create_contact", { body: { firstName: "A" }, idempotencyKey: "k" });
    expect(await statuses(create, create)).toEqual([201, 409]);
    expect((await ada.get("/contacts")).body.total).toBe(1);
  });

  it("put a contact into a network once", async () => {
    const [network, contact] = [
      await make(ada, "/networks", { name: "N" }),
      await make(ada, "/contacts", { firstName: "C" }),
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
];

describe.each(resources)("a change of a %s", (name, path, body, change) => {
  it("that meets its deletion finds nothing, and one that came first is deleted", async () => {
    for (const ifMatch of [undefined, ["0".repeat(32)]]) {
      const { id } = await make(ada, path, body);
      const remove = withToken(`delete_${name}`, { id });
      const edit = withToken(`update_${name}`, { id, body: change, ...(ifMatch && { ifMatch }) });
      expect(await statuses(remove, edit)).toEqual([204, 404]);
      expect((await ada.get(`${path}/${id}`)).status).toBe(404);
    }
    const { id } = await make(ada, path, body);
    const edit = withToken(`update_${name}`, { id, body: change });
    const remove = withToken(`delete_${name}`, { id });
    expect(await statuses(edit, remove)).toEqual([200, 204]);
    expect((await ada.get(`${path}/${id}`)).status).toBe(404);
    const again = await make(ada, path, body);
    const twice = withToken(`delete_${name}`, { id: again.id });
    expect(await statuses(twice, twice)).toEqual([204, 404]);
  });
});

describe("what points at a contact that is being deleted", () => {
  it("is refused, or left behind untagged, and never half of either", async () => {
    const references: [string, (id: string) => Asked][] = [
      ["note", (id) => withToken("create_note", { body: { content: "A", contactId: id } })],
      ["reminder", (id) => withToken("create_reminder", { body: { title: "A", contactId: id } })],
    ];
    for (const [what, create] of references) {
      const first = await make(ada, "/contacts", { firstName: "A" });
      const remove = (id: string) => withToken("delete_contact", { id });
      expect([what, await statuses(remove(first.id), create(first.id))]).toEqual([what, [
        204,
        400,
      ]]);
      const second = await make(ada, "/contacts", { firstName: "A" });
      const [made, removed] = await overlap(sql, create(second.id), remove(second.id));
      expect([what, made.status, removed.status]).toEqual([what, 201, 204]);
      const left = await ada.get(`/${what}s/${made.body.id}`);
      expect(expectStatus(left, 200).contactId).toBeNull();
    }
  });

  it("is a membership that does not come to be", async () => {
    const network = await make(ada, "/networks", { name: "N" });
    const contact = await make(ada, "/contacts", { firstName: "A" });
    const join = withToken("add_network_contact", { id: network.id, contactId: contact.id });
    const remove = withToken("delete_contact", { id: contact.id });
    expect(await statuses(remove, join)).toEqual([204, 404]);
    expect((await ada.get(`/networks/${network.id}`)).body.contactCount).toBe(0);
  });
});
