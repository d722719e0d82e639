import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { type Json } from "../support/client.ts";

const ada = await signUp();

const create = (body: Json, account = ada) => account.make("/reminders", { title: "x", ...body });

describe("a reminder", () => {
  it("takes a bare date for nine o'clock where the profile lives", async () => {
    const me = await signUp();
    await me.change("/me", { timezone: "Pacific/Auckland" });
    expect((await create({ dueAt: "2030-01-15" }, me)).dueAt).toBe("2030-01-14T20:00:00.000Z");
    expect((await create({ dueAt: "2030-07-15" }, me)).dueAt).toBe("2030-07-14T21:00:00.000Z");
  });

  it("that is completed has completedAt, which is kept until it is opened again and not written", async () => {
    const path = `/reminders/${(await create({})).id}`;
    const at = expect.stringMatching(/Z$/);
    expect(await ada.change(path, { completedAt: "2020-01-01T00:00:00Z" }))
      .toMatchObject({ completed: false, completedAt: null });
    const done = await ada.change(path, { completed: true, completedAt: null });
    expect(done).toMatchObject({ completed: true, completedAt: at });
    expect(await ada.change(path, { completed: true })).toEqual(done);
    expect((await ada.change(path, { title: "y" })).completedAt).toBe(done.completedAt);
    expect(await ada.change(path, { completed: false }))
      .toMatchObject({ completed: false, completedAt: null });
    expect(await create({ completed: true })).toMatchObject({ completed: true, completedAt: at });
  });
});

describe("the list of reminders", async () => {
  const me = await signUp();
  const contactId = (await me.make("/contacts", { firstName: "C" })).id;
  for (
    const each of [
      { title: "done early", dueAt: "2030-01-01T00:00:00Z", completed: true },
      { title: "done whenever", completed: true },
      { title: "whenever", contactId },
      { title: "noon", dueAt: "2030-01-02T12:00:00Z" },
      { title: "overdue", dueAt: "2020-01-01T00:00:00Z" },
      { title: "late", dueAt: "2030-01-02T23:30:00Z" },
    ]
  ) await create(each, me);
  const titles = async (query: string): Promise<string[]> =>
    (await me.listed(`/reminders?${query}`)).map(({ title }) => title);

  it.each<[string, string[]]>([
    ["", ["overdue", "noon", "late", "whenever", "done early", "done whenever"]],
    ["sort=dueAt&pageSize=3", ["overdue", "done early", "noon"]],
    ["completed=1", ["done early", "done whenever"]],
    ["completed=No", ["overdue", "noon", "late", "whenever"]],
    ["dueAfter=2030-01-02T12:00:00Z", ["noon", "late"]],
    ["dueBefore=2030-01-02T12:00:00Z", ["overdue", "done early"]],
    ["dueBefore=2030-01-02T12:00:00.001Z", ["overdue", "noon", "done early"]],
    ["dueAfter=2030-01-01&dueBefore=2030-01-03&completed=false&sort=-dueAt", ["late", "noon"]],
    ["dueAfter=2030-01-03&dueBefore=2030-01-01", []],
  ])("with %s has %j", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it("takes a date for the start of the day where the profile lives, and finds those of a contact", async () => {
    expect(await titles(`contactId=${contactId}`)).toEqual(["whenever"]);
    expect(await titles(`contactId=${randomUUID()}`)).toEqual([]);
    await me.change("/me", { timezone: "Europe/Paris" });
    expect(await titles("dueAfter=2030-01-03")).toEqual(["late"]);
    expect(await titles("dueBefore=2030-01-03&completed=false")).toEqual(["overdue", "noon"]);
  });
});
