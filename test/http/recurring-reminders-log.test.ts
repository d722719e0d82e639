import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Answer, type Json, timeless } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { all, change, complete, create, read } from "../support/reminders.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { asPostgres } from "../support/sql.ts";
import { overlap, withTokenOf } from "../support/overlap.ts";

const sql = asPostgres(4);
const dueAt = "2091-01-31T09:00:00.000Z";
let me: Account;
let first: Json;
beforeEach(async () => {
  me = await signUp();
  first = await create(me, { dueAt, recurrence: "FREQ=MONTHLY" });
});

const completing = (id: string): Promise<Answer> =>
  me.patch(`/reminders/${id}`, { completed: true });
const undo = (id: string, body: Json = {}) => me.post(`/activity/${id}/undo`, body);
const undone = async (answer: Answer, status = 200): Promise<string> =>
  expectStatus(await undo(changeSetOf(answer, status)), 200).activityId;

describe("the log of a completion", () => {
  it("has both reminders in one change set, with members of the API only", async () => {
    const answer = await completing(first.id);
    const logged = expectStatus(await me.get(`/activity/${changeSetOf(answer, 200)}`), 200);
    expect(logged.changes).toMatchObject([
      { action: "create", id: answer.body.nextId, resource: "reminder" },
      {
        action: "update",
        id: first.id,
        fields: { nextId: { before: null, after: answer.body.nextId } },
      },
    ]);
    expect(Object.keys(logged.changes[0].fields).toSorted())
      .toEqual(["dueAt", "recurrence", "recurrenceFrom", "title"]);
  });

  it("is undone as a whole, and undoing that restores everything", async () => {
    const before = await all(me);
    const answer = await completing(first.id);
    const after = await all(me);
    const undoing = await undone(answer);
    expect(timeless(await all(me))).toEqual(timeless(before));
    const redoing = expectStatus(await undo(undoing), 200).activityId;
    expect(timeless(await all(me))).toEqual(timeless(after));
    expectStatus(await undo(redoing), 200);
    expect(timeless(await all(me))).toEqual(timeless(before));
    // The month of the first still has 31 days.
    expect(await complete(me, (await complete(me, first.id)).id))
      .toMatchObject({ dueAt: "2091-03-31T09:00:00.000Z" });
  });

  it("is not undone where the next one was changed, and says so", async () => {
    const answer = await completing(first.id);
    await change(me, answer.body.nextId, { title: "Other" });
    const problem = expectProblem(await undo(changeSetOf(answer, 200)), 409, "conflict");
    expect(problem.errors).toMatchObject([{ pointer: `/reminder/${answer.body.nextId}/title` }]);
    const moved = await completing((await create(me, { dueAt, recurrence: "FREQ=DAILY" })).id);
    await change(me, moved.body.nextId, { dueAt: "2092-01-01T00:00:00Z" });
    const { errors } = expectProblem(await undo(changeSetOf(moved, 200)), 409, "conflict");
    expect(errors).toMatchObject([{ pointer: `/reminder/${moved.body.nextId}/dueAt` }]);
  });

  it("is undone where the next one was deleted since", async () => {
    const before = await all(me);
    const answer = await completing(first.id);
    expectStatus(await me.delete(`/reminders/${answer.body.nextId}`), 204);
    await undone(answer);
    expect(await all(me)).toEqual([{ ...before[0], updatedAt: expect.any(String) }]);
  });

  it("loses the next one, which is no change of its own, where it was changed itself since it was made", async () => {
    const answer = await me.post("/reminders", {
      title: "Made",
      dueAt,
      recurrence: "FREQ=DAILY",
      completed: true,
    });
    const { id } = expectStatus(answer, 201);
    const changed = await change(me, id, { title: "Other" });
    expectStatus(await undo(changeSetOf(answer, 201), { partial: true }), 200);
    expect(await read(me, id)).toEqual({ ...changed, nextId: null });
  });

  it("that is reopened has its next one back when reopening is undone", async () => {
    await completing(first.id);
    const after = await all(me);
    const reopening = await me.patch(`/reminders/${first.id}`, { completed: false });
    const undoing = await undone(reopening);
    expect(timeless(await all(me))).toEqual(timeless(after));
    expectStatus(await undo(undoing), 200);
    expect(await all(me)).toHaveLength(1);
  });
});

describe("deleting", () => {
  const both = async (query: string) => {
    const next = await complete(me, first.id);
    const before = await all(me);
    const answer = await me.delete(`/reminders/${next.id}${query}`);
    expectStatus(answer, 204);
    return { before, answer, next };
  };

  it("the open one ends the series, the completed ones stay, and undoing restores all", async () => {
    const { before, answer } = await both("");
    expect(await all(me)).toEqual([{ ...before[0], nextId: null }]);
    await undone(answer, 204);
    expect(timeless(await all(me))).toEqual(timeless(before));
  });

  it("one with keepSeries makes the next one in its place", async () => {
    const { before, answer } = await both("?keepSeries=true");
    const [completed, next] = await all(me);
    expect(next).toMatchObject({ dueAt: "2091-03-31T09:00:00.000Z", completed: false });
    expect(completed).toEqual({ ...before[0], nextId: next.id, updatedAt: expect.any(String) });
    const undoing = await undone(answer, 204);
    expect(timeless(await all(me))).toEqual(timeless(before));
    expectStatus(await undo(undoing), 200);
    expect(timeless(await all(me))).toEqual(timeless([completed, next]));
  });

  it("one with keepSeries makes none where it is the last, is completed, or does not recur", async () => {
    for (
      const body of [
        { dueAt, recurrence: "FREQ=DAILY;COUNT=1" },
        { dueAt, recurrence: "FREQ=DAILY;UNTIL=20910131" },
        { dueAt },
      ]
    ) {
      const { id } = await create(me, body);
      expectStatus(await me.delete(`/reminders/${id}?keepSeries=1`), 204);
    }
    expect(timeless(await all(me))).toEqual(timeless([first]));
    const next = await complete(me, first.id);
    expectStatus(await me.delete(`/reminders/${first.id}?keepSeries=true`), 204);
    expect(timeless(await all(me))).toEqual(timeless([next]));
  });

  it("that was undone once stays undone, also where the next reminder was deleted since", async () => {
    const next = await complete(me, first.id);
    const deletion = changeSetOf(await me.delete(`/reminders/${first.id}`), 204);
    expectStatus(await undo(deletion), 200);
    expectStatus(await me.delete(`/reminders/${next.id}`), 204);
    expect(expectStatus(await undo(deletion), 200)).toMatchObject({
      conflictCount: 0,
      activityId: null,
    });
    expect(await all(me)).toMatchObject([{ id: first.id, completed: true, nextId: null }]);
  });

  it("all at once through PostgREST is undone with their order", async () => {
    await complete(me, (await complete(me, first.id)).id);
    const before = await all(me);
    expectStatus(await postgrestClient(me.token).delete("/reminders?title=eq.T"), 200);
    const [{ id }] = expectStatus(await me.get("/activity?action=delete"), 200).data;
    const undoing = expectStatus(await undo(id), 200).activityId;
    expect(timeless(await all(me))).toEqual(timeless(before));
    expectStatus(await undo(undoing), 200);
    expect(await all(me)).toEqual([]);
  });
});

it("completing twice at once makes one next reminder", async () => {
  const asked = withTokenOf(me, "update_reminder", { id: first.id, body: { completed: true } });
  const [one, other] = await overlap(sql, asked, asked);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(other.body).toEqual(one.body);
  expect(await all(me)).toHaveLength(2);
});
