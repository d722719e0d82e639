import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

/** What reminders do otherwise than contacts: the mechanism is tested in contacts-bulk.test.ts. */
const ada = await signUp();
const bulk = (body: Json) => ada.post("/reminders/bulk", body);
const create = (body: Json): Promise<Json> => ada.make("/reminders", body);
const titles = async (query: string) =>
  (await ada.listed(`/reminders?${query}`)).map(({ title }) => title);

describe("many reminders in one request", () => {
  it("are created, then updated, then deleted, in one change set that can be undone", async () => {
    const { id: contactId } = await ada.make("/contacts", { firstName: "Zoë" });
    const [moved, gone] = [
      await create({ title: "Moved", dueAt: "2030-01-01" }),
      await create({ title: "Gone" }),
    ];
    const answer = await bulk({
      create: [{ title: "New", contactIds: [contactId] }],
      update: [{ ...moved, dueAt: "2030-01-08" }, { id: moved.id, title: "Later" }],
      delete: [gone.id],
    });
    const { results, hasMore } = expectStatus(answer, 200);
    expect([hasMore, ...results.map(({ action, status }: Json) => `${action} ${status}`)])
      .toEqual([false, "create done", "update done", "update done", "delete done"]);
    expect((await ada.get(`/reminders/${moved.id}`)).body).toMatchObject({
      title: "Later",
      dueAt: "2030-01-08T09:00:00.000Z",
    });
    await ada.undo(answer.headers.get("x-activity-id")!);
    expect(await titles("sort=createdAt")).toEqual(["Moved", "Gone"]);
  });

  it("that recur make the next when they are completed, and end their series when they are deleted", async () => {
    const weekly = { dueAt: "2030-01-07", recurrence: "FREQ=WEEKLY" };
    const [done, ended] = [
      await create({ title: "Done", ...weekly }),
      await create({ title: "Ended", ...weekly }),
    ];
    await bulk({ update: [{ id: done.id, completed: true }], delete: [ended.id] });
    expect(await titles("completed=false&dueAfter=2030-01-09")).toContain("Done");
    expect(await titles("")).not.toContain("Ended");
  });

  it("are all or none, unless partial says otherwise", async () => {
    const { id } = await create({ title: "Kept" });
    const body = { update: [{ id, title: "Changed" }, { id: randomUUID() }], create: [{}] };
    expectViolations(await bulk(body), "body /create/0/title required");
    const answer = await bulk({ update: body.update });
    expect(expectProblem(answer, 404, "not_found").errors[0].pointer).toBe("/update/1");
    const { results } = expectStatus(await bulk({ ...body, partial: true }), 200);
    expect(results.map(({ status }: Json) => status)).toEqual(["failed", "done", "failed"]);
  });
});

it("reminders are found by words of title and description, and by whether they have a due time", async () => {
  const bob = await signUp();
  const find = async (query: string) =>
    (await bob.listed(`/reminders?${query}`)).map(({ title }) => title);
  const { id: contactId } = await bob.make("/contacts", { firstName: "Max" });
  const { id: other } = await bob.make("/contacts", { firstName: "Moritz" });
  await bob.make("/reminders", { title: "Büchse öffnen", dueAt: "2030-01-01" });
  const description = "The blue one of the library";
  await bob.make("/reminders", { title: "Book", description, contactIds: [contactId, other] });
  expect(await find("search=buchse")).toEqual(["Büchse öffnen"]);
  expect(await find("search=LIBRARY%20book")).toEqual(["Book"]);
  expect(await find(`search=blue&contactId=${other}`)).toEqual(["Book"]);
  expect(await find("search=green")).toEqual([]);
  expect(await find("hasDueAt=false")).toEqual(["Book"]);
  expect(await find("hasDueAt=true")).toEqual(["Büchse öffnen"]);
});
