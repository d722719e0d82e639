import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type components,
  type KithClient,
  type ListQuery,
  orThrow,
} from "../../client/src/index.ts";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Json, locationOf } from "../support/client.ts";
import { expectInvalidReference, expectProblem, expectViolations } from "../support/problems.ts";
import { makeOne } from "../support/route-examples.ts";
import { answered, refused, typedClient } from "../support/typed-client.ts";

const day = 86_400_000;
let ada: Account;
let kith: KithClient;
beforeAll(async () => {
  ada = await signUp();
  kith = typedClient(ada.token);
});

function create(body: components["schemas"]["NoteCreate"], client = kith) {
  return client.POST("/notes", { body });
}

function get(id: string) {
  return kith.GET("/notes/{id}", { params: { path: { id } } });
}

function change(id: string, body: components["schemas"]["NoteUpdate"]) {
  return kith.PATCH("/notes/{id}", { params: { path: { id } }, body });
}

function remove(id: string) {
  return kith.DELETE("/notes/{id}", { params: { path: { id } } });
}

describe("writing a note", () => {
  it("answers 201 with every member, now where no time is given", async () => {
    const answer = await answered(create({ content: "Met." }), 201);
    const note = answer.body;
    expect(note).toEqual({
      id: expect.any(String),
      content: "Met.",
      contactId: null,
      contactIds: [],
      noteTypeId: null,
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      createdAt: expect.any(String),
      updatedAt: note.createdAt,
    });
    expect(Math.abs(Date.parse(note.occurredAt) - Date.parse(note.createdAt))).toBeLessThan(day);
    expect(locationOf(answer, "/notes")).toBe(`/notes/${note.id}`);
    expect(await orThrow(get(note.id))).toEqual(note);
  });

  it.each([
    ["Windows line ends, tabs and outer space", "  a\r\n\tb\n\n c \r\n "],
    ["right-to-left text", "שלום \u202eabc\u202c مرحبا"],
    ["emoji of several code points", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301"],
    ["what JSON and SQL would escape", `"\\'';-- \u2028 \u0007 \${x} %s \\u0000`],
    ["100,000 characters", "é😀".repeat(50_000)],
  ])("keeps %s to the letter", async (_, content) => {
    const note = await orThrow(create({ content }));
    expect(note.content).toBe(content);
    expect((await orThrow(get(note.id))).content).toBe(content);
    const query = { sort: "-createdAt", pageSize: 1 } as const;
    const [found] = (await orThrow(kith.GET("/notes", { params: { query } }))).data;
    expect(found?.content).toBe(content);
  });

  it("takes an instant with an offset and answers it in UTC, rounded to the millisecond", async () => {
    const occurredAt = "2024-02-29T23:30:00.1239-03:30";
    const note = await orThrow(create({ content: "x", occurredAt }));
    expect(note.occurredAt).toBe("2024-03-01T03:00:00.124Z");
  });

  it("takes a date for the start of that day in the profile's time zone", async () => {
    const me = typedClient((await signUp()).token);
    await orThrow(me.PATCH("/me", { body: { timezone: "America/St_Johns" } }));
    const note = await orThrow(create({ content: "x", occurredAt: "2024-07-01" }, me));
    expect(note.occurredAt).toBe("2024-07-01T02:30:00.000Z");
  });

  it("allows at most a day ahead", async () => {
    const soon = new Date(Date.now() + day - 600_000).toISOString();
    await orThrow(create({ content: "x", occurredAt: soon }));
    const late = new Date(Date.now() + day + 600_000).toISOString();
    expectViolations(
      await refused(create({ content: "x", occurredAt: late })),
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
    expectInvalidReference(await refused(create({ content: "x", contactId: randomUUID() })));
    expectInvalidReference(await refused(create({ content: "x", noteTypeId: randomUUID() })));
  });
});

describe("changing a note", () => {
  it("merges, clears, and leaves updatedAt alone when nothing changes", async () => {
    const contact = await orThrow(kith.POST("/contacts", { body: { firstName: "C" } }));
    const type = await orThrow(kith.POST("/note-types", { body: { name: randomUUID() } }));
    const given = { content: "a", contactId: contact.id, noteTypeId: type.id };
    const before = await orThrow(create(given));
    expect(await orThrow(change(before.id, before))).toEqual(before);
    const after = await orThrow(change(before.id, { contactId: null, content: " b " }));
    expect(after).toEqual({
      ...before,
      contactId: null,
      contactIds: [],
      content: " b ",
      updatedAt: after.updatedAt,
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expectInvalidReference(await refused(change(before.id, { noteTypeId: randomUUID() })));
    expectViolations(
      await ada.patch(`/notes/${before.id}`, { occurredAt: null }),
      "body /occurredAt invalid_type",
    );
  });

  it("deletes it once", async () => {
    const { id } = await orThrow(create({ content: "x" }));
    expect((await remove(id)).response.status).toBe(204);
    expectProblem(await refused(remove(id)), 404, "not_found");
    expectProblem(await refused(get(id)), 404, "not_found");
  });

  it("outlives its contact", async () => {
    const contact = await orThrow(kith.POST("/contacts", { body: { firstName: "C" } }));
    const note = await orThrow(create({ content: "x", contactId: contact.id }));
    const params = { path: { id: contact.id } };
    await orThrow(kith.DELETE("/contacts/{id}", { params }));
    expect(await orThrow(get(note.id))).toMatchObject({ content: "x", contactId: null });
  });
});

describe("filtering notes", () => {
  it("finds those of a contact and of a type", async () => {
    const me = typedClient((await signUp()).token);
    const contact = await orThrow(me.POST("/contacts", { body: { firstName: "C" } }));
    const type = await orThrow(me.POST("/note-types", { body: { name: "T" } }));
    const given = { content: "x", contactId: contact.id, noteTypeId: type.id };
    const both = await orThrow(create(given, me));
    await orThrow(create({ content: "y", contactId: contact.id }, me));
    await orThrow(create({ content: "z" }, me));
    const found = (query: ListQuery<"/notes">) => orThrow(me.GET("/notes", { params: { query } }));
    expect((await found({ contactId: contact.id })).total).toBe(2);
    expect((await found({ noteTypeId: type.id })).data).toEqual([both]);
    expect(await found({ noteTypeId: randomUUID() })).toMatchObject({ data: [], total: 0 });
  });

  it("refuses impossible days, and a span that ends before it begins", async () => {
    expectViolations(await ada.get("/notes?from=2025-02-29"), "query /from invalid_format");
    expectViolations(await ada.get("/notes?to=yesterday"), "query /to invalid_format");
    expectProblem(await ada.get("/notes?from=2025-03-02&to=2025-03-01"), 400, "validation_failed");
    const query = { from: "0001-01-01", to: "9999-12-31" };
    const { response } = await kith.GET("/notes", { params: { query } });
    expect(response.status).toBe(200);
  });
});

describe("a note with a reminder", () => {
  const content = "Lunch";
  const title = "Talk again";

  it("is one change set, and the reminder is about the contacts of the note", async () => {
    const [anna, ben] = [await makeOne(ada, "contacts"), await makeOne(ada, "contacts")];
    const body = {
      note: { content, contactIds: [anna, ben] },
      reminder: { title, dueAt: "2030-01-01" },
    };
    const options = { headers: { "idempotency-key": "lunch" } };
    const answer = await ada.post("/notes/with-reminder", body, options);
    const { note, reminder } = expectStatus(answer, 201);
    expect(expectStatus(await ada.get(`/notes/${note.id}`), 200)).toEqual(note);
    expect(expectStatus(await ada.get(`/reminders/${reminder.id}`), 200)).toEqual(reminder);
    expect([note.contactIds, reminder.contactIds]).toEqual([[anna, ben], [anna, ben]]);
    const again = await ada.post("/notes/with-reminder", body, options);
    expect(again.body).toEqual(answer.body);
    const activityId = answer.headers.get("x-activity-id");
    expect(again.headers.get("x-activity-id")).toBe(activityId);
    expectStatus(await ada.post(`/activity/${activityId}/undo`), 200);
    expectProblem(await ada.get(`/notes/${note.id}`), 404, "not_found");
    expectProblem(await ada.get(`/reminders/${reminder.id}`), 404, "not_found");
  });

  it.each([["notes", "note"], ["reminders", "reminder"]])(
    "is not answered again after its part of /%s was deleted",
    async (collection, member) => {
      const options = { headers: { "idempotency-key": collection } };
      const send = () =>
        ada.post("/notes/with-reminder", { note: { content }, reminder: { title } }, options);
      const made = expectStatus(await send(), 201);
      expectStatus(await ada.delete(`/${collection}/${made[member].id}`), 204);
      expectProblem(await send(), 422, "idempotency_key_reused");
    },
  );

  it("may have a reminder about others, or about nobody", async () => {
    const [anna, ben] = [await makeOne(ada, "contacts"), await makeOne(ada, "contacts")];
    const note = { content, contactId: anna };
    for (
      const [about, contactIds] of [
        [{ contactIds: [ben] }, [ben]],
        [{ contactId: null }, []],
      ]
    ) {
      const reminder = { title, ...about };
      const made = expectStatus(await ada.post("/notes/with-reminder", { note, reminder }), 201);
      expect(made).toMatchObject({ note: { contactIds: [anna] }, reminder: { contactIds } });
    }
  });

  it("is refused as a whole, with pointers into the part", async () => {
    const before = (await ada.get("/notes")).body.total;
    const send = (note: Json, reminder: Json) =>
      ada.post("/notes/with-reminder", { note, reminder });
    expectViolations(
      await send({ content: "" }, { title, recurrence: "FREQ=DAILY" }),
      "body /note/content too_short",
      "body /reminder/dueAt required",
    );
    const unknown = [randomUUID()];
    const refusals = [
      [await send({ content, contactIds: unknown }, { title }), "/note/contactIds/0"],
      [await send({ content }, { title, contactIds: unknown }), "/reminder/contactIds/0"],
    ] as const;
    for (const [answer, pointer] of refusals) {
      const { errors } = expectProblem(answer, 400, "invalid_reference");
      expect(errors).toMatchObject([{ in: "body", pointer }]);
    }
    expectViolations(
      await send({ content, occurredAt: "2999-01-01" }, { title }),
      "body /note/occurredAt too_big",
    );
    expect((await ada.get("/notes")).body.total).toBe(before);
  });
});
