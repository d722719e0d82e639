import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
let keyId: string;
let agent: Client;
beforeAll(async () => {
  ada = await signUp();
  const { id, key } = await makeKey(ada, "Mail assistant");
  [keyId, agent] = [id, as(key)];
});

async function changeSet(client: Client, id: string): Promise<Json> {
  return expectStatus(await client.get(`/activity/${id}`), 200);
}

async function newest(client: Client): Promise<Json> {
  return expectStatus(await client.get("/activity?pageSize=1"), 200).data[0];
}

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

  it("has the members that were changed, and no others", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "Zoë", nickname: "Zo" });
    const patch = { firstName: "Zoë", nickname: "Zoe", isFavorite: true };
    const changed = changeSetOf(await ada.patch(`/contacts/${id}`, patch), 200);
    expect(await changeSet(ada, changed)).toMatchObject({
      actor: { kind: "access_token", id: ada.id, name: null },
      operation: "updateContact",
      summary: "Changed contact Zoë",
    });
    expect((await changeSet(ada, changed)).changes[0].fields).toEqual({
      nickname: { before: "Zo", after: "Zoe" },
      isFavorite: { before: false, after: true },
    });
  });

  it("of a deleted contact has its notes, reminders and memberships", async () => {
    const { id: contactId } = await make(ada, "/contacts", { firstName: "Zoë", lastName: "M" });
    const { id: networkId } = await make(ada, "/networks", { name: "Climbing" });
    expectStatus(await ada.put(`/networks/${networkId}/contacts/${contactId}`), 204);
    for (const content of ["1", "2", "3"]) await make(ada, "/notes", { content, contactId });
    const reminder = await make(ada, "/reminders", { title: "Call", contactId });
    const deleted = await changeSet(
      ada,
      changeSetOf(await ada.delete(`/contacts/${contactId}`), 204),
    );
    expect(deleted.summary).toMatch(
      /^Deleted contact Zoë M, changed 3 notes, changed reminder Call/,
    );
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
        id: reminder.id,
        name: "Call",
        action: "update",
        fields: { contactIds: { before: [contactId], after: [] } },
      },
    ]));
  });

  it("has at most 20 changes in a list and 200 by itself, and texts of at most 1,000 characters", async () => {
    const { id } = await make(ada, "/networks", { name: "Many" });
    await sql`
      with added as (
        insert into kith.contacts (owner_id, first_name)
        select ${ada.id}, 'C' || n from generate_series(1, 210) n returning id)
      insert into kith.contact_networks (owner_id, contact_id, network_id)
      select ${ada.id}, a.id, ${id} from added a`;
    const deleted = changeSetOf(await ada.delete(`/networks/${id}`), 204);
    const [listed, single] = [await newest(ada), await changeSet(ada, deleted)];
    expect([listed.changes.length, listed.changeCount]).toEqual([20, 211]);
    expect([single.changes.length, single.changeCount]).toEqual([200, 211]);
    expect(single.summary).toBe("Deleted network Many, deleted 210 memberships");
    const undone = expectStatus(await ada.post(`/activity/${deleted}/undo`), 200);
    expect(undone).toMatchObject({ conflictCount: 0, changeCount: 211 });
    expect((await ada.get(`/networks/${id}`)).body.contactCount).toBe(210);

    const note = await ada.post("/notes", { content: "é".repeat(5_000) });
    const { changes } = await changeSet(ada, changeSetOf(note, 201));
    expect(changes[0].fields.content.after).toBe("é".repeat(1_000) + "…");
  });

  it("of PostgREST has the account, of SQL the role", async () => {
    const rest = postgrestClient(ada.token);
    expect((await rest.post("/networks", { name: "By PostgREST" })).status).toBe(201);
    expect(await newest(ada)).toMatchObject({
      actor: { kind: "access_token", id: ada.id, name: null },
      operation: null,
      requestId: null,
      summary: "Created network By PostgREST",
      undoable: true,
    });
    await sql`update kith.networks set color = '#000000' where owner_id = ${ada.id} and name = 'By PostgREST'`;
    expect(await newest(ada)).toMatchObject({
      actor: { kind: "database", id: null, name: expect.any(String) },
      operation: null,
      requestId: null,
      summary: "Changed network By PostgREST",
    });
  });

  it("keeps the name of a key that was deleted, and is undoable by the account alone", async () => {
    const { id, key } = await makeKey(ada, "For a day");
    const made = changeSetOf(await as(key).post("/networks", { name: "Brief" }), 201);
    expectStatus(await ada.delete(`/api-keys/${id}`), 204);
    expect(await changeSet(ada, made)).toMatchObject({
      actor: { kind: "api_key", id, name: "For a day" },
      undoable: true,
    });
    expect(await changeSet(agent, made)).toMatchObject({ undoable: false });
  });
});
