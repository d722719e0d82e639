import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("creating a reminder", () => {
  it("answers 201 with every member", async () => {
    const contact = await make(ada, "/contacts", { firstName: "C" });
    const given = {
      title: "Call",
      description: "About the boat",
      contactId: contact.id,
      dueAt: "2030-01-02T03:04:05.006Z",
    };
    const answer = await ada.post("/reminders", given);
    const reminder = expectStatus(answer, 201);
    expect(reminder).toEqual({
      ...given,
      id: expect.any(String),
      completed: false,
      completedAt: null,
      createdAt: expect.any(String),
      updatedAt: reminder.createdAt,
    });
    expect(locationOf(answer, "/reminders")).toBe(`/reminders/${reminder.id}`);
    expect((await ada.get(`/reminders/${reminder.id}`)).body).toEqual(reminder);
    expect(await make(ada, "/reminders", { title: "Bare" })).toMatchObject({
      description: null,
      contactId: null,
      dueAt: null,
      completed: false,
    });
  });

  it("takes a bare date for nine o'clock where the profile lives", async () => {
    const me = await signUp();
    await me.patch("/me", { timezone: "Pacific/Auckland" });
    expect(await make(me, "/reminders", { title: "x", dueAt: "2030-01-15" })).toMatchObject({
      dueAt: "2030-01-14T20:00:00.000Z",
    });
    expect(await make(me, "/reminders", { title: "x", dueAt: "2030-07-15" })).toMatchObject({
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
    ["a due time that is none", { title: "A", dueAt: "soon" }, "body /dueAt invalid_format"],
    ["null for completed", { title: "A", completed: null }, "body /completed invalid_type"],
    ["an unknown member", { title: "A", due: null }, "body /due unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.post("/reminders", body), place);
  });

  it("refuses a contact that is not there", async () => {
    expectInvalidReference(await ada.post("/reminders", { title: "x", contactId: randomUUID() }));
  });
});

describe("completing a reminder", () => {
  it("notes when, keeps that when completed again, and forgets it when undone", async () => {
    const { id } = await make(ada, "/reminders", { title: "x" });
    const done = expectStatus(await ada.patch(`/reminders/${id}`, { completed: true }), 200);
    expect(done).toMatchObject({ completed: true, completedAt: expect.stringMatching(/Z$/) });
    expect((await ada.patch(`/reminders/${id}`, { completed: true })).body).toEqual(done);
    const renamed = (await ada.patch(`/reminders/${id}`, { title: "y" })).body;
    expect(renamed.completedAt).toBe(done.completedAt);
    const undone = (await ada.patch(`/reminders/${id}`, { completed: false })).body;
    expect(undone).toMatchObject({ completed: false, completedAt: null });
  });

  it("ignores a completedAt that is sent along", async () => {
    const { id } = await make(ada, "/reminders", { title: "x" });
    const answer = await ada.patch(`/reminders/${id}`, { completedAt: "2020-01-01T00:00:00Z" });
    expect(answer.body).toMatchObject({ completed: false, completedAt: null });
    const { body } = await ada.patch(`/reminders/${id}`, { completed: true, completedAt: null });
    expect(body.completedAt).not.toBeNull();
  });

  it("may already be so at creation", async () => {
    const reminder = await make(ada, "/reminders", { title: "x", completed: true });
    expect(reminder).toMatchObject({ completed: true, completedAt: expect.stringMatching(/Z$/) });
  });
});

describe("changing and deleting a reminder", () => {
  it("merges, clears, and leaves updatedAt alone when nothing changes", async () => {
    const contact = await make(ada, "/contacts", { firstName: "C" });
    const before = await make(ada, "/reminders", {
      title: "x",
      contactId: contact.id,
      dueAt: "2030-01-01T00:00:00Z",
    });
    expect((await ada.patch(`/reminders/${before.id}`, before)).body).toEqual(before);
    const cleared = { contactId: null, dueAt: null };
    const after = (await ada.patch(`/reminders/${before.id}`, cleared)).body;
    expect(after).toEqual({ ...before, ...cleared, updatedAt: after.updatedAt });
    expectInvalidReference(await ada.patch(`/reminders/${before.id}`, { contactId: randomUUID() }));
  });

  it("outlives its contact, untagged", async () => {
    const contact = await make(ada, "/contacts", { firstName: "C" });
    const { id } = await make(ada, "/reminders", { title: "x", contactId: contact.id });
    await ada.delete(`/contacts/${contact.id}`);
    expect((await ada.get(`/reminders/${id}`)).body).toMatchObject({ title: "x", contactId: null });
  });

  it("is deleted once", async () => {
    const { id } = await make(ada, "/reminders", { title: "x" });
    expect((await ada.delete(`/reminders/${id}`)).status).toBe(204);
    expectProblem(await ada.delete(`/reminders/${id}`), 404, "not_found");
  });
});

describe("filtering reminders", () => {
  it("finds those of a contact, the done, and the open", async () => {
    const me = await signUp();
    const contact = await make(me, "/contacts", { firstName: "C" });
    const open = await make(me, "/reminders", { title: "open", contactId: contact.id });
    const done = await make(me, "/reminders", { title: "done", completed: true });
    expect((await me.get("/reminders?completed=1")).body).toMatchObject({ data: [done], total: 1 });
    expect((await me.get("/reminders?completed=No")).body).toMatchObject({
      data: [open],
      total: 1,
    });
    expect((await me.get(`/reminders?contactId=${contact.id}`)).body.data).toEqual([open]);
    expect((await me.get(`/reminders?contactId=${randomUUID()}`)).body.data).toEqual([]);
    expectViolations(await me.get("/reminders?completed=done"), "query /completed invalid_format");
  });
});
