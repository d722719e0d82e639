import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json, timeless } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

let ada: Account;
let actorId: string;
let agent: Client;
beforeEach(async () => {
  ada = await signUp();
  const { id, key } = await makeKey(ada);
  [actorId, agent] = [id, as(key)];
});

const since = "2026-01-01";
const undo = (more: Json = {}, client: Client = ada) =>
  client.post("/activity/undo", { actorId, since, ...more });

describe("undoing what an actor did", () => {
  it("undoes everything at once, and nothing that others did", async () => {
    const kept = await make(ada, "/contacts", { firstName: "Kept", nickname: "1" });
    const lost = await make(ada, "/contacts", { firstName: "Lost" });
    expectStatus(await agent.patch(`/contacts/${kept.id}`, { nickname: "2" }), 200);
    expectStatus(await agent.patch(`/contacts/${kept.id}`, { nickname: "3" }), 200);
    expectStatus(await agent.delete(`/contacts/${lost.id}`), 204);
    const { id } = await make(agent, "/networks", { name: "Agent's" });
    expectStatus(await agent.put(`/networks/${id}/contacts/${kept.id}`), 204);
    const other = await make(ada, "/notes", { content: "by hand" });

    const answer = await undo();
    const activityId = changeSetOf(answer, 200);
    expect(answer.body).toMatchObject({ activityId, conflicts: [], conflictCount: 0 });
    expect(timeless((await ada.get(`/contacts/${kept.id}`)).body)).toEqual(timeless(kept));
    expect(timeless((await ada.get(`/contacts/${lost.id}`)).body)).toEqual(timeless(lost));
    expectProblem(await ada.get(`/networks/${id}`), 404, "not_found");
    expectStatus(await ada.get(`/notes/${other.id}`), 200);
    const made = expectStatus(await ada.get(`/activity/${activityId}`), 200);
    expect(made).toMatchObject({ operation: "undoActor", actor: { id: ada.id } });
    expect(made.undoes).toHaveLength(5);
    expect(expectStatus(await undo(), 200)).toMatchObject({ activityId: null, changeCount: 0 });
  });

  it("is refused where somebody else changed something since, unless it is partial", async () => {
    const one = await make(ada, "/contacts", { firstName: "1" });
    const two = await make(ada, "/contacts", { firstName: "1" });
    for (const { id } of [one, two]) await agent.patch(`/contacts/${id}`, { firstName: "2" });
    expectStatus(await ada.patch(`/contacts/${one.id}`, { firstName: "3" }), 200);
    const { errors } = expectProblem(await undo(), 409, "conflict");
    expect(errors).toMatchObject([{ pointer: `/contact/${one.id}/firstName` }]);
    const names = async () =>
      (await ada.get("/contacts")).body.data.map(({ firstName }: Json) => firstName).sort();
    expect(await names()).toEqual(["2", "3"]);
    const plan = expectStatus(await undo({ partial: true, dryRun: true }), 200);
    expect(plan).toMatchObject({
      dryRun: true,
      activityId: null,
      changeCount: 1,
      conflictCount: 1,
    });
    expect(await names()).toEqual(["2", "3"]);
    expectStatus(await undo({ partial: true }), 200);
    expect(await names()).toEqual(["1", "3"]);
  });

  it("is limited by since and until, instants or days", async () => {
    const first = changeSetOf(await agent.post("/networks", { name: "First" }), 201);
    const second = changeSetOf(await agent.post("/networks", { name: "Second" }), 201);
    const at = async (id: string) => (await ada.get(`/activity/${id}`)).body.at;
    const names = async () => (await ada.get("/networks")).body.data.map(({ name }: Json) => name);
    expect(expectStatus(await undo({ until: "2026-01-02" }), 200)).toMatchObject({
      changeCount: 0,
    });
    expectStatus(await undo({ until: await at(second) }), 200);
    expect(await names()).toEqual(["Second"]);
    expect((await ada.get(`/activity/${first}`)).body.undoable).toBe(false);
    expectStatus(await undo({ since: await at(second) }), 200);
    expect(await names()).toEqual([]);
  });

  it("is allowed to a key for itself only", async () => {
    const made = await make(ada, "/contacts", { firstName: "By hand" });
    expectProblem(await undo({ actorId: ada.id }, agent), 403, "access_token_required");
    const other = await makeKey(ada);
    expectProblem(await undo({}, as(other.key)), 403, "access_token_required");
    await make(agent, "/contacts", { firstName: "By agent" });
    expect(expectStatus(await undo({}, agent), 200)).toMatchObject({ changeCount: 1 });
    expectStatus(await undo({ actorId: ada.id }), 200);
    expectProblem(await ada.get(`/contacts/${made.id}`), 404, "not_found");
  });

  it("accepts a key that was deleted since, and refuses an unknown actor", async () => {
    await make(agent, "/contacts", { firstName: "A" });
    expectStatus(await ada.delete(`/api-keys/${actorId}`), 204);
    expect(expectStatus(await undo({ dryRun: true }), 200)).toMatchObject({ changeCount: 1 });
    const unknown = await undo({ actorId: crypto.randomUUID() });
    expect(expectProblem(unknown, 400, "invalid_reference").errors).toMatchObject([{
      in: "body",
      pointer: "/actorId",
    }]);
  });

  it("needs actorId and since", async () => {
    expectViolations(
      await ada.post("/activity/undo", { until: "2026-01-32", all: true }),
      "body /actorId required",
      "body /since required",
      "body /until invalid_format",
      "body /all unknown_member",
    );
    expectViolations(await undo({ until: "2025-12-31" }), "body /since too_big");
  });
});
