import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../support/client.ts";
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

/** Demands 409 `conflict` that names exactly these members, as `/contact/<id>/nickname`. */
function expectConflicts(answer: Answer, ...pointers: string[]) {
  const { errors } = expectProblem(answer, 409, "conflict");
  for (const error of errors) {
    expect(error).toMatchObject({ in: "resource", code: "conflict", message: expect.any(String) });
  }
  expect(errors.map(({ pointer }: Json) => pointer).sort()).toEqual(pointers.sort());
}

describe("undoing a change", () => {
  it("puts every member back that is still as it was made, and says so", async () => {
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

  it("that created something deletes it", async () => {
    const created = await ada.post("/networks", { name: "Not for long" });
    await undone(changeSetOf(created, 201));
    expectProblem(await ada.get(`/networks/${created.body.id}`), 404, "not_found");
  });

  it("is done again by undoing the undoing", async () => {
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

  it("of the profile and of a membership puts them back", async () => {
    const renamed = changeSetOf(await ada.patch("/me", { name: "A", timezone: "Asia/Tokyo" }), 200);
    await undone(renamed);
    expect(await read("/me")).toMatchObject({ name: null, timezone: "UTC" });
    const { id } = await make(ada, "/networks", { name: "Members" });
    const contact = await make(ada, "/contacts", { firstName: "M" });
    const member = `/networks/${id}/contacts/${contact.id}`;
    await undone(changeSetOf(await ada.put(member), 204));
    expect((await read(`/contacts/${contact.id}`)).networkIds).toEqual([]);
  });

  it("takes no body, an empty one, and refuses what it does not know", async () => {
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

  it("that another owner made, or nobody, is 404", async () => {
    const bob = await signUp();
    const theirs = changeSetOf(await bob.post("/contacts", { firstName: "B" }), 201);
    for (const id of [theirs, crypto.randomUUID(), "x"]) {
      expectProblem(await undo(id), 404, "not_found");
      expectProblem(await ada.get(`/activity/${id}`), 404, "not_found");
    }
    expect((await bob.get("/contacts")).body.total).toBe(1);
  });
});

describe("undoing a deletion brings back", () => {
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
    expect(await Promise.all([...paths, `/networks/${networkId}`].map(read))).toEqual(before);
  });

  it("a network with its members", async () => {
    const { id } = await make(ada, "/networks", { name: "Choir" });
    const members = [];
    for (const firstName of ["A", "B"]) {
      members.push((await make(ada, "/contacts", { firstName, networkIds: [id] })).id);
    }
    const before = await read(`/networks/${id}`);
    await undone(changeSetOf(await ada.delete(`/networks/${id}`), 204));
    expect(await read(`/networks/${id}`)).toEqual(before);
    const { data } = await read(`/contacts?networkId=${id}`);
    expect(data.map((contact: Json) => contact.id).sort()).toEqual(members.sort());
  });

  it("a note type with the type of its notes, and when the last contact was", async () => {
    const { id } = await make(ada, "/note-types", { name: "Letter", countsAsContact: false });
    const { id: contactId } = await make(ada, "/contacts", { firstName: "A" });
    const note = await make(ada, "/notes", { content: "N", contactId, noteTypeId: id });
    const paths = [`/note-types/${id}`, `/notes/${note.id}`, `/contacts/${contactId}`];
    const before = await Promise.all(paths.map(read));
    const deleted = changeSetOf(await ada.delete(paths[0]!), 204);
    expect((await read(paths[2]!)).lastContactedAt).not.toBeNull();
    await undone(deleted);
    expect(await Promise.all(paths.map(read))).toEqual(before);
  });
});

describe("what was changed since", () => {
  it("is a conflict that names the member, and nothing is undone", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A", nickname: "1", company: "1" });
    const path = `/contacts/${id}`;
    const changed = changeSetOf(await ada.patch(path, { nickname: "2", company: "2" }), 200);
    expectStatus(await ada.patch(path, { nickname: "3" }), 200);
    const before = await read(path);
    expectConflicts(await undo(changed), `/contact/${id}/nickname`);
    expect(await read(path)).toEqual(before);
    expect(await read(`/activity/${changed}`)).toMatchObject({ undoneBy: null });

    const conflict = { resource: "contact", id, name: "A", field: "nickname", reason: "changed" };
    const plan = await undo(changed, { dryRun: true });
    expect(plan.headers.get("x-activity-id")).toBeNull();
    expect(expectStatus(plan, 200)).toMatchObject({
      dryRun: true,
      activityId: null,
      changes: [{ id, fields: { company: { before: "2", after: "1" } } }],
      conflicts: [conflict],
      conflictCount: 1,
    });
    expect(await read(path)).toEqual(before);

    const partly = await undone(changed, { partial: true });
    expect(partly).toMatchObject({ dryRun: false, conflicts: [conflict], changeCount: 1 });
    expect(await read(path)).toMatchObject({ nickname: "3", company: "1" });
  });

  it("is no conflict where it was changed back", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const changed = changeSetOf(await ada.patch(`/contacts/${id}`, { firstName: "B" }), 200);
    for (const firstName of ["C", "B"]) await ada.patch(`/contacts/${id}`, { firstName });
    await undone(changed);
    expect((await read(`/contacts/${id}`)).firstName).toBe("A");
  });

  it("may be deleted, used by others, or have lost what it referred to", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const renamed = changeSetOf(await ada.patch(`/contacts/${id}`, { firstName: "B" }), 200);
    const note = await make(ada, "/notes", { content: "N", contactId: id });
    const noteDeleted = changeSetOf(await ada.delete(`/notes/${note.id}`), 204);
    expectStatus(await ada.delete(`/contacts/${id}`), 204);
    expectConflicts(await undo(renamed), `/contact/${id}`);
    expectConflicts(await undo(noteDeleted), `/note/${note.id}/contactId`);
    expect(await undone(noteDeleted, { partial: true })).toMatchObject({
      conflicts: [{ resource: "note", field: "contactId", reason: "missing_reference" }],
    });

    const made = await ada.post("/contacts", { firstName: "C" });
    await make(ada, "/notes", { content: "N", contactId: made.body.id });
    expectConflicts(await undo(changeSetOf(made, 201)), `/contact/${made.body.id}/notes`);
  });

  it("is 409 name_taken where only the name is in the way", async () => {
    const { id } = await make(ada, "/networks", { name: "Family" });
    const deleted = changeSetOf(await ada.delete(`/networks/${id}`), 204);
    await make(ada, "/networks", { name: "family" });
    expectProblem(await undo(deleted), 409, "name_taken");
    expect(await undone(deleted, { dryRun: true })).toMatchObject({
      conflicts: [{ resource: "network", id, reason: "name_taken" }],
    });
  });

  it("may be the undoing itself: undoing twice is a conflict", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const changed = changeSetOf(await ada.patch(`/contacts/${id}`, { firstName: "B" }), 200);
    await undone(changed);
    expectConflicts(await undo(changed), `/contact/${id}/firstName`);
  });
});

describe("an API key", () => {
  it("undoes what it did itself, and nothing else", async () => {
    const [one, other] = [await makeKey(ada), await makeKey(ada)];
    const made = changeSetOf(await as(one.key).post("/contacts", { firstName: "K" }), 201);
    const byToken = changeSetOf(await ada.post("/contacts", { firstName: "T" }), 201);
    for (const [client, id] of [[as(other.key), made], [as(one.key), byToken]] as const) {
      const { detail } = expectProblem(await undo(id, {}, client), 403, "access_token_required");
      expect(detail).toContain("An API key may undo only what it did itself");
      expectProblem(await undo(id, { dryRun: true }, client), 403, "access_token_required");
    }
    expectStatus(await undo(made, {}, as(one.key)), 200);
    expectStatus(await undo(byToken), 200);
  });
});
