import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const ada = await signUp();
const { id, key } = await makeKey(ada, "Mail assistant");
const [keyId, agent] = [id, as(key)];

const changeSet = (client: Client, id: string) => client.read(`/activity/${id}`);
const newest = async (client: Client): Promise<Json> =>
  (await client.listed("/activity?pageSize=1"))[0];

describe("a change set", () => {
  it("says who changed what, and what was there before and after", async () => {
    const headers = { "x-request-id": "the-request" };
    const body = { firstName: "Zoë", lastName: "Müller", emails: [{ value: "zoe@example.com" }] };
    const created = await agent.post("/contacts", body, { headers });
    const id = changeSetOf(created, 201);
    const expected = {
      id,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      requestId: "the-request",
      actor: { kind: "api_key", id: keyId, name: "Mail assistant" },
      operation: "createContact",
      summary: "Created contact Zoë Müller",
      changes: [{
        resource: "contact",
        id: created.body.id,
        name: "Zoë Müller",
        action: "create",
        fields: {
          firstName: { before: null, after: "Zoë" },
          lastName: { before: null, after: "Müller" },
          emails: { before: null, after: created.body.emails },
        },
      }],
      changeCount: 1,
      undoes: [],
      undoneBy: null,
      undoable: true,
    };
    expect(await changeSet(agent, id)).toEqual(expected);
    expect(await newest(agent)).toEqual(expected);
    expect(Math.abs(Date.parse((await newest(ada)).at) - Date.now())).toBeLessThan(60_000);
  });

  it("the change set has the members that were changed, and no others", async () => {
    const { id } = await ada.make("/contacts", { firstName: "Zoë", nickname: "Zo" });
    const patch = { firstName: "Zoë", nickname: "Zoe", isFavorite: true };
    const changed = changeSetOf(await ada.patch(`/contacts/${id}`, patch), 200);
    const found = await changeSet(ada, changed);
    expect(found).toMatchObject({
      actor: { kind: "access_token", id: ada.id, name: null },
      operation: "updateContact",
      summary: "Changed contact Zoë",
    });
    expect(found.changes[0].fields).toEqual({
      nickname: { before: "Zo", after: "Zoe" },
      isFavorite: { before: false, after: true },
    });
  });

  it("of a deleted contact also has its notes, reminders and memberships", async () => {
    const { id: networkId } = await ada.make("/networks", { name: "Climbing" });
    const body = { firstName: "Zoë", lastName: "M", networkIds: [networkId] };
    const { id: contactId } = await ada.make("/contacts", body);
    for (const content of ["1", "2", "3"]) await ada.make("/notes", { content, contactId });
    const { id: reminderId } = await ada.make("/reminders", { title: "Call", contactId });
    const deletion = changeSetOf(await ada.delete(`/contacts/${contactId}`), 204);
    const deleted = await changeSet(ada, deletion);
    expect(deleted.summary)
      .toMatch(/^Deleted contact Zoë M, changed 3 notes, changed reminder Call/);
    expect(deleted.changeCount).toBe(6);
    expect(deleted.changes).toEqual(expect.arrayContaining([
      expect.objectContaining({ resource: "contact", id: contactId, action: "delete" }),
      {
        resource: "membership",
        id: contactId,
        name: "Climbing",
        action: "delete",
        fields: {
          contactId: { before: contactId, after: null },
          networkId: { before: networkId, after: null },
        },
      },
      {
        resource: "reminder",
        id: reminderId,
        name: "Call",
        action: "update",
        fields: { contactIds: { before: [contactId], after: [] } },
      },
    ]));
  });

  it("the change set has at most 20 changes in a list and 200 by itself, and texts of at most 1,000 characters", async () => {
    const { id } = await ada.make("/networks", { name: "Many" });
    await sql`
      with added as (
        insert into kith.contacts (owner_id, first_name)
        select ${ada.id}, 'C' || n from generate_series(1, 210) n returning id)
      insert into kith.contact_networks (owner_id, contact_id, network_id)
      select ${ada.id}, a.id, ${id} from added a`;
    const deleted = changeSetOf(await ada.delete(`/networks/${id}`), 204);
    const [inList, single] = [await newest(ada), await changeSet(ada, deleted)];
    expect([inList.changes.length, inList.changeCount]).toEqual([20, 211]);
    expect([single.changes.length, single.changeCount]).toEqual([200, 211]);
    expect(single.summary).toBe("Deleted network Many, which had 210 contacts");
    expect(await ada.undo(deleted)).toMatchObject({ conflictCount: 0, changeCount: 211 });
    expect((await ada.read(`/networks/${id}`)).contactCount).toBe(210);

    const note = await ada.post("/notes", { content: "é".repeat(5_000) });
    const { changes } = await changeSet(ada, changeSetOf(note, 201));
    expect(changes[0].fields.content.after).toBe("é".repeat(1_000) + "…");
  });

  it("keeps the name of a key that was deleted, and is undoable by the account alone", async () => {
    const { id, key } = await makeKey(ada, "For a day");
    const made = changeSetOf(await as(key).post("/networks", { name: "Brief" }), 201);
    expectStatus(await ada.delete(`/api-keys/${id}`), 204);
    const actor = { kind: "api_key", id, name: "For a day" };
    expect(await changeSet(ada, made)).toMatchObject({ actor, undoable: true });
    expect(await changeSet(agent, made)).toMatchObject({ actor, undoable: false });
  });
});

describe("the list of change sets", async () => {
  const owner = await signUp();
  const key = await makeKey(owner);
  const contactId = (await owner.make("/contacts", { firstName: "A" })).id;
  await as(key.key).make("/notes", { content: "N", contactId });
  await owner.change(`/contacts/${contactId}`, { firstName: "B" });
  expectStatus(await owner.delete(`/contacts/${contactId}`), 204);

  const operations = async (query: string) =>
    (await owner.listed(`/activity?${query}`)).map(({ operation }) => operation);
  const everything = ["deleteContact", "updateContact", "createNote", "createContact"];

  it("the list is filtered by actor, resource, id and action", async () => {
    const byOwner = everything.filter((name) => name !== "createNote");
    for (
      const [query, expected] of [
        ["", everything],
        [`actorId=${key.id}`, ["createNote"]],
        ["resource=note", ["deleteContact", "createNote"]],
        ["resource=network", []],
        [`resourceId=${contactId}`, byOwner],
        ["action=delete", ["deleteContact"]],
        ["resource=note&action=update", ["deleteContact"]],
        ["resource=contact&action=create", ["createContact"]],
      ] as const
    ) expect([query, await operations(query)]).toEqual([query, expected]);
  });

  it("the list is filtered by instants, and by days of the profile's time zone", async () => {
    const [last, , , first] = await owner.listed("/activity");
    expect(await operations(`from=${last.at}`)).toEqual(["deleteContact"]);
    expect(await operations(`from=${first.at}&to=${last.at}`)).toEqual(everything.slice(1));
    await owner.change("/me", { timezone: "Pacific/Kiritimati" });
    const there = (instant: string) =>
      new Date(Date.parse(instant) + 14 * 3_600_000).toISOString().slice(0, 10);
    const [begin, end] = [there(first.at), there(new Date().toISOString())];
    expect(await operations(`from=${begin}&to=${end}`)).toEqual(["updateMe", ...everything]);
    expect(await operations("to=2026-01-01")).toEqual([]);
    expect(await operations("from=9999-01-01")).toEqual([]);
  });

  it("refuses a span that ends before it begins", async () => {
    const answer = await owner.get("/activity?from=2026-03-02&to=2026-03-01");
    expectViolations(answer, "query /from too_big");
  });
});

const trash = (client: Client, query = "") => client.listed(`/trash?${query}`);
const undo = (client: Client, id: string) => client.post(`/activity/${id}/undo`);

/** Makes something and deletes it; the change set of the deletion. */
async function remove(client: Client, path: string, body: Json): Promise<string> {
  const { id } = await client.make(path, body);
  return changeSetOf(await client.delete(`${path}/${id}`), 204);
}

describe("the trash", async () => {
  const ada = await signUp();

  it("lists what was deleted, newest first, with its name and who deleted it", async () => {
    const { id: keyId, key } = await makeKey(ada, "Cleaner");
    const contact = await ada.make("/contacts", { firstName: "Zoë", lastName: "Müller" });
    const deleted = changeSetOf(await as(key).delete(`/contacts/${contact.id}`), 204);
    await remove(ada, "/networks", { name: "Climbing" });
    await remove(ada, "/note-types", { name: "Letter" });
    await remove(ada, "/reminders", { title: "Send photos" });
    await remove(ada, "/notes", { content: "Talked about the climbing trip" });
    const items = await trash(ada);
    expect(items.map(({ resource, name }) => [resource, name])).toEqual([
      ["note", "Talked about the climbing trip"],
      ["reminder", "Send photos"],
      ["note_type", "Letter"],
      ["network", "Climbing"],
      ["contact", "Zoë Müller"],
    ]);
    expect(items[4]).toEqual({
      id: deleted,
      resource: "contact",
      resourceId: contact.id,
      name: "Zoë Müller",
      deletedAt: (await ada.get(`/activity/${deleted}`)).body.at,
      actor: { kind: "api_key", id: keyId, name: "Cleaner" },
    });
    expect(await trash(as(key))).toEqual(items);
  });

  it("the trash is filtered by kind, and searched as contacts are", async () => {
    const names = async (query: string) => (await trash(ada, query)).map(({ name }) => name);
    expect(await names("resource=network")).toEqual(["Climbing"]);
    expect(await names("search=muller zoe")).toEqual(["Zoë Müller"]);
    expect(await names("search=CLIMB")).toEqual(["Talked about the climbing trip", "Climbing"]);
    expect(await names("search=climb&resource=note")).toEqual(["Talked about the climbing trip"]);
    expect(await names("search=%25")).toEqual([]);
    expect(await names("search=")).toHaveLength(5);
  });

  it("does not list what exists, or a contact that only left a network", async () => {
    const owner = await signUp();
    const { id } = await owner.make("/networks", { name: "A" });
    const contact = await owner.make("/contacts", { firstName: "A", networkIds: [id] });
    expectStatus(await owner.delete(`/networks/${id}/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toEqual([]);
    const first = changeSetOf(await owner.delete(`/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toMatchObject([{ id: first }]);
    expectStatus(await undo(owner, first), 200);
    expect(await trash(owner)).toEqual([]);
    const second = changeSetOf(await owner.delete(`/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toMatchObject([{ id: second, resourceId: contact.id }]);
    const made = await owner.post("/networks", { name: "Undone" });
    const { body } = await undo(owner, changeSetOf(made, 201));
    expect((await trash(owner))[0]).toMatchObject({ id: body.activityId, name: "Undone" });
  });
});

// test/sql/log-retention.test.ts erases single items and the rest, and looks for them in every table.
describe("what is too large to be erased in one statement", () => {
  let owner: Account;
  beforeEach(async () => {
    owner = await signUp();
  });

  /**
   * Adds to the log what a large import and its deletion would have: one deleted note for each number. One statement
   * erases 20,000 changes, or 2,000 resources of the trash.
   */
  async function fillLog(notes: number): Promise<void> {
    await owner.make("/networks", { name: "First" });
    await sql`
      with added as (
        insert into kith_private.change_sets (owner_id, number, id, actor_kind)
        values (${owner.id}, 2, gen_random_uuid(), 'database') returning owner_id, number)
      insert into kith_private.changes
        (owner_id, set_number, position, resource, resource_id, action, name, before, is_shown, total_bytes)
      select a.owner_id, a.number, n, 'note', gen_random_uuid(), 'delete', 'Large log', '{"content":"Large log"}', true, n * 300
        from added a, generate_series(1, ${notes}::integer) n`;
  }

  async function left(): Promise<unknown> {
    const [row] = await sql`
      select count(*)::integer as changes, count(name)::integer as texts
        from kith_private.changes where owner_id = ${owner.id} and resource = 'note'`;
    return row;
  }

  it.each(["/activity", "/me"])("is erased by one DELETE %s", async (path) => {
    await fillLog(20_500);
    expectStatus(await owner.delete(path), 204);
    expect(await left()).toEqual({ changes: 0, texts: 0 });
  });

  it.each(["/trash", "one item of it"])("is erased by one DELETE %s", async (path) => {
    await fillLog(2_050);
    const { data, total } = (await owner.get("/trash?pageSize=1")).body;
    expect(total).toBe(2_050);
    expectStatus(await owner.delete(path === "/trash" ? path : `/trash/${data[0].id}`), 204);
    expect(await left()).toEqual({ changes: 2_050, texts: 0 });
    expect(await trash(owner)).toEqual([]);
  });
});
