import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";

const day = 86_400_000;
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("writing a note", () => {
  it("answers 201 with every member, now where no time is given", async () => {
    const answer = await ada.post("/notes", { content: "Met." });
    const note = expectStatus(answer, 201);
    expect(note).toEqual({
      id: expect.any(String),
      content: "Met.",
      contactId: null,
      noteTypeId: null,
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      createdAt: expect.any(String),
      updatedAt: note.createdAt,
    });
    expect(Math.abs(Date.parse(note.occurredAt) - Date.parse(note.createdAt))).toBeLessThan(day);
    expect(locationOf(answer, "/notes")).toBe(`/notes/${note.id}`);
    expect((await ada.get(`/notes/${note.id}`)).body).toEqual(note);
  });

  it.each([
    ["Windows line ends, tabs and outer space", "  a\r\n\tb\n\n c \r\n "],
    ["right-to-left text", "שלום \u202eabc\u202c مرحبا"],
    ["emoji of several code points", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301"],
    ["what JSON and SQL would escape", `"\\'';-- \u2028 \u0007 \${x} %s \\u0000`],
    ["100,000 characters", "é😀".repeat(50_000)],
  ])("keeps %s to the letter", async (_, content) => {
    const note = await make(ada, "/notes", { content });
    expect(note.content).toBe(content);
    expect((await ada.get(`/notes/${note.id}`)).body.content).toBe(content);
    const found = (await ada.get("/notes?sort=-createdAt&pageSize=1")).body.data[0];
    expect(found.content).toBe(content);
  });

  it("takes an instant with an offset and answers it in UTC, rounded to the millisecond", async () => {
    const note = await make(ada, "/notes", {
      content: "x",
      occurredAt: "2024-02-29T23:30:00.1239-03:30",
    });
    expect(note.occurredAt).toBe("2024-03-01T03:00:00.124Z");
  });

  it("takes a bare date for the start of that day where the profile lives", async () => {
    const me = await signUp();
    await me.patch("/me", { timezone: "America/St_Johns" });
    const note = await make(me, "/notes", { content: "x", occurredAt: "2024-07-01" });
    expect(note.occurredAt).toBe("2024-07-01T02:30:00.000Z");
  });

  it("allows what is at most a day ahead", async () => {
    const soon = new Date(Date.now() + day - 600_000).toISOString();
    await make(ada, "/notes", { content: "x", occurredAt: soon });
    const late = new Date(Date.now() + day + 600_000).toISOString();
    expectViolations(
      await ada.post("/notes", { content: "x", occurredAt: late }),
      "body /occurredAt too_big",
    );
  });

  it.each<[string, unknown, string]>([
    ["no content", {}, "body /content required"],
    ["empty content", { content: "" }, "body /content too_short"],
    ["null content", { content: null }, "body /content invalid_type"],
    ["100,001 characters", { content: "😀".repeat(100_001) }, "body /content too_long"],
    [
      "an impossible date",
      { content: "x", occurredAt: "2025-02-30" },
      "body /occurredAt invalid_format",
    ],
    ["an id that is none", { content: "x", contactId: "x" }, "body /contactId invalid_format"],
    ["an unknown member", { content: "x", title: "y" }, "body /title unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.post("/notes", body), place);
  });

  it("refuses a contact or a type that is not there", async () => {
    expectInvalidReference(await ada.post("/notes", { content: "x", contactId: randomUUID() }));
    expectInvalidReference(await ada.post("/notes", { content: "x", noteTypeId: randomUUID() }));
  });
});

describe("changing a note", () => {
  it("merges, clears, and leaves updatedAt alone when nothing changes", async () => {
    const contact = await make(ada, "/contacts", { firstName: "C" });
    const type = await make(ada, "/note-types", { name: randomUUID() });
    const before = await make(ada, "/notes", {
      content: "a",
      contactId: contact.id,
      noteTypeId: type.id,
    });
    expect((await ada.patch(`/notes/${before.id}`, before)).body).toEqual(before);
    const after = expectStatus(
      await ada.patch(`/notes/${before.id}`, { contactId: null, content: " b " }),
      200,
    );
    expect(after).toEqual({
      ...before,
      contactId: null,
      content: " b ",
      updatedAt: after.updatedAt,
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expectInvalidReference(await ada.patch(`/notes/${before.id}`, { noteTypeId: randomUUID() }));
    expectViolations(
      await ada.patch(`/notes/${before.id}`, { occurredAt: null }),
      "body /occurredAt invalid_type",
    );
  });

  it("deletes it once", async () => {
    const { id } = await make(ada, "/notes", { content: "x" });
    expect((await ada.delete(`/notes/${id}`)).status).toBe(204);
    expectProblem(await ada.delete(`/notes/${id}`), 404, "not_found");
    expectProblem(await ada.get(`/notes/${id}`), 404, "not_found");
  });

  it("outlives its contact, untagged", async () => {
    const contact = await make(ada, "/contacts", { firstName: "C" });
    const note = await make(ada, "/notes", { content: "x", contactId: contact.id });
    await ada.delete(`/contacts/${contact.id}`);
    expect((await ada.get(`/notes/${note.id}`)).body).toMatchObject({
      content: "x",
      contactId: null,
    });
  });
});

describe("filtering notes", () => {
  it("finds those of a contact and of a type", async () => {
    const me = await signUp();
    const contact = await make(me, "/contacts", { firstName: "C" });
    const type = await make(me, "/note-types", { name: "T" });
    const both = await make(me, "/notes", {
      content: "x",
      contactId: contact.id,
      noteTypeId: type.id,
    });
    await make(me, "/notes", { content: "y", contactId: contact.id });
    await make(me, "/notes", { content: "z" });
    expect((await me.get(`/notes?contactId=${contact.id}`)).body.total).toBe(2);
    expect((await me.get(`/notes?noteTypeId=${type.id}`)).body.data).toEqual([both]);
    expect((await me.get(`/notes?noteTypeId=${randomUUID()}`)).body).toMatchObject({
      data: [],
      total: 0,
    });
  });

  it("refuses days that are none, and a span turned round", async () => {
    expectViolations(await ada.get("/notes?from=2025-02-29"), "query /from invalid_format");
    expectViolations(await ada.get("/notes?to=yesterday"), "query /to invalid_format");
    expectProblem(await ada.get("/notes?from=2025-03-02&to=2025-03-01"), 400, "validation_failed");
    expect((await ada.get("/notes?from=0001-01-01&to=9999-12-31")).status).toBe(200);
  });
});
