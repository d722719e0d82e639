import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { as, type Client, expectStatus, type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { startTicking } from "../support/ticking.ts";
import { count } from "../support/tier.ts";

/** Calendars and meetings, on a database of their own: whoever ticks reads the calendars of everybody. */
const ticking = await startTicking(({ url, headers }) => {
  const etag = headers["if-none-match"]?.toString();
  asked.push({ url, etag });
  const found = published.get(url);
  if (!found) return undefined;
  if (found.etag && found.etag === etag) return { status: 304 };
  const { status = 200, text = "" } = found;
  return { status, text, headers: found.etag ? { etag: found.etag } : {} };
}, { KITH_PUBLIC_URL: "https://abc.supabase.co" });
const { sql, newPerson } = ticking;

/** What is published at an address, and what was asked there. */
const published = new Map<string, { status?: number; text?: string; etag?: string }>();
const asked: { url: string; etag: string | undefined }[] = [];

afterAll(() => ticking.stop());
beforeEach(() => {
  asked.length = 0;
});

/** Ticks, with all calendars due. */
async function tick(): Promise<Json> {
  await sql`update kith_private.read_calendars set due_at = now() - interval '1 second'`;
  return await ticking.tick();
}

const hourMs = 3_600_000;
const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
/** The hour in which the tests began. */
const hour = Math.floor(Date.now() / hourMs) * hourMs;
/** An event that began so many hours before. */
const event = (uid: string, hours: number, title: string, ...people: string[]) => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  `DTSTART:${stamp(hour - hours * hourMs)}`,
  "DURATION:PT30M",
  `SUMMARY:${title}`,
  ...people.map((person) => `ATTENDEE:mailto:${person}`),
  "END:VEVENT",
];
const calendar = (...events: string[][]) =>
  ["BEGIN:VCALENDAR", ...events.flat(), "END:VCALENDAR"].join("\r\n");

/** An account with two contacts and a calendar. */
async function begin(mode = "suggest") {
  const person = await newPerson();
  const url = `https://calendar.example.com/${randomUUID()}/basic.ics`;
  const make = async (body: Json): Promise<string> => (await person.make("/contacts", body)).id;
  const anna = await make({
    firstName: "Anna",
    lastName: "Meyer",
    emails: [{ value: "Anna@x.example" }],
  });
  const ben = await make({ firstName: "Ben", lastName: "Ode" });
  const { id } = await person.make("/calendars", { name: "Work", url, mode });
  const publish = (...events: string[][]) => published.set(url, { text: calendar(...events) });
  const meetings = (state = "suggested") => person.listed(`/meetings?state=${state}`);
  return { person, url, id, anna, ben, make, publish, meetings };
}

describe("what was in a calendar", () => {
  it("is suggested once with the people whose addresses or names it has, and follows the event", async () => {
    const { person, anna, ben, publish, meetings } = await begin();
    const [lunch, talk] = [
      event("lunch", 5, "Team lunch", "anna@x.example", "stranger@x.example"),
      event("talk", 30, "1:1 BEN ODÉ / me"),
    ];
    publish(lunch, talk, event("none", 3, "Dentist"), event("part", 2, "Benode, annameyer, Ben"));
    expect(await tick()).toMatchObject({ calendars: 1 });
    const found = await meetings();
    expect(found.map(({ title, contactIds }: Json) => [title, contactIds])).toEqual([
      ["Team lunch", [anna]],
      ["1:1 BEN ODÉ / me", [ben]],
    ]);
    await tick();
    expect(await meetings()).toEqual(found);
    // It has moved and has another name, and the other one is gone.
    publish(event("lunch", 6, "Lunch", "anna@x.example"));
    await tick();
    const [moved, ...others] = await meetings();
    expect(others).toEqual([]);
    expect(moved).toMatchObject({ id: found[0].id, title: "Lunch", contactIds: [anna] });
    expect(Date.parse(found[0].startedAt) - Date.parse(moved.startedAt)).toBe(hourMs);
    expect((await person.listed("/notes")).length).toBe(0);
  });

  it("is logged as a note of the type Meeting, on its day, and never again", async () => {
    const { person, anna, ben, publish, meetings } = await begin();
    publish(
      event("a", 5, "Team lunch", "anna@x.example"),
      event("b", 8, "Coffee", "anna@x.example"),
    );
    await tick();
    const [lunch, coffee] = await meetings();
    const content = "Talked about the boat.";
    const logged = expectStatus(
      await person.post(`/meetings/${lunch.id}/log`, { content, contactIds: [anna, ben] }),
      200,
    );
    expect(logged).toMatchObject({ state: "logged", noteId: expect.any(String) });
    expect(await person.read(`/notes/${logged.noteId}`)).toMatchObject({
      content,
      contactIds: [anna, ben],
      occurredAt: lunch.startedAt,
    });
    const plain = expectStatus(await person.post(`/meetings/${coffee.id}/log`), 200);
    const note = await person.read(`/notes/${plain.noteId}`);
    expect(note).toMatchObject({ content: "Coffee", contactIds: [anna] });
    expect(await person.read(`/note-types/${note.noteTypeId}`)).toMatchObject({ name: "Meeting" });
    expectProblem(await person.post(`/meetings/${coffee.id}/log`), 409, "conflict");
    expectStatus(await person.delete(`/notes/${plain.noteId}`), 204);
    await tick();
    expect(await meetings()).toEqual([]);
    expect((await meetings("logged")).map(({ noteId }: Json) => noteId)).toEqual([
      logged.noteId,
      null,
    ]);
  });

  it("is not suggested again once it is dismissed, however the event changes", async () => {
    const { person, publish, meetings } = await begin();
    publish(event("a", 5, "Team lunch", "anna@x.example"));
    await tick();
    const [lunch] = await meetings();
    expectStatus(await person.post(`/meetings/${lunch.id}/dismiss`), 200);
    expectProblem(await person.post(`/meetings/${lunch.id}/log`), 409, "conflict");
    publish(event("a", 9, "Another lunch", "anna@x.example"));
    await tick();
    expect(await meetings()).toEqual([]);
    expect(await meetings("dismissed")).toHaveLength(1);
  });

  it("is logged at once where the owner chose so, by an actor of its own, and a note as Kith wrote it follows the event", async () => {
    const { person, id, anna, publish, meetings } = await begin("log");
    publish(
      event("a", 5, "Team lunch", "anna@x.example"),
      event("b", 8, "Coffee", "anna@x.example"),
    );
    await tick();
    const [lunch, coffee] = await meetings("logged");
    const change = (await person.listed("/activity"))[0];
    expect(change).toMatchObject({
      operation: "noticeMeetings",
      actor: { kind: "calendar", id, name: "Work" },
    });
    // One is the owner's now.
    await person.change(`/notes/${coffee.noteId}`, { content: "Coffee, and cake" });
    publish(event("a", 6, "Late lunch", "anna@x.example"), event("b", 9, "Tea", "anna@x.example"));
    await tick();
    const [moved] = await meetings("logged");
    expect(await person.read(`/notes/${lunch.noteId}`)).toMatchObject({
      content: "Late lunch",
      contactIds: [anna],
      occurredAt: moved.startedAt,
    });
    expect(await person.read(`/notes/${coffee.noteId}`)).toMatchObject({
      content: "Coffee, and cake",
    });
    expect((await person.listed("/notes")).length).toBe(2);
    // All of it is undone by one call, and does not come again.
    expectStatus(
      await person.post("/activity/undo", { actorId: id, since: "2020-01-01", partial: true }),
      200,
    );
    await tick();
    expect((await person.listed("/notes")).map(({ content }: Json) => content)).toEqual([
      "Coffee, and cake",
    ]);
  });

  it("means nobody by a name that two have, and nobody who is the owner", async () => {
    const { person, anna, make, publish, meetings } = await begin();
    await make({ firstName: "Ánna", lastName: "Meyer" });
    const me = await make({
      firstName: "Ada",
      lastName: "King",
      emails: [{ value: "ada@x.example" }],
    });
    await person.change("/me", { contactId: me });
    publish(
      event("a", 5, "Anna Meyer"),
      event("b", 6, "Ada King", "ada@x.example"),
      event("c", 7, "Anna Meyer", "anna@x.example", "ada@x.example"),
    );
    await tick();
    expect((await meetings()).map(({ contactIds }: Json) => contactIds)).toEqual([[anna]]);
  });

  it("is noticed when who was there has become a contact, though the calendar has not changed", async () => {
    const { url, make, meetings } = await begin();
    const text = calendar(event("a", 5, "Lunch", "new@x.example"));
    published.set(url, { text, etag: '"1"' });
    await tick();
    expect(await meetings()).toEqual([]);
    const id = await make({ firstName: "New", emails: [{ value: "new@x.example" }] });
    await tick();
    expect((await meetings()).map(({ contactIds }: Json) => contactIds)).toEqual([[id]]);
  });

  const readings = count({ quick: 12, thorough: 50 });
  it(`is noticed once over ${readings} readings of a calendar that changes`, async () => {
    const { publish, meetings } = await begin("log");
    const titles = new Set<string>();
    for (let n = 0; n < readings; n++) {
      const events = Array.from(
        { length: 1 + n % 5 },
        (_, m) => event(`${(n + m) % 7}`, 3 + (n + m) % 4, `T${m}`, "anna@x.example"),
      );
      for (let m = 0; m < events.length; m++) titles.add(`${(n + m) % 7}`);
      publish(...events);
      await tick();
    }
    expect(await meetings("logged")).toHaveLength(titles.size);
  });
});

describe("a calendar", () => {
  it("is read once an hour, and parsed only where it has changed", async () => {
    const { person, id, url } = await begin();
    published.set(url, { text: calendar(event("a", 5, "Lunch", "anna@x.example")), etag: '"1"' });
    await tick();
    await tick();
    expect(asked.filter((each) => each.url === url).map(({ etag }) => etag)).toEqual([
      undefined,
      '"1"',
    ]);
    expect(await ticking.tick()).toMatchObject({ calendars: 0 });
    const [{ minutes }] = await sql`
      select extract(epoch from due_at - now()) / 60 as minutes from kith_private.read_calendars where id = ${id}` as [
      Json,
    ];
    expect(Number(minutes)).toBeGreaterThan(50);
    expect(await person.read(`/calendars/${id}`)).toMatchObject({
      name: "Work",
      mode: "suggest",
      lastError: null,
      lastReadAt: expect.any(String),
    });
  });

  it("that has not changed is asked for as a whole once another event of it has ended", async () => {
    const { url, id, meetings } = await begin();
    const tags = () => asked.filter((each) => each.url === url).map(({ etag }) => etag);
    const text = calendar(event("a", -2, "Lunch", "anna@x.example"));
    published.set(url, { text, etag: '"1"' });
    await tick();
    await tick();
    expect(await meetings()).toEqual([]);
    const [{ until }] = await sql`
      select validators ->> 'sameUntil' as until from kith_private.read_calendars where id = ${id}` as [
      Json,
    ];
    expect(Date.parse(until)).toBe(hour + 2.5 * hourMs);
    await sql`
      update kith_private.read_calendars set validators = validators || '{"sameUntil":"2026-01-01T00:00:00Z"}' where id = ${id}`;
    await tick();
    expect(tags()).toEqual([undefined, '"1"', undefined]);
  });

  it("that fails says why, is read less often, and a minute later once it has another address", async () => {
    const { person, id, url, publish } = await begin();
    const state = async () => (await person.read(`/calendars/${id}`)).lastError;
    for (
      const [answer, expected] of [
        [{ status: 404 }, "gone"],
        [{ status: 500 }, "status"],
        [{ status: 302 }, "status"],
        [{ text: "<html>" }, "not_a_calendar"],
        [{ text: "x".repeat(5_300_000) }, "too_large"],
      ] as const
    ) {
      published.set(url, answer);
      await tick();
      expect(await state()).toBe(expected);
    }
    published.delete(url);
    await tick();
    expect(await state()).toBe("unreachable");
    const [{ hours }] = await sql`
      select extract(epoch from due_at - now()) / 3600 as hours from kith_private.read_calendars where id = ${id}` as [
      Json,
    ];
    expect(Math.round(Number(hours))).toBe(6);
    await person.change(`/calendars/${id}`, { url: `webcal${url.slice(5)}` });
    const [{ seconds }] = await sql`
      select extract(epoch from due_at - taken_at) as seconds from kith_private.read_calendars where id = ${id}` as [
      Json,
    ];
    expect(Math.floor(Number(seconds) / 60)).toBe(1);
    publish(event("a", 5, "Lunch", "anna@x.example"));
    await tick();
    expect(await state()).toBeNull();
  });

  it("is read less often where whoever took it never says what became of it", async () => {
    const { id } = await begin();
    const hours: number[] = [];
    for (let time = 0; time < 3; time++) {
      await sql`update kith_private.read_calendars set due_at = now() - interval '1 second' where id = ${id}`;
      await sql`select kith_private.take_calendars(1000)`;
      const [row] = await sql`
        select extract(epoch from due_at - now()) / 3600 as hours from kith_private.read_calendars where id = ${id}`;
      hours.push(Math.round(Number(row!["hours"])));
    }
    expect(hours).toEqual([1, 2, 3]);
  });

  it("has an address on the internet, which no answer and no log shows", async () => {
    const { person, id, url } = await begin();
    for (
      const other of [
        "http://x.example/a",
        "https://127.0.0.1/",
        "https://abc.supabase.co/a",
        "https://x",
        "https://u:p@x.example/",
      ]
    ) {
      expectViolations(
        await person.post("/calendars", { name: "X", url: other }),
        "body /url invalid_format",
      );
      expectViolations(
        await person.patch(`/calendars/${id}`, { url: other }),
        "body /url invalid_format",
      );
    }
    const shown = [
      await person.get("/calendars"),
      await person.get(`/calendars/${id}`),
      await person.get("/activity"),
    ];
    expect(shown.map(({ text }) => text).join()).not.toContain(url.slice(9));
  });

  it("is one of at most five, and goes with its meetings, of which the notes stay", async () => {
    const { person, id, url, publish, meetings } = await begin("log");
    publish(event("a", 5, "Lunch", "anna@x.example"));
    await tick();
    for (let n = 0; n < 4; n++) await person.make("/calendars", { name: `${n}`, url });
    expectProblem(await person.post("/calendars", { name: "5", url }), 409, "quota_exceeded");
    expectStatus(await person.delete(`/calendars/${id}`), 204);
    expect(await meetings("logged")).toEqual([]);
    expect(await person.listed("/notes")).toHaveLength(1);
  });

  it("of somebody else, and their meetings, do not exist", async () => {
    const { id, publish, meetings } = await begin();
    publish(event("a", 5, "Lunch", "anna@x.example"));
    await tick();
    const [{ id: meeting }] = await meetings();
    const other = await newPerson();
    for (const path of [`/calendars/${id}`]) expectProblem(await other.get(path), 404, "not_found");
    expectProblem(
      await other.patch(`/calendars/${id}`, { url: "https://x.example/" }),
      404,
      "not_found",
    );
    expectProblem(await other.post(`/meetings/${meeting}/log`), 404, "not_found");
    expectProblem(await other.post(`/meetings/${meeting}/dismiss`), 404, "not_found");
    expect(await other.listed("/meetings")).toEqual([]);
  });
});

it("the Vault keeps addresses where there is one, and forgets them with the calendar", async () => {
  await sql.query(`
    create schema vault;
    create table vault.secrets (id uuid default gen_random_uuid(), name text unique, secret text);
    create view vault.decrypted_secrets as select s.id, s.name, s.secret as decrypted_secret from vault.secrets s;
    create function vault.create_secret(new_secret text, new_name text, new_description text default '') returns uuid language sql as
      'insert into vault.secrets (secret, name) values ($1, $2) returning id';
    create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as
      'update vault.secrets set secret = $2 where id = $1';
    grant usage on schema vault to postgres; grant all on all tables in schema vault to postgres`);
  const { person, id, url, publish, meetings } = await begin();
  expect(await sql`select url from kith_private.read_calendars where id = ${id}`).toEqual([{
    url: null,
  }]);
  publish(event("a", 5, "Lunch", "anna@x.example"));
  await tick();
  expect(await meetings()).toHaveLength(1);
  await person.change(`/calendars/${id}`, { url: `${url}?2` });
  expect(await sql`select secret from vault.secrets`).toEqual([{ secret: `${url}?2` }]);
  // As where the account was moved here, and the secrets of the Vault were not.
  await sql`delete from vault.secrets`;
  await person.change(`/calendars/${id}`, { url: `${url}?3` });
  expect(await sql`select secret from vault.secrets`).toEqual([{ secret: `${url}?3` }]);
  expectStatus(await person.delete(`/calendars/${id}`), 204);
  expect(await sql`select from vault.secrets`).toEqual([]);
  await sql.query("drop schema vault cascade");
});

it("what was noticed is forgotten after 90 days", async () => {
  const { publish, meetings } = await begin();
  publish(event("a", 5, "Lunch", "anna@x.example"));
  await tick();
  await sql`update kith_private.meetings set created_at = now() - interval '91 days'`;
  const [{ due }] = await sql`select kith_private.is_due() as due` as [Json];
  expect(due).toBe(true);
  published.clear();
  await tick();
  expect(await meetings()).toEqual([]);
});

it("what is suggested comes with what is due, where it is asked for, and not to a key with limits", async () => {
  const person = await newPerson();
  const { id: anna } = await person.make("/contacts", { firstName: "Anna" });
  const { id: calendarId } = await person.make("/calendars", {
    name: "Work",
    url: "https://calendar.example.com/due.ics",
  });
  await sql`
    insert into kith_private.meetings (owner_id, calendar_id, event, title, started_at, ended_at, contact_ids, state)
    select ${person.id}, ${calendarId}, repeat(n::text, 64), 'No. ' || n, now() - n * interval '1 hour', now() - n * interval '1 hour', ${[
    anna,
  ]}, case n when 2 then 'dismissed' else 'suggested' end from generate_series(1, 3) n`;
  const titles = async (client: Client) =>
    (await client.read("/upcoming?include=meetings,names")).meetings.map(({ title }: Json) =>
      title
    );
  expect(await titles(person)).toEqual(["No. 1", "No. 3"]);
  expect(await person.read("/upcoming")).not.toHaveProperty("meetings");
  const { names } = await person.read("/upcoming?include=meetings,names");
  expect(names).toEqual({ [anna]: "Anna" });
  const limits = { name: "Reader", scopes: ["contacts:read", "reminders:read"] };
  const { key } = await person.make("/api-keys", limits);
  expect(await titles(as(key, ticking.base))).toEqual([]);
  const { key: whole } = await person.make("/api-keys", { name: "Everything" });
  expect(await titles(as(whole, ticking.base))).toEqual(["No. 1", "No. 3"]);
});

it("more events than the database is given at a time are all noticed, and those that are gone go", async () => {
  const { person, publish } = await begin();
  const total = async () => expectStatus(await person.get("/meetings"), 200).total;
  const many = Array.from(
    { length: 120 },
    (_, n) => event(`${n}`, 5 + n, `T${n}`, "anna@x.example"),
  );
  publish(...many);
  await tick();
  expect(await total()).toBe(120);
  publish(...many.slice(0, 60));
  await tick();
  expect(await total()).toBe(60);
});
