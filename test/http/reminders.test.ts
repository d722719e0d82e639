import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type components, type KithClient, orThrow } from "../../client/src/index.ts";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";
import { answered, refused, typedClient } from "../support/typed-client.ts";

let ada: Account;
let kith: KithClient;
beforeAll(async () => {
  ada = await signUp();
  kith = typedClient(ada.token);
});

function create(body: components["schemas"]["ReminderCreate"], client = kith) {
  return client.POST("/reminders", { body });
}

function get(id: string) {
  return kith.GET("/reminders/{id}", { params: { path: { id } } });
}

function change(id: string, body: components["schemas"]["ReminderUpdate"]) {
  return kith.PATCH("/reminders/{id}", { params: { path: { id } }, body });
}

function remove(id: string) {
  return kith.DELETE("/reminders/{id}", { params: { path: { id } } });
}

describe("creating a reminder", () => {
  it("answers 201 with every member", async () => {
    const contact = await orThrow(kith.POST("/contacts", { body: { firstName: "C" } }));
    const given = {
      title: "Call",
      description: "About the boat",
      contactId: contact.id,
      dueAt: "2030-01-02T03:04:05.006Z",
    };
    const answer = await answered(create(given), 201);
    const reminder = answer.body;
    expect(reminder).toEqual({
      ...given,
      contactIds: [contact.id],
      id: expect.any(String),
      recurrence: null,
      recurrenceFrom: "due",
      completed: false,
      completedAt: null,
      nextId: null,
      createdAt: expect.any(String),
      updatedAt: reminder.createdAt,
    });
    expect(locationOf(answer, "/reminders")).toBe(`/reminders/${reminder.id}`);
    expect(await orThrow(get(reminder.id))).toEqual(reminder);
    expect(await orThrow(create({ title: "Bare" }))).toMatchObject({
      description: null,
      contactId: null,
      dueAt: null,
      completed: false,
    });
  });

  it("takes a bare date for nine o'clock where the profile lives", async () => {
    const me = typedClient((await signUp()).token);
    await orThrow(me.PATCH("/me", { body: { timezone: "Pacific/Auckland" } }));
    expect(await orThrow(create({ title: "x", dueAt: "2030-01-15" }, me))).toMatchObject({
      dueAt: "2030-01-14T20:00:00.000Z",
    });
    expect(await orThrow(create({ title: "x", dueAt: "2030-07-15" }, me))).toMatchObject({
      dueAt: "2030-07-14T21:00:00.000Z",
    });
  });

  it.each<[string, unknown, string]>([
    ["no title", {}, "body /title required"],
    ["a blank title", { title: "\t" }, "body /title too_short"],
    ["a title of 256", { title: "a".repeat(256) }, "body /title too_long"],
    [
      "a description of 10,001",
      { title: "A", description: "a".repeat(10_001) },
      "body /description too_long",
    ],
    ["a wrong due time", { title: "A", dueAt: "soon" }, "body /dueAt invalid_format"],
    ["null for completed", { title: "A", completed: null }, "body /completed invalid_type"],
    ["an unknown member", { title: "A", due: null }, "body /due unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.post("/reminders", body), place);
  });

  it("refuses an unknown contact", async () => {
    expectInvalidReference(await refused(create({ title: "x", contactId: randomUUID() })));
  });
});

describe("completing a reminder", () => {
  it("sets completedAt, keeps it when completed again, and clears it when reopened", async () => {
    const { id } = await orThrow(create({ title: "x" }));
    const done = await orThrow(change(id, { completed: true }));
    expect(done).toMatchObject({ completed: true, completedAt: expect.stringMatching(/Z$/) });
    expect(await orThrow(change(id, { completed: true }))).toEqual(done);
    const renamed = await orThrow(change(id, { title: "y" }));
    expect(renamed.completedAt).toBe(done.completedAt);
    const undone = await orThrow(change(id, { completed: false }));
    expect(undone).toMatchObject({ completed: false, completedAt: null });
  });

  it("ignores a completedAt that is sent along", async () => {
    const { id } = await orThrow(create({ title: "x" }));
    const answer = await ada.patch(`/reminders/${id}`, { completedAt: "2020-01-01T00:00:00Z" });
    expect(answer.body).toMatchObject({ completed: false, completedAt: null });
    const { body } = await ada.patch(`/reminders/${id}`, { completed: true, completedAt: null });
    expect(body.completedAt).not.toBeNull();
  });

  it("is possible at creation", async () => {
    const reminder = await orThrow(create({ title: "x", completed: true }));
    expect(reminder).toMatchObject({ completed: true, completedAt: expect.stringMatching(/Z$/) });
  });
});

describe("changing and deleting a reminder", () => {
  it("merges, clears, and leaves updatedAt alone when nothing changes", async () => {
    const contact = await orThrow(kith.POST("/contacts", { body: { firstName: "C" } }));
    const given = { title: "x", contactId: contact.id, dueAt: "2030-01-01T00:00:00Z" };
    const before = await orThrow(create(given));
    expect(await orThrow(change(before.id, before))).toEqual(before);
    const cleared = { contactId: null, dueAt: null };
    const after = await orThrow(change(before.id, cleared));
    expect(after).toEqual({ ...before, ...cleared, contactIds: [], updatedAt: after.updatedAt });
    expectInvalidReference(await refused(change(before.id, { contactId: randomUUID() })));
  });

  it("keeps a reminder whose contact is deleted", async () => {
    const contact = await orThrow(kith.POST("/contacts", { body: { firstName: "C" } }));
    const { id } = await orThrow(create({ title: "x", contactId: contact.id }));
    const params = { path: { id: contact.id } };
    await orThrow(kith.DELETE("/contacts/{id}", { params }));
    expect(await orThrow(get(id))).toMatchObject({ title: "x", contactId: null });
  });

  it("is deleted once", async () => {
    const { id } = await orThrow(create({ title: "x" }));
    expect((await remove(id)).response.status).toBe(204);
    expectProblem(await refused(remove(id)), 404, "not_found");
  });
});

describe("filtering reminders", () => {
  it("finds those of a contact, the done, and the open", async () => {
    const me = await signUp();
    const client = typedClient(me.token);
    const contact = await orThrow(client.POST("/contacts", { body: { firstName: "C" } }));
    const open = await orThrow(create({ title: "open", contactId: contact.id }, client));
    const done = await orThrow(create({ title: "done", completed: true }, client));
    const about = (contactId: string) =>
      orThrow(client.GET("/reminders", { params: { query: { contactId } } }));
    expect((await me.get("/reminders?completed=1")).body).toMatchObject({ data: [done], total: 1 });
    expect((await me.get("/reminders?completed=No")).body).toMatchObject({
      data: [open],
      total: 1,
    });
    expect((await about(contact.id)).data).toEqual([open]);
    expect((await about(randomUUID())).data).toEqual([]);
    expectViolations(await me.get("/reminders?completed=done"), "query /completed invalid_format");
  });
});

describe("reminders by when they are due", () => {
  const reminders = [
    { title: "done early", dueAt: "2030-01-01T00:00:00Z", completed: true },
    { title: "done whenever", completed: true },
    { title: "whenever" },
    { title: "noon", dueAt: "2030-01-02T12:00:00Z" },
    { title: "overdue", dueAt: "2020-01-01T00:00:00Z" },
    { title: "late", dueAt: "2030-01-02T23:30:00Z" },
  ];
  let me: Account;
  beforeAll(async () => {
    me = await signUp();
    for (const each of reminders) await orThrow(create(each, typedClient(me.token)));
  });

  const titles = async (query: string): Promise<string[]> =>
    expectStatus(await me.get(`/reminders${query}`), 200).data
      .map(({ title }: { title: string }) => title);

  it("has the open ones before the completed ones, the soonest first", async () => {
    expect(await titles(""))
      .toEqual(["overdue", "noon", "late", "whenever", "done early", "done whenever"]);
    expect((await titles("?sort=dueAt")).slice(0, 3)).toEqual(["overdue", "done early", "noon"]);
    expect(await titles("?completed=true")).toEqual(["done early", "done whenever"]);
  });

  it.each([
    ["dueAfter=2030-01-02T12:00:00Z", ["noon", "late"]],
    ["dueBefore=2030-01-02T12:00:00Z", ["overdue", "done early"]],
    ["dueBefore=2030-01-02T12:00:00.001Z", ["overdue", "noon", "done early"]],
    ["dueAfter=2030-01-01&dueBefore=2030-01-03", ["noon", "late", "done early"]],
    ["dueAfter=2030-01-01&dueBefore=2030-01-03&completed=false&sort=-dueAt", ["late", "noon"]],
    ["dueAfter=2030-01-03&dueBefore=2030-01-01", []],
  ])("finds those of %s", async (query, expected) => {
    expect(await titles(`?${query}`)).toEqual(expected);
  });

  it("takes a date for the start of the day where the profile lives", async () => {
    expectStatus(await me.patch("/me", { timezone: "Europe/Paris" }), 200);
    expect(await titles("?dueAfter=2030-01-03")).toEqual(["late"]);
    expect(await titles("?dueBefore=2030-01-03&completed=false")).toEqual(["overdue", "noon"]);
  });

  it("refuses a wrong time", async () => {
    expectViolations(await me.get("/reminders?dueBefore=soon"), "query /dueBefore invalid_format");
  });
});
