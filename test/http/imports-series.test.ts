import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";

let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const daily = { title: "Water", dueAt: "2026-02-01T20:00:00Z", recurrence: "FREQ=DAILY" };
const everyFirstMonday = { ...daily, recurrence: "FREQ=MONTHLY;BYDAY=1MO" };

async function imported(reminders: Json[]): Promise<Json> {
  const made = expectStatus(await ada.post("/imports", { kith: 1, reminders }), 201);
  return expectStatus(await ada.post(`/imports/${made.id}/apply`, { onMatch: "merge" }), 200);
}
const listed = async (): Promise<Json[]> =>
  expectStatus(await ada.get("/reminders?sort=dueAt"), 200).data;
const undo = async ({ appliedActivityId }: Json) =>
  expectStatus(await ada.post(`/activity/${appliedActivityId}/undo`, {}), 200);

/** The reminders of another account that has completed a recurring one twice, as it exports them. */
async function series(reminder: Json = daily): Promise<Json[]> {
  const ben = await signUp();
  let { id } = await make(ben, "/reminders", reminder);
  for (let n = 0; n < 2; n++) {
    id = expectStatus(await ben.patch(`/reminders/${id}`, { completed: true }), 200).nextId;
  }
  return expectStatus(await ben.get("/export"), 200).reminders;
}

describe("a series of reminders", () => {
  it("is imported with its next reminders and without further ones, and undone in one step", async () => {
    const file = await series();
    const done = await imported(file);
    expect(done).toMatchObject({ created: 3, failed: 0 });
    const [first, second, third, ...others] = await listed();
    expect(others).toEqual([]);
    expect([first.nextId, second.nextId, third.nextId]).toEqual([second.id, third.id, null]);
    const times = file.map(({ completedAt }) => completedAt).filter(Boolean).sort();
    expect([first.completedAt, second.completedAt]).toEqual(times);
    await undo(done);
    expect(await listed()).toEqual([]);
    await imported(file);
    expect(await listed()).toHaveLength(3);
  });

  it("keeps a rule with days of months", async () => {
    expect(await imported(await series(everyFirstMonday))).toMatchObject({ created: 3, failed: 0 });
    const rules = (await listed()).map(({ recurrence }) => recurrence);
    expect(rules).toEqual(Array(3).fill(everyFirstMonday.recurrence));
  });

  it("continues when one is completed, and goes back when it is opened again", async () => {
    await imported(await series());
    const [, second, third] = await listed();
    expectStatus(await ada.patch(`/reminders/${second.id}`, { completed: false }), 200);
    expect(await listed()).toHaveLength(2);
    const again = expectStatus(
      await ada.patch(`/reminders/${second.id}`, { completed: true }),
      200,
    );
    expect(again.nextId).not.toBe(third.id);
    expect(await listed()).toHaveLength(3);
  });

  it("keeps a next reminder that was changed before the export when the previous one is opened", async () => {
    const file = await series();
    const open = file.find(({ completed }) => !completed);
    open.title = "Water the plants";
    open.updatedAt = new Date().toISOString();
    await imported(file);
    const [, second] = await listed();
    expectStatus(await ada.patch(`/reminders/${second.id}`, { completed: false }), 200);
    expect((await listed()).map(({ title }) => title)).toContain("Water the plants");
  });

  it("is linked to reminders of an earlier import", async () => {
    const file = await series();
    for (const completed of [false, true]) {
      await imported(file.filter((each) => each.completed === completed));
    }
    const [first, second, third] = await listed();
    expect([first.nextId, second.nextId, third.nextId]).toEqual([second.id, third.id, null]);
  });
});

describe("an impossible next reminder", () => {
  it("is left out: one of another account, itself, one in a circle, or an unknown one", async () => {
    const foreign = await make(await signUp(), "/reminders", daily);
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const done = await imported([
      { ...daily, id: randomUUID(), completed: true, nextId: foreign.id },
      { ...daily, id: randomUUID(), completed: true, nextId: randomUUID() },
      { ...daily, id: a, completed: true, nextId: a },
      { ...daily, id: b, completed: true, nextId: c },
      { ...daily, id: c, completed: true, nextId: b },
      { ...daily, id: randomUUID(), completed: true, nextId: 5 },
    ]);
    expect(done).toMatchObject({
      created: 6,
      dropped: [
        { property: "reminders.nextId: must be a UUID", count: 1 },
        { property: "reminders.nextId: comes after itself", count: 3 },
      ],
    });
    expect((await listed()).map(({ nextId }) => nextId)).toEqual(Array(6).fill(null));
    await undo(done);
    expect(await listed()).toEqual([]);
  });

  it("is the first of two with the same id", async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const reminders = [
      { ...daily, id: b, title: "First" },
      { ...daily, id: b, title: "Second" },
      { ...daily, id: a, completed: true, nextId: b },
    ];
    const made = expectStatus(await ada.post("/imports", { kith: 1, reminders }), 201);
    const rows = [{ number: 2, action: "create" }];
    const body = { onMatch: "merge", rows };
    expectStatus(await ada.post(`/imports/${made.id}/apply`, body), 200);
    const all = await listed();
    const { nextId } = all.find(({ completed }) => completed)!;
    expect(all.find(({ id }) => id === nextId)!.title).toBe("First");
  });
});
