import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Json } from "../support/client.ts";
import { expectInvalidReferences, expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf, makeOne } from "../support/route-examples.ts";

const day = 86_400_000;
const ada = await signUp();

const create = (body: Json, account = ada) => account.make("/notes", body);
const inZone = async (timezone: string): Promise<Account> => {
  const account = await signUp();
  await account.change("/me", { timezone });
  return account;
};

describe("a note", () => {
  it("keeps its content exactly, up to 100,000 characters", async () => {
    for (const content of ["  a\r\n\tb\n\n c \r\n ", "é😀".repeat(50_000)]) {
      const { id } = await create({ content });
      expect((await ada.read(`/notes/${id}`)).content).toBe(content);
      expect((await ada.listed("/notes?sort=-createdAt&pageSize=1"))[0].content).toBe(content);
    }
  });

  it("the note has an instant in UTC, rounded to the millisecond, or the start of a day in the profile's time zone", async () => {
    const me = await inZone("America/St_Johns");
    for (
      const [given, occurredAt] of [
        ["2024-02-29T23:30:00.1239-03:30", "2024-03-01T03:00:00.124Z"],
        ["2024-07-01", "2024-07-01T02:30:00.000Z"],
      ]
    ) expect(await create({ content: "x", occurredAt: given }, me)).toMatchObject({ occurredAt });
  });

  it("lies at most a day in the future", async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await create({ content: "x", occurredAt: at(day - 600_000) });
    const late = await ada.post("/notes", { content: "x", occurredAt: at(day + 600_000) });
    expectViolations(late, "body /occurredAt too_big");
  });
});

describe("the day a note belongs to", () => {
  it.each([
    ["Pacific/Auckland", "2025-08-14", "2025-08-13T12:00Z", "2025-08-14T12:00Z"],
    ["Pacific/Auckland", "2025-09-28", "2025-09-27T12:00Z", "2025-09-28T11:00Z"],
    ["Pacific/Auckland", "2025-04-06", "2025-04-05T11:00Z", "2025-04-06T12:00Z"],
    ["America/St_Johns", "2025-11-02", "2025-11-02T02:30Z", "2025-11-03T03:30Z"],
  ])("%s %s, is the local one, from %s to %s", async (timezone, date, first, next) => {
    const me = await inZone(timezone);
    const on = (days: number) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
    const [start, end] = [Date.parse(first), Date.parse(next)];
    const inside = [start, start + 1_800_000, end - 1_800_000, end - 1];
    for (const instant of [...inside, start - 1, end]) {
      await create({ content: "x", occurredAt: new Date(instant).toISOString() }, me);
    }
    const times = async (query: string) =>
      (await me.listed(`/notes?sort=occurredAt&${query}`))
        .map(({ occurredAt }) => Date.parse(occurredAt));
    expect(await times(`from=${date}&to=${date}`)).toEqual(inside);
    expect(await times(`to=${on(-1)}`)).toEqual([start - 1]);
    expect(await times(`from=${on(1)}`)).toEqual([end]);
    expect(await times(`from=${on(-1)}&to=${on(1)}`)).toEqual([start - 1, ...inside, end]);
  });

  it("changes at once with the profile's time zone", async () => {
    const me = await inZone("Pacific/Auckland");
    await create({ content: "x", occurredAt: "2025-08-14T23:30:00+12:00" }, me);
    const found = async (date: string) =>
      (await me.listed(`/notes?from=${date}&to=${date}`)).length;
    expect([await found("2025-08-14"), await found("2025-08-15")]).toEqual([1, 0]);
    await me.change("/me", { timezone: "Pacific/Kiritimati" });
    expect([await found("2025-08-14"), await found("2025-08-15")]).toEqual([0, 1]);
  });

  it("the day is refused where a span ends before it begins", async () => {
    expectProblem(await ada.get("/notes?from=2025-03-02&to=2025-03-01"), 400, "validation_failed");
    await ada.read("/notes?from=0001-01-01&to=9999-12-31");
  });
});

describe("searching notes", async () => {
  const trip = "Talked about the climbing trip.\nCall 030/12 on MAY 3rd";
  const cafe = "Im CAFÉ über die Straße geredet; Zoë mag Łódź";
  const odd = "100% under_score \\ done";
  let [zoe, call]: string[] = [];
  const bob = await signUp();
  zoe = (await bob.make("/contacts", { firstName: "Zoe" })).id;
  call = (await bob.make("/note-types", { name: "Call" })).id;
  await create({ content: trip, occurredAt: "2026-01-01", contactId: zoe }, bob);
  await create({ content: cafe, occurredAt: "2026-02-01", noteTypeId: call }, bob);
  await create({ content: odd, occurredAt: "2026-03-01", contactId: zoe }, bob);

  async function found(search: string, query: Record<string, string> = {}): Promise<string[]> {
    const { data, total } = await bob.read(`/notes?${new URLSearchParams({ search, ...query })}`);
    expect(total).toBe(data.length);
    return data.map(({ content }: Json) => content);
  }

  it.each([
    ["trip climbing", "in any order", trip],
    ["CLIMB", "inside a word, in any case", trip],
    ["030/12 call", "with a number as it was written", trip],
    ["CAFE\u0301 strasse", "with and without accents", cafe],
    ["100% r_s \\", "with signs that are taken literally", odd],
  ])("finds the note with %j, %s", async (search, _, content) => {
    expect(await found(search)).toEqual([content]);
  });

  it("wants every word, of the content alone, and the filters besides", async () => {
    for (const search of ["trip cafe", "r%s", "03012", zoe!, "😀".repeat(200)]) {
      expect(await found(search)).toEqual([]);
    }
    for (const search of [" \t ", "", "e"]) expect(await found(search)).toEqual([odd, cafe, trip]);
    expect(await found("e", { sort: "occurredAt" })).toEqual([trip, cafe, odd]);
    for (
      const [filter, contents] of [
        [{ contactId: zoe! }, [odd, trip]],
        [{ noteTypeId: call! }, [cafe]],
        [{ from: "2026-02-01" }, [odd, cafe]],
        [{ to: "2026-02-01" }, [cafe, trip]],
      ] as [Record<string, string>, string[]][]
    ) {
      expect(await found("e", filter)).toEqual(contents);
      expect(await found("nowhere", filter)).toEqual([]);
    }
    const page = await bob.read("/notes?search=e&pageSize=1&page=2&fields=content");
    expect([page.total, page.data[0].content]).toEqual([3, cafe]);
  });

  it("sees changes at once, with and without accents, and reads the longest content to its end", async () => {
    const me = await signUp();
    const total = async (search: string) =>
      (await me.read(`/notes?search=${encodeURIComponent(search)}`)).total;
    const { id } = await create({ content: "Plain" }, me);
    for (const [content, search] of [["Grün", "grun"], ["Grey", "grey"], ["Größe", "grosse"]]) {
      expect([content, await total(search!)]).toEqual([content, 0]);
      await me.change(`/notes/${id}`, { content });
      expect([content, await total(search!)]).toEqual([content, 1]);
    }
    const removed = changeSetOf(await me.delete(`/notes/${id}`), 204);
    expect(await total("grosse")).toBe(0);
    await me.undo(removed);
    expect(await total("grosse")).toBe(1);
    for (const letter of ["x", "ü", "\ufdfa"]) {
      await create({ content: `${letter}end`.padStart(100_000, letter) }, me);
    }
    // The last is cut off: it folds to eighteen times as many characters.
    expect(await total("end")).toBe(2);
  });
});

it("a note stays when its type is deleted", async () => {
  const noteTypeId = (await ada.make("/note-types", { name: randomUUID() })).id;
  const { id } = await create({ content: "x", noteTypeId });
  expectStatus(await ada.delete(`/note-types/${noteTypeId}`), 204);
  expect(await ada.read(`/notes/${id}`)).toMatchObject({ content: "x", noteTypeId: null });
});

describe("a note with a reminder", async () => {
  const content = "Lunch";
  const title = "Talk again";
  const send = (note: Json, reminder: Json, key: string = randomUUID()) =>
    ada.post("/notes/with-reminder", { note, reminder }, { headers: { "idempotency-key": key } });
  const [anna, ben] = [await makeOne(ada, "contacts"), await makeOne(ada, "contacts")];

  it("the note is one change set, and the reminder is about the contacts of the note", async () => {
    const contactIds = [anna, ben];
    const ask = () => send({ content, contactIds }, { title, dueAt: "2030-01-01" }, "lunch");
    const answer = await ask();
    const { note, reminder } = expectStatus(answer, 201);
    const paths = [`/notes/${note.id}`, `/reminders/${reminder.id}`];
    expect(await Promise.all(paths.map((path) => ada.read(path)))).toEqual([note, reminder]);
    expect([note.contactIds, reminder.contactIds]).toEqual([contactIds, contactIds]);
    const again = await ask();
    expect(again.body).toEqual(answer.body);
    expect(changeSetOf(again, 201)).toBe(changeSetOf(answer, 201));
    await ada.undo(changeSetOf(answer, 201));
    for (const path of paths) expectProblem(await ada.get(path), 404, "not_found");
  });

  it.each([["notes", "note"], ["reminders", "reminder"]])(
    "the note is not answered again after its part of /%s was deleted",
    async (collection, member) => {
      const made = expectStatus(await send({ content }, { title }, collection), 201);
      expectStatus(await ada.delete(`/${collection}/${made[member].id}`), 204);
      expectProblem(await send({ content }, { title }, collection), 422, "idempotency_key_reused");
    },
  );

  it("may have a reminder about others, or about nobody", async () => {
    for (
      const [about, contactIds] of [[{ contactIds: [ben] }, [ben]], [{ contactId: null }, []]]
    ) {
      const made = await send({ content, contactId: anna }, { title, ...about });
      expect(expectStatus(made, 201))
        .toMatchObject({ note: { contactIds: [anna] }, reminder: { contactIds } });
    }
  });

  it("the note is refused as a whole, with pointers into the part", async () => {
    const before = (await ada.read("/notes")).total;
    expectViolations(
      await send({ content: "" }, { title, recurrence: "FREQ=DAILY" }),
      "body /note/content too_short",
      "body /reminder/dueAt required",
    );
    const late = await send({ content, occurredAt: "2999-01-01" }, { title });
    expectViolations(late, "body /note/occurredAt too_big");
    const contactIds = [randomUUID()];
    const ofNote = await send({ content, contactIds }, { title });
    expectInvalidReferences(ofNote, "/note/contactIds/0");
    const ofReminder = await send({ content }, { title, contactIds });
    expectInvalidReferences(ofReminder, "/reminder/contactIds/0");
    expect((await ada.read("/notes")).total).toBe(before);
  });
});
