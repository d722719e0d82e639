import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Account,
  change,
  expectStatus,
  listed,
  make,
  read,
  signUp,
} from "../support/accounts.ts";
import { type Json, locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

const create = (body: Json, account = ada) => make(account, "/reminders", { title: "x", ...body });

describe("a reminder", () => {
  it("is created with every member, changed, cleared and deleted", async () => {
    const contactId = (await make(ada, "/contacts", { firstName: "C" })).id;
    const description = "About the boat";
    const given = { title: "Call", description, contactId, dueAt: "2030-01-02T03:04:05.006Z" };
    const answer = await ada.post("/reminders", given);
    const made = expectStatus(answer, 201);
    expect(made).toEqual({
      ...given,
      contactIds: [contactId],
      id: expect.any(String),
      recurrence: null,
      recurrenceFrom: "due",
      completed: false,
      completedAt: null,
      nextId: null,
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    const path = `/reminders/${made.id}`;
    expect(locationOf(answer, "/reminders")).toBe(path);
    expect(await change(ada, path, made)).toEqual(made);
    const cleared = { description: null, contactId: null, dueAt: null };
    const after = await change(ada, path, cleared);
    expect(after).toEqual({ ...made, ...cleared, contactIds: [], updatedAt: after.updatedAt });
    expect(await read(ada, path)).toEqual(after);
    const unknown = { title: "x", contactId: randomUUID() };
    expectInvalidReference(await ada.patch(path, unknown));
    expectInvalidReference(await ada.post("/reminders", unknown));
    expectStatus(await ada.delete(path), 204);
    expectProblem(await ada.delete(path), 404, "not_found");
  });

  it("takes a bare date for nine o'clock where the profile lives", async () => {
    const me = await signUp();
    await change(me, "/me", { timezone: "Pacific/Auckland" });
    expect((await create({ dueAt: "2030-01-15" }, me)).dueAt).toBe("2030-01-14T20:00:00.000Z");
    expect((await create({ dueAt: "2030-07-15" }, me)).dueAt).toBe("2030-07-14T21:00:00.000Z");
  });

  it.each<[string, unknown, string]>([
    ["no title", {}, "/title required"],
    ["a blank title", { title: "\t" }, "/title too_short"],
    ["a title of 256", { title: "a".repeat(256) }, "/title too_long"],
    ["a wrong due time", { title: "A", dueAt: "soon" }, "/dueAt invalid_format"],
    ["null for completed", { title: "A", completed: null }, "/completed invalid_type"],
    ["an unknown member", { title: "A", due: null }, "/due unknown_member"],
  ])("is refused with %s", async (_, body, place) => {
    expectViolations(await ada.post("/reminders", body), `body ${place}`);
  });

  it("that is completed has completedAt, which is kept until it is opened again and not written", async () => {
    const path = `/reminders/${(await create({})).id}`;
    const at = expect.stringMatching(/Z$/);
    expect(await change(ada, path, { completedAt: "2020-01-01T00:00:00Z" }))
      .toMatchObject({ completed: false, completedAt: null });
    const done = await change(ada, path, { completed: true, completedAt: null });
    expect(done).toMatchObject({ completed: true, completedAt: at });
    expect(await change(ada, path, { completed: true })).toEqual(done);
    expect((await change(ada, path, { title: "y" })).completedAt).toBe(done.completedAt);
    expect(await change(ada, path, { completed: false }))
      .toMatchObject({ completed: false, completedAt: null });
    expect(await create({ completed: true })).toMatchObject({ completed: true, completedAt: at });
  });
});

describe("the list of reminders", () => {
  let me: Account;
  let contactId: string;
  beforeAll(async () => {
    me = await signUp();
    contactId = (await make(me, "/contacts", { firstName: "C" })).id;
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
  });
  const titles = async (query: string): Promise<string[]> =>
    (await listed(me, `/reminders?${query}`)).map(({ title }) => title);

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
    await change(me, "/me", { timezone: "Europe/Paris" });
    expect(await titles("dueAfter=2030-01-03")).toEqual(["late"]);
    expect(await titles("dueBefore=2030-01-03&completed=false")).toEqual(["overdue", "noon"]);
  });

  it("refuses a wrong time, and what is neither yes nor no", async () => {
    expectViolations(await me.get("/reminders?dueBefore=soon"), "query /dueBefore invalid_format");
    expectViolations(await me.get("/reminders?completed=done"), "query /completed invalid_format");
  });
});
