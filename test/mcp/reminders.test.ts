import { afterAll, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";

const ada = await signUp();
const client = await connect((await makeKey(ada)).key);
afterAll(() => client.close());

const call = async (name: string, input: Json) => {
  const { isError, read } = await callTool(client, name, input);
  return { isError, ...read };
};
const titles = async (input: Json) =>
  (await call("search_reminders", input)).reminders.map(({ title }: Json) => title);

await ada.patch("/me", { timezone: "Europe/Berlin" });
await ada.make("/contacts", { firstName: "Anna" });
const ids: string[] = [];
for (const day of ["2030-03-28", "2030-03-29"]) {
  const made = await call("set_reminder", { title: `Call ${day}`, due: day, people: "Anna" });
  ids.push(made.reminder.id);
}
const whenever = (await call("set_reminder", { title: "Whenever" })).reminder.id;
await call("set_reminder", { title: "Old", due: "2026-01-01", completed: true });

it("reminders are found by words, person and time, also those without a time and completed ones", async () => {
  expect(await titles({ search: "call", contact: "anna" })).toEqual([
    "Call 2030-03-28",
    "Call 2030-03-29",
  ]);
  expect(await titles({ hasDue: false })).toEqual(["Whenever"]);
  expect(await titles({ completed: true })).toEqual(["Old"]);
  expect(await titles({ dueAfter: "2030-03-29", dueBefore: "2030-04-01" }))
    .toEqual(["Call 2030-03-29"]);
});

it("all that match are moved at once, at the same time of the day, and undo takes it back", async () => {
  const matching = { search: "call", completed: false };
  const refused = await call("change_reminders", { matching, total: 3, moveBy: "P1W" });
  expect(refused.errors, JSON.stringify(refused)).toMatchObject([{
    pointer: "/total",
    message:
      "2 reminders match. Look at them with search_reminders, and give the total that it says.",
  }]);
  const moved = await call("change_reminders", { matching, total: 2, moveBy: "P1W" });
  // Summer time begins between the two.
  expect([moved.count, ...moved.reminders.map(({ dueAt }: Json) => dueAt)])
    .toEqual([2, "2030-04-04T07:00:00Z", "2030-04-05T07:00:00Z"]);
  expect(moved.reminders[0].people).toMatchObject([{ displayName: "Anna" }]);
  await call("undo", { activityId: moved.activityId });
  expect(await titles({ dueBefore: "2030-03-31" })).toContain("Call 2030-03-28");
  const { reminders } = await call("change_reminders", { reminderIds: ids, moveBy: "-P1D" });
  expect(reminders[0].dueAt).toBe("2030-03-27T08:00:00Z");
});

it("some are completed, given a day, or deleted by their ids, all or none", async () => {
  expect((await call("change_reminders", { reminderIds: [whenever], moveBy: "P1D" })).errors)
    .toMatchObject([{ pointer: "/moveBy", message: expect.stringContaining("no due time") }]);
  const unknown = [...ids, crypto.randomUUID()];
  expect((await call("change_reminders", { reminderIds: unknown, completed: true })).code)
    .toBe("not_found");
  expect(await titles({ search: "call", completed: true })).toEqual([]);
  await call("change_reminders", { reminderIds: ids, completed: true });
  expect(await titles({ search: "call", completed: true })).toHaveLength(2);
  await call("change_reminders", { reminderIds: whenever, due: "2030-05-01" });
  expect(await titles({ hasDue: false })).toEqual([]);
  expect((await call("change_reminders", { reminderIds: ids, delete: true })).count).toBe(2);
  expect(await titles({ search: "call" })).toEqual([]);
  for (const input of [{ reminderIds: ids }, { completed: true }, { matching: {}, delete: true }]) {
    expect((await call("change_reminders", input)).code).toBe("validation_failed");
  }
});
