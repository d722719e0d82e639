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

describe("a change since then", () => {
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

  it("is a conflict where the row is deleted, in use, or refers to something that is deleted", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const renamed = changeSetOf(await ada.patch(`/contacts/${id}`, { firstName: "B" }), 200);
    const note = await make(ada, "/notes", { content: "N", contactId: id });
    const noteDeleted = changeSetOf(await ada.delete(`/notes/${note.id}`), 204);
    expectStatus(await ada.delete(`/contacts/${id}`), 204);
    expectConflicts(await undo(renamed), `/contact/${id}`);
    expectConflicts(await undo(noteDeleted), `/note/${note.id}/contactIds`);
    expect(await undone(noteDeleted, { partial: true })).toMatchObject({
      conflicts: [{ resource: "note", field: "contactIds", reason: "missing_reference" }],
    });

    const made = await ada.post("/contacts", { firstName: "C" });
    await make(ada, "/notes", { content: "N", contactId: made.body.id });
    expectConflicts(await undo(changeSetOf(made, 201)), `/contact/${made.body.id}/notes`);
  });

  it("is 409 name_taken where only the name is taken", async () => {
    const { id } = await make(ada, "/networks", { name: "Family" });
    const deleted = changeSetOf(await ada.delete(`/networks/${id}`), 204);
    await make(ada, "/networks", { name: "family" });
    expectProblem(await undo(deleted), 409, "name_taken");
    expect(await undone(deleted, { dryRun: true })).toMatchObject({
      conflicts: [{ resource: "network", id, reason: "name_taken" }],
    });
  });

  it("may be the undoing itself: undoing a second time changes nothing", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const changed = changeSetOf(await ada.patch(`/contacts/${id}`, { firstName: "B" }), 200);
    await undone(changed);
    const again = await undo(changed);
    expect(again.headers.get("x-activity-id")).toBeNull();
    expect(expectStatus(again, 200)).toMatchObject({ activityId: null, changeCount: 0 });
  });
});

describe("an API key", () => {
  it("undoes only what it did itself", async () => {
    const [one, other] = [await makeKey(ada), await makeKey(ada)];
    const made = changeSetOf(await as(one.key).post("/contacts", { firstName: "K" }), 201);
    const byToken = changeSetOf(await ada.post("/contacts", { firstName: "T" }), 201);
    for (const [client, id] of [[as(other.key), made], [as(one.key), byToken]] as const) {
      const { detail } = expectProblem(await undo(id, {}, client), 403, "access_token_required");
      expect(detail).toContain("This API key may undo only what it did itself");
      expectProblem(await undo(id, { dryRun: true }, client), 403, "access_token_required");
    }
    expectStatus(await undo(made, {}, as(one.key)), 200);
    expectStatus(await undo(byToken), 200);
  });

  it("that was limited to networks since undoes only what it could do now", async () => {
    const { id, key } = await makeKey(ada);
    const agent = as(key);
    const send = async (path: string, body: Json) => {
      const answer = await agent.post(path, body);
      return { id: answer.body.id, set: changeSetOf(answer, 201) };
    };
    const network = await send("/networks", { name: "Climbing" });
    const inside = await make(ada, "/contacts", { firstName: "I", networkIds: [network.id] });
    const noteType = await send("/note-types", { name: "Letter" });
    const outside = await send("/contacts", { firstName: "O" });
    const note = await send("/notes", { content: "N", contactId: inside.id });
    const left = changeSetOf(await agent.patch(`/contacts/${inside.id}`, { networkIds: [] }), 200);
    expectStatus(await ada.patch(`/contacts/${inside.id}`, { networkIds: [network.id] }), 200);
    expectStatus(await ada.patch(`/api-keys/${id}`, { networkIds: [network.id] }), 200);
    for (const set of [network.set, noteType.set, left]) {
      expectProblem(await undo(set, {}, agent), 403, "insufficient_scope");
    }
    expectProblem(await undo(outside.set, {}, agent), 404, "not_found");
    expectStatus(await undo(note.set, {}, agent), 200);
  });
});
