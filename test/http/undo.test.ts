import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Client, type Json, timeless } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

const undo = (id: string, body?: Json, client: Client = ada) =>
  client.post(`/activity/${id}/undo`, body);
const undone = async (id: string, body?: Json) => expectStatus(await undo(id, body), 200);
const read = async (path: string) => expectStatus(await ada.get(path), 200);

describe("undoing a change", () => {
  it("restores each member that was not changed since, and says so", async () => {
    const before = await make(ada, "/contacts", { firstName: "Zoë", nickname: "Zo" });
    const path = `/contacts/${before.id}`;
    const changed = changeSetOf(await ada.patch(path, { nickname: "Zoe", isFavorite: true }), 200);
    expectStatus(await ada.patch(path, { jobTitle: "Route setter" }), 200);
    const answer = await undo(changed);
    const activityId = changeSetOf(answer, 200);
    expect(answer.body).toEqual({
      dryRun: false,
      activityId,
      summary: "Changed contact Zoë",
      changes: [{
        resource: "contact",
        id: before.id,
        name: "Zoë",
        action: "update",
        fields: {
          nickname: { before: "Zoe", after: "Zo" },
          isFavorite: { before: true, after: false },
        },
      }],
      changeCount: 1,
      conflicts: [],
      conflictCount: 0,
    });
    expect(await read(path)).toMatchObject({
      nickname: "Zo",
      isFavorite: false,
      jobTitle: "Route setter",
    });
    expect(await read(`/activity/${changed}`)).toMatchObject({
      undoneBy: activityId,
      undoable: false,
    });
    expect(await read(`/activity/${activityId}`)).toMatchObject({
      undoes: [changed],
      operation: "undoActivity",
      undoable: true,
    });
  });

  it("that created a resource deletes it", async () => {
    const created = await ada.post("/networks", { name: "Not for long" });
    await undone(changeSetOf(created, 201));
    expectProblem(await ada.get(`/networks/${created.body.id}`), 404, "not_found");
  });

  it("is repeated by undoing the undoing", async () => {
    const { id } = await make(ada, "/reminders", { title: "Call" });
    const deleted = changeSetOf(await ada.delete(`/reminders/${id}`), 204);
    const first = await undone(deleted);
    expect((await read(`/reminders/${id}`)).title).toBe("Call");
    const second = await undone(first.activityId);
    expectProblem(await ada.get(`/reminders/${id}`), 404, "not_found");
    expect(await read(`/activity/${deleted}`)).toMatchObject({ undoneBy: null, undoable: true });
    await undone(second.activityId);
    expect((await read(`/reminders/${id}`)).title).toBe("Call");
  });

  it("of the profile and of a membership restores them", async () => {
    const renamed = changeSetOf(await ada.patch("/me", { name: "A", timezone: "Asia/Tokyo" }), 200);
    await undone(renamed);
    expect(await read("/me")).toMatchObject({ name: null, timezone: "UTC" });
    const { id } = await make(ada, "/networks", { name: "Members" });
    const contact = await make(ada, "/contacts", { firstName: "M" });
    const member = `/networks/${id}/contacts/${contact.id}`;
    await undone(changeSetOf(await ada.put(member), 204));
    expect((await read(`/contacts/${contact.id}`)).networkIds).toEqual([]);
  });

  it("takes no body or an empty one, and refuses unknown members", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    for (const body of [undefined, {}, { dryRun: false, partial: false }]) {
      const changed = changeSetOf(await ada.patch(`/contacts/${id}`, { firstName: "B" }), 200);
      expectStatus(await undo(changed, body), 200);
    }
    const changed = changeSetOf(await ada.patch(`/contacts/${id}`, { firstName: "B" }), 200);
    const raw = { raw: "", headers: { "content-type": "application/json" } };
    expectProblem(await undo(changed, { dryrun: true }), 400, "validation_failed");
    expectProblem(await undo(changed, []), 400, "validation_failed");
    expectStatus(await ada.post(`/activity/${changed}/undo`, undefined, raw), 200);
  });

  it("of another owner, or with an unknown id, is 404", async () => {
    const bob = await signUp();
    const theirs = changeSetOf(await bob.post("/contacts", { firstName: "B" }), 201);
    for (const id of [theirs, crypto.randomUUID(), "x"]) {
      expectProblem(await undo(id), 404, "not_found");
      expectProblem(await ada.get(`/activity/${id}`), 404, "not_found");
    }
    expect((await bob.get("/contacts")).body.total).toBe(1);
  });
});

describe("undoing a deletion restores", () => {
  it("a contact as it was, with its memberships and the links of its notes and reminders", async () => {
    const { id: networkId } = await make(ada, "/networks", { name: "Climbing" });
    const { id: contactId } = await make(ada, "/contacts", {
      firstName: "Zoë",
      contactFrequencyDays: 30,
      networkIds: [networkId],
    });
    const note = await make(ada, "/notes", { content: "Met", contactId, occurredAt: "2026-03-14" });
    const reminder = await make(ada, "/reminders", { title: "Call", contactId });
    const paths = [`/contacts/${contactId}`, `/notes/${note.id}`, `/reminders/${reminder.id}`];
    const before = await Promise.all([...paths, `/networks/${networkId}`].map(read));
    expect(before[0].lastContactedAt).not.toBeNull();
    await undone(changeSetOf(await ada.delete(paths[0]!), 204));
    // Who compares updatedAt or the ETag notices it.
    expect((await read(paths[1]!)).updatedAt > before[1].updatedAt).toBe(true);
    expect(timeless(await Promise.all([...paths, `/networks/${networkId}`].map(read)))).toEqual(
      timeless(before),
    );
  });

  it("a network with its members", async () => {
    const { id } = await make(ada, "/networks", { name: "Choir" });
    const members = [];
    for (const firstName of ["A", "B"]) {
      members.push((await make(ada, "/contacts", { firstName, networkIds: [id] })).id);
    }
    const before = await read(`/networks/${id}`);
    await undone(changeSetOf(await ada.delete(`/networks/${id}`), 204));
    expect(timeless(await read(`/networks/${id}`))).toEqual(timeless(before));
    const { data } = await read(`/contacts?networkId=${id}`);
    expect(data.map((contact: Json) => contact.id).sort()).toEqual(members.sort());
  });

  it("a note type with the type of its notes and lastContactedAt", async () => {
    const { id } = await make(ada, "/note-types", { name: "Letter", countsAsContact: false });
    const { id: contactId } = await make(ada, "/contacts", { firstName: "A" });
    const note = await make(ada, "/notes", { content: "N", contactId, noteTypeId: id });
    const paths = [`/note-types/${id}`, `/notes/${note.id}`, `/contacts/${contactId}`];
    const before = await Promise.all(paths.map(read));
    const deleted = changeSetOf(await ada.delete(paths[0]!), 204);
    expect((await read(paths[2]!)).lastContactedAt).not.toBeNull();
    await undone(deleted);
    expect(timeless(await Promise.all(paths.map(read)))).toEqual(timeless(before));
  });
});
