import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../support/client.ts";
import { expectInvalidReferences, expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

// test/sql/undo-property.test.ts undoes changes of every member of every resource, in every order.

let ada: Account;
let actorId: string;
let agent: Client;
beforeEach(async () => {
  ada = await signUp();
  const { id, key } = await makeKey(ada);
  [actorId, agent] = [id, as(key)];
});

const tryUndo = (id: string, body?: Json, client: Client = ada) =>
  client.post(`/activity/${id}/undo`, body);
const contact = (body: Json) => ada.make("/contacts", body);
const patched = async (path: string, body: Json, client: Client = ada) =>
  changeSetOf(await client.patch(path, body), 200);
const deleted = async (path: string) => changeSetOf(await ada.delete(path), 204);

/** Demands 409 `conflict` that names exactly these members, as `/contact/<id>/nickname`. */
function expectConflicts(answer: Answer, ...pointers: string[]) {
  const { errors } = expectProblem(answer, 409, "conflict");
  for (const error of errors) {
    expect(error).toMatchObject({ in: "resource", code: "conflict", message: expect.any(String) });
  }
  expect(errors.map(({ pointer }: Json) => pointer).sort()).toEqual(pointers.sort());
}

it("undoing a change restores each member that was not changed since, and says so", async () => {
  const { id } = await contact({ firstName: "Zoë", nickname: "Zo" });
  const path = `/contacts/${id}`;
  const changed = await patched(path, { nickname: "Zoe", isFavorite: true });
  await ada.change(path, { jobTitle: "Route setter" });
  const answer = await tryUndo(changed);
  const activityId = changeSetOf(answer, 200);
  expect(answer.body).toEqual({
    dryRun: false,
    activityId,
    summary: "Reverted Zoë",
    changes: [{
      resource: "contact",
      id,
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
    hasMore: false,
  });
  expect(await ada.read(path))
    .toMatchObject({ nickname: "Zo", isFavorite: false, jobTitle: "Route setter" });
  expect(await ada.read(`/activity/${changed}`))
    .toMatchObject({ undoneBy: activityId, undoable: false });
  expect(await ada.read(`/activity/${activityId}`))
    .toMatchObject({ undoes: [changed], operation: "undoActivity", undoable: true });
  // A second time it changes nothing.
  const empty = { raw: "", headers: { "content-type": "application/json" } };
  const again = await ada.post(`/activity/${changed}/undo`, undefined, empty);
  expect(again.headers.get("x-activity-id")).toBeNull();
  expect(again.body).toMatchObject({ activityId: null, changeCount: 0 });
  await ada.undo(activityId);
  expect((await ada.read(path)).nickname).toBe("Zoe");
  expect(await ada.read(`/activity/${changed}`)).toMatchObject({ undoneBy: null, undoable: true });
});

describe("what was changed since", () => {
  it("the change is a conflict that names the member, and nothing is undone unless it is partial", async () => {
    const { id } = await contact({ firstName: "A", nickname: "1", company: "1" });
    const path = `/contacts/${id}`;
    const changed = await patched(path, { nickname: "2", company: "2" });
    await ada.change(path, { nickname: "3" });
    const before = await ada.read(path);
    expectConflicts(await tryUndo(changed), `/contact/${id}/nickname`);
    const conflict = { resource: "contact", id, name: "A", field: "nickname", reason: "changed" };
    const plan = await tryUndo(changed, { dryRun: true });
    expect(plan.headers.get("x-activity-id")).toBeNull();
    expect(expectStatus(plan, 200)).toMatchObject({
      dryRun: true,
      activityId: null,
      changes: [{ id, fields: { company: { before: "2", after: "1" } } }],
      conflicts: [conflict],
      conflictCount: 1,
    });
    expect(await ada.read(path)).toEqual(before);
    expect((await ada.read(`/activity/${changed}`)).undoneBy).toBeNull();
    expect(await ada.undo(changed, { partial: true }))
      .toMatchObject({ dryRun: false, conflicts: [conflict], changeCount: 1 });
    expect(await ada.read(path)).toMatchObject({ nickname: "3", company: "1" });
  });

  it("the change is no conflict where it was changed back", async () => {
    const { id } = await contact({ firstName: "A" });
    const path = `/contacts/${id}`;
    const changed = await patched(path, { firstName: "B" });
    for (const firstName of ["C", "B"]) await ada.change(path, { firstName });
    await ada.undo(changed);
    expect((await ada.read(path)).firstName).toBe("A");
  });

  it("the change is 409 name_taken where only the name is taken", async () => {
    const { id } = await ada.make("/networks", { name: "Family" });
    const deletion = await deleted(`/networks/${id}`);
    await ada.make("/networks", { name: "family" });
    expectProblem(await tryUndo(deletion), 409, "name_taken");
    expect((await ada.undo(deletion, { dryRun: true })).conflicts)
      .toMatchObject([{ resource: "network", id, reason: "name_taken" }]);
  });
});

describe("an API key", () => {
  it("undoes only what it did itself", async () => {
    const other = as((await makeKey(ada)).key);
    const made = changeSetOf(await agent.post("/contacts", { firstName: "K" }), 201);
    const byToken = changeSetOf(await ada.post("/contacts", { firstName: "T" }), 201);
    for (const [client, id] of [[other, made], [agent, byToken]] as const) {
      const { detail } = expectProblem(await tryUndo(id, {}, client), 403, "access_token_required");
      expect(detail).toContain("This API key may undo only what it did itself");
      expectProblem(await tryUndo(id, { dryRun: true }, client), 403, "access_token_required");
    }
    await agent.undo(made);
    await ada.undo(byToken);
  });

  it("undoes only what its present limits allow", async () => {
    const send = async (path: string, body: Json) => {
      const answer = await agent.post(path, body);
      return { id: answer.body.id, set: changeSetOf(answer, 201) };
    };
    const network = await send("/networks", { name: "Climbing" });
    const networkIds = [network.id];
    const inside = await contact({ firstName: "I", networkIds });
    const noteType = await send("/note-types", { name: "Letter" });
    const outside = await send("/contacts", { firstName: "O" });
    const note = await send("/notes", { content: "N", contactId: inside.id });
    const left = await patched(`/contacts/${inside.id}`, { networkIds: [] }, agent);
    await ada.change(`/contacts/${inside.id}`, { networkIds });
    await ada.change(`/api-keys/${actorId}`, { networkIds });
    for (const set of [network.set, noteType.set, left]) {
      expectProblem(await tryUndo(set, {}, agent), 403, "insufficient_scope");
    }
    expectProblem(await tryUndo(outside.set, {}, agent), 404, "not_found");
    await agent.undo(note.set);
  });
});

describe("undoing what an actor did", () => {
  const since = "2026-01-01";
  const tryAll = (more: Json = {}, client: Client = ada) =>
    client.post("/activity/undo", { actorId, since, ...more });
  const undoAll = async (more: Json = {}, client: Client = ada) =>
    expectStatus(await tryAll(more, client), 200);

  // test/sql/undo-property.test.ts compares it with undoing each change set.
  it("undoes everything at once, and nothing that others did; a conflict unless it is partial", async () => {
    const [one, two] = [await contact({ firstName: "1" }), await contact({ firstName: "1" })];
    for (const { id } of [one, two]) await agent.change(`/contacts/${id}`, { firstName: "2" });
    await ada.change(`/contacts/${one.id}`, { firstName: "3" });
    expectConflicts(await tryAll(), `/contact/${one.id}/firstName`);
    const names = async () =>
      (await ada.listed("/contacts")).map(({ firstName }) => firstName).sort();
    expect(await undoAll({ partial: true, dryRun: true }))
      .toMatchObject({ dryRun: true, activityId: null, changeCount: 1, conflictCount: 1 });
    expect(await names()).toEqual(["2", "3"]);
    const { activityId } = await undoAll({ partial: true });
    expect(await names()).toEqual(["1", "3"]);
    const made = await ada.read(`/activity/${activityId}`);
    expect(made).toMatchObject({ operation: "undoActor", actor: { id: ada.id } });
    expect(made.undoes).toHaveLength(1);
  });

  it("undoing is limited by since and until, instants or days", async () => {
    await agent.make("/networks", { name: "First" });
    const second = changeSetOf(await agent.post("/networks", { name: "Second" }), 201);
    const { at } = await ada.read(`/activity/${second}`);
    const names = async () => (await ada.listed("/networks")).map(({ name }) => name);
    expect(await undoAll({ until: "2026-01-02" })).toMatchObject({ changeCount: 0 });
    await undoAll({ until: at });
    expect(await names()).toEqual(["Second"]);
    await undoAll({ since: at });
    expect(await names()).toEqual([]);
  });

  it("undoing is allowed to a key for its own changes only; the owner may name any actor, also a deleted key", async () => {
    const made = await contact({ firstName: "By hand" });
    const other = as((await makeKey(ada)).key);
    expectProblem(await tryAll({ actorId: ada.id }, agent), 403, "access_token_required");
    expectProblem(await tryAll({}, other), 403, "access_token_required");
    await agent.make("/contacts", { firstName: "By agent" });
    expect(await undoAll({}, agent)).toMatchObject({ changeCount: 1 });
    await undoAll({ actorId: ada.id });
    expectProblem(await ada.get(`/contacts/${made.id}`), 404, "not_found");
    await agent.make("/contacts", { firstName: "A" });
    expectStatus(await ada.delete(`/api-keys/${actorId}`), 204);
    expect(await undoAll({ dryRun: true })).toMatchObject({ changeCount: 1 });
    expectInvalidReferences(await tryAll({ actorId: randomUUID() }), "/actorId");
  });

  it("needs actorId and since", async () => {
    expectViolations(
      await ada.post("/activity/undo", { until: "2026-01-32", all: true }),
      "body /actorId required",
      "body /since required",
      "body /until invalid_format",
      "body /all unknown_member",
    );
    expectViolations(await tryAll({ until: "2025-12-31" }), "body /since too_big");
  });
});
