import { createHash, randomBytes } from "node:crypto";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { anyone, type Json } from "../support/client.ts";
import { functionLog } from "../support/function-copy.ts";
import { ask, handle, tokenOf } from "../support/handle.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { placesOf } from "../support/owned-rows.ts";

/** Switches the feed on and returns its path. */
async function feedOf(account: Account): Promise<string> {
  const { url } = expectStatus(await account.post("/me/calendar"), 200);
  return url.slice(url.indexOf("/calendar/"));
}

/** Asks for a feed without a credential but the secret in its path. */
const readFeed = (path: string, headers: Record<string, string> = {}) =>
  anyone().get(path, { headers });

/** The events of a feed between two instants, as another program expands them. */
function occurrences(
  text: string,
  from: Date,
  to: Date,
): { day: string; at: Date; summary: string; description: string | null }[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents("vevent").map((each) =>
    // Otherwise ical.js takes the exceptions of all events for those of each.
    new ICAL.Event(each, { strictExceptions: true, exceptions: [] })
  );
  const found = events.filter((event) => !event.isRecurrenceException()).flatMap((event) => {
    for (const other of events) {
      if (other.uid === event.uid && other.isRecurrenceException()) event.relateException(other);
    }
    const shown = (details: { startDate: ICAL.Time; item: ICAL.Event }) => ({
      day: details.startDate.toString().slice(0, 10),
      at: details.startDate.toJSDate(),
      summary: details.item.summary,
      description: details.item.description,
    });
    if (!event.isRecurring()) return [shown({ startDate: event.startDate, item: event })];
    const all = [];
    const iterator = event.iterator();
    for (let time = iterator.next(); time && time.toJSDate() <= to; time = iterator.next()) {
      all.push(shown(event.getOccurrenceDetails(time)));
    }
    return all;
  });
  return found.filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.summary < b.summary ? -1 : 1));
}

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

it("the feed is answered 30 times a minute", async () => {
  const me = await signUp();
  const path = await feedOf(me);
  const counted = (minute: string, reads: number) =>
    superuser()`
      update kith_private.calendars set reads = ${reads}, read_minute = date_trunc('minute', now()) + ${minute}::interval
       where owner_id = ${me.id}`;
  await counted("1 hour", 29);
  expectStatus(await anyone().get(path), 200);
  await counted("1 hour", 30);
  const refused = await anyone().get(path);
  expectProblem(refused, 429, "rate_limited");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
  await counted("-1 minute", 30);
  expectStatus(await anyone().get(path), 200);
});

it("a feed has no occurrences after the year 9999", async () => {
  const me = await signUp();
  await me.make("/reminders", {
    title: "Late",
    dueAt: "9999-11-30T12:00:00Z",
    recurrence: "FREQ=MONTHLY",
  });
  const { text } = await readFeed(await feedOf(me));
  expect(text.match(/^DTSTART.*T12.*/gm)).toEqual([
    "DTSTART:99991130T120000Z",
    "DTSTART;TZID=UTC:99991230T120000",
  ]);
});

it("the feed has the birthdays of all, of those who are close, or of none", async () => {
  const me = await signUp();
  await me.make("/contacts", { firstName: "Star", birthday: "--05-01", isFavorite: true });
  await me.make("/contacts", { firstName: "Often", birthday: "--05-02", contactFrequencyDays: 30 });
  await me.make("/contacts", { firstName: "Other", birthday: "--05-03" });
  expectProblem(await me.patch("/me/calendar", { birthdays: "close" }), 404, "not_found");
  const path = await feedOf(me);
  const shown = async () =>
    [...(await readFeed(path)).text.matchAll(/^SUMMARY:(.*)'s birthday/gm)].map(([, name]) => name)
      .sort();
  expect(await shown()).toEqual(["Often", "Other", "Star"]);
  const wrong = await me.patch("/me/calendar", { birthdays: "some", others: true });
  expectViolations(wrong, "body /birthdays invalid_format", "body /others unknown_member");
  expect(expectStatus(await me.patch("/me/calendar", { birthdays: "close" }), 200)).toMatchObject({
    isEnabled: true,
    birthdays: "close",
  });
  expect(await shown()).toEqual(["Often", "Star"]);
  // A new URL keeps it, and so does a body without it.
  const { url } = expectStatus(await me.post("/me/calendar"), 200);
  expect((await readFeed(url.slice(url.indexOf("/calendar/")))).text).not.toContain("Other's");
  expect(expectStatus(await me.patch("/me/calendar", {}), 200).birthdays).toBe("close");
  await me.patch("/me/calendar", { birthdays: "none" });
  expect((await readFeed(url.slice(url.indexOf("/calendar/")))).text).not.toContain("birthday");
});

describe("the feed", async () => {
  const birthday = isoDay(inDays(10)).slice(5);
  const ada = await signUp();
  await ada.patch("/me", { timezone: "Europe/Berlin" });
  const path = await feedOf(ada);
  for (
    const body of [
      { firstName: "Ana; \\ , =x", birthday: `1992-${birthday}` },
      { firstName: "Ben", birthday: `--${birthday}`, contactFrequencyDays: 5 },
      { firstName: "Old", birthday: `1896-${birthday}`, isArchived: true },
    ]
  ) await ada.make("/contacts", body);
  const dueAt = isoDay(inDays(3));
  const title = "BEGIN:VEVENT DTSTART:x; a\\nb, <b>";
  for (
    const body of [
      { title, description: "a\\nb,\r\nEND:VCALENDAR", dueAt },
      { title: "Done", dueAt, completed: true },
      { title: "Someday" },
      { title: "Weekly", dueAt: isoDay(inDays(2)), recurrence: "FREQ=YEARLY" },
    ]
  ) await ada.make("/reminders", body);
  const answer = await readFeed(path);

  it("shows in a month what GET /upcoming lists", async () => {
    const { days } = await ada.read("/upcoming?days=30");
    const listed = days.flatMap(({ date, items }: Json) =>
      items.map(({ kind, reminder, displayName, age }: Json) => ({
        day: kind === "reminder" ? isoDay(new Date(reminder.dueAt)) : date,
        summary: kind === "reminder"
          ? reminder.title.replaceAll("\r\n", "\n")
          : kind === "contact"
          ? `Get in touch with ${displayName}`
          : `${displayName}'s birthday`,
        ...(age ? { age: `${age} in ${date.slice(0, 4)}` } : {}),
      }))
    );
    expect(listed.length).toBe(5);
    const found = occurrences(answer.text, inDays(-1), inDays(30))
      .map(({ day, summary, description }) => {
        const age = description?.match(/\d+ in \d+/g)?.find((age) => age.endsWith(day.slice(0, 4)));
        return { day, summary, ...(age ? { age } : {}) };
      });
    const sorted = (all: Json[]) => all.map((each) => JSON.stringify(each)).sort();
    expect(sorted(found)).toEqual(sorted(listed));
  });

  it("may be cached for an hour, and is not sent again when nothing has changed", async () => {
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=3600");
    expect(answer.text).toContain(
      "\r\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\r\nX-PUBLISHED-TTL:PT6H\r\n",
    );
    const tag = answer.headers.get("etag")!;
    const again = await readFeed(path, { "if-none-match": tag });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
    expect((await readFeed(path)).text).toBe(answer.text);
    const head = await anyone().send("HEAD", path);
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", tag]);
    await ada.make("/reminders", { title: "Another", dueAt: isoDay(inDays(4)) });
    expect((await readFeed(path, { "if-none-match": tag })).status).toBe(200);
  });

  it("the feed has lines of at most 75 octets that end with CRLF", () => {
    expect(answer.text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of answer.text.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  });
});

it("a birthday on 29 February falls on 28 February in other years, with the age", async () => {
  const me = await signUp();
  await me.make("/contacts", { firstName: "Leap", birthday: "1996-02-29" });
  const { text } = await readFeed(await feedOf(me));
  const found = occurrences(text, new Date("2023-01-01"), new Date("2030-01-01"));
  const years = [2023, 2024, 2025, 2026, 2027, 2028, 2029];
  expect(found.map(({ day }) => day))
    .toEqual(years.map((year) => `${year}-02-${year % 4 === 0 ? 29 : 28}`));
  const year = new Date().getUTCFullYear();
  expect(found[0]!.description)
    .toBe(`Leap turns ${year - 1996} in ${year} and ${year - 1995} in ${year + 1}.`);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

it("events of a whole day end on the next one", async () => {
  const me = await signUp();
  await me.make("/contacts", { firstName: "Eve", birthday: "1996-12-31" });
  await me.make("/contacts", { firstName: "Leap", birthday: "1996-02-29" });
  await me.make("/contacts", {
    firstName: "Soon",
    contactFrequencyDays: 1,
    lastContactedAt: "2023-02-27T12:00:00Z",
  });
  const { text } = await readFeed(await feedOf(me));
  const days = [...text.matchAll(/^DTSTART;VALUE=DATE:(\d+)\r\nDTEND;VALUE=DATE:(\d+)\r$/gm)];
  expect(days.map(([, start, end]) => `${start} ${end}`).sort())
    .toEqual(["19960229 19960301", "19961231 19970101", "20230228 20230301"]);
});

describe("the time zone of a feed", () => {
  const feedIn = async (timezone: string, ...dueAt: string[]) => {
    const me = await signUp();
    await me.change("/me", { timezone });
    for (const each of dueAt) await me.make("/reminders", { title: "T", dueAt: each });
    return (await readFeed(await feedOf(me))).text;
  };
  const year = new Date().getUTCFullYear();

  it.each([
    ["Europe/Berlin", ["BYMONTH=3;BYDAY=-1SU", "BYMONTH=10;BYDAY=-1SU"]],
    ["America/New_York", ["BYMONTH=3;BYDAY=2SU", "BYMONTH=11;BYDAY=1SU"]],
    ["Australia/Lord_Howe", ["BYMONTH=10;BYDAY=1SU", "BYMONTH=4;BYDAY=1SU"]],
    [
      "Asia/Jerusalem",
      ["BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR", "BYMONTH=10;BYDAY=-1SU"],
    ],
    ["Africa/Casablanca", []],
    ["Asia/Tokyo", []],
  ])("%s changes by the rules %j, as its clocks do", async (timezone, rules) => {
    // Every half month, at a time of day that exists on each.
    const times = Array.from(
      { length: 40 },
      (_, n) => new Date(Date.UTC(year + n % 6, n, 1 + n % 28, 12, 5)).toISOString(),
    );
    const text = await feedIn(timezone, ...times);
    expect([...text.matchAll(/^RRULE:FREQ=YEARLY;(.*)\r$/gm)].map(([, rule]) => rule))
      .toEqual(rules);
    expect(text.match(new RegExp(`^DTSTART;TZID=${timezone}:`, "gm"))).toHaveLength(40);
    const found = occurrences(text, new Date("2000-01-01"), new Date("2100-01-01"));
    expect(found.map(({ at }) => at.toISOString())).toEqual(times.sort());
  });

  it("the time zone is not given to an instant that it does not tell from another, or is too far away", async () => {
    const text = await feedIn(
      "Europe/Berlin",
      ...["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z"],
      ...["1999-06-01T10:00:00Z", "9999-06-01T10:00:00Z"],
    );
    expect(text.match(/^DTSTART.*:\d+T\d+Z?(?=\r)/gm)!.slice(-5).sort()).toEqual([
      "DTSTART:19990601T100000Z",
      "DTSTART:20261025T013000Z",
      "DTSTART:99990601T100000Z",
      "DTSTART;TZID=Europe/Berlin:20261025T023000",
      "DTSTART;TZID=Europe/Berlin:20261025T033000",
    ]);
  });
});

describe("a recurring reminder", () => {
  it.each([
    ["FREQ=DAILY;INTERVAL=3", "2030-03-28T08:30:00Z", "Europe/Berlin"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "2030-03-04T23:30:00Z", "Europe/Berlin"],
    ["FREQ=MONTHLY;INTERVAL=2;COUNT=4", "2029-12-29T09:00:00Z", "Europe/Berlin"],
    ["FREQ=MONTHLY;UNTIL=20300228", "2029-11-30T23:30:00Z", "America/New_York"],
    ["FREQ=DAILY;COUNT=4", "2030-03-28T08:30:00Z", "Australia/Lord_Howe"],
    ["FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;COUNT=5", "2030-01-25T22:30:00Z", "Europe/Berlin"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2030-01-31T09:00:00Z", "Europe/Berlin"],
    ["FREQ=YEARLY;BYMONTH=2,11;BYDAY=4TH", "2028-02-29T12:00:00Z", "UTC"],
    ["FREQ=WEEKLY;UNTIL=20300401T000000Z", "2030-03-11T22:30:00Z", "Europe/Berlin"],
  ])(
    "%s from %s in %s is shown when completing it in time creates the next ones",
    async (recurrence, dueAt, timezone) => {
      const me = await signUp();
      await me.change("/me", { timezone });
      let reminder = await me.make("/reminders", { title: "R", dueAt, recurrence });
      const { text } = await readFeed(await feedOf(me));
      const made = [reminder.dueAt];
      while (made.length < 7) {
        const { body } = await me.patch(`/reminders/${reminder.id}`, { completed: true });
        if (body.nextId === null) break;
        reminder = await me.read(`/reminders/${body.nextId}`);
        made.push(reminder.dueAt);
      }
      expect(made.length).toBeGreaterThan(2);
      const isWhole = made.length < 7;
      const last = isWhole ? new Date("2040-01-01") : new Date(made.at(-1)!);
      const found = occurrences(text, new Date("2020-01-01"), last);
      expect(found.map(({ at }) => at.toISOString())).toEqual(made);
    },
  );

  it("that counts from its completion is shown once", async () => {
    const me = await signUp();
    await me.make("/reminders", {
      title: "R",
      dueAt: isoDay(inDays(1)),
      recurrence: "FREQ=DAILY",
      recurrenceFrom: "completion",
    });
    const { text } = await readFeed(await feedOf(me));
    expect(occurrences(text, inDays(-1), inDays(90)).length).toBe(1);
  });
});

const sql = superuser();

it("the feed is switched on with a URL that is shown once, until it has another one or is switched off", async () => {
  const me = await signUp();
  expect((await me.get("/me/calendar")).body).toEqual({
    isEnabled: false,
    createdAt: null,
    birthdays: null,
  });
  const { url, ...state } = expectStatus(await me.post("/me/calendar"), 200);
  expect(url).toMatch(/\/functions\/v1\/kith\/api\/v1\/calendar\/[0-9a-f]{64}\.ics$/);
  expect((await me.get("/me/calendar")).body).toEqual({ ...state, isEnabled: true });
  const first = url.slice(url.indexOf("/calendar/"));
  expectStatus(await readFeed(first), 200);
  const second = await feedOf(me);
  expectProblem(await readFeed(first), 404, "not_found");
  expectStatus(await readFeed(second), 200);
  for (const _ of [1, 2]) expectStatus(await me.delete("/me/calendar"), 204);
  expectProblem(await readFeed(second), 404, "not_found");
});

describe("the secret", () => {
  it("the secret is stored as a hash only, and is in no log", async () => {
    const me = await signUp();
    const path = await feedOf(me);
    const secret = path.slice("/calendar/".length, -".ics".length);
    expect((await readFeed(`${path}?secret=${secret}`)).status).toBe(200);
    expect((await readFeed(path.replace(".ics", ".ical"))).status).toBe(404);
    expect((await anyone().post(path, {})).status).toBe(405);
    expect(await placesOf(sql, secret)).toEqual([]);
    expect((await functionLog()).join("\n")).not.toContain(secret.slice(0, 16));
    const [row] = await sql`
      select encode(hash, 'hex') as hash from kith_private.calendars where owner_id = ${me.id}`;
    expect(row!["hash"]).toBe(createHash("sha256").update(secret).digest("hex"));
  });

  it("leads to the same 404 if it is unknown or malformed, or its account is banned or deleted", async () => {
    const me = await signUp();
    const [path, other] = [await feedOf(me), await signUp()];
    const deleted = await feedOf(other);
    expectStatus(await other.delete("/me"), 204);
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${me.id}`;
    const unknown = `/calendar/${randomBytes(32).toString("hex")}.ics`;
    const answers = [];
    const inCapitals = unknown.toUpperCase().replace("CALENDAR", "calendar");
    for (const each of [unknown, path, deleted, "/calendar/x.ics", inCapitals]) {
      const { status, body: { requestId: _, ...body } } = await readFeed(each);
      answers.push({ status, body });
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]!.status).toBe(404);
    await sql`update auth.users set banned_until = null where id = ${me.id}`;
    expect((await readFeed(path)).status).toBe(200);
  });

  it("the secret is accepted for the feed only, and the feed accepts no other credential", async () => {
    const me = await signUp();
    const path = await feedOf(me);
    const secret = path.slice("/calendar/".length, -".ics".length);
    const own = { kind: "calendar", hash: createHash("sha256").update(secret).digest("hex") };
    const refused = { status: null, body: { code: "unauthorized" } };
    for (const operation of ["get_me", "get_calendar"]) {
      expect(await handle(sql, own, operation)).toMatchObject(refused);
    }
    expect((await ask(sql, own, "get_calendar_feed")).status).toBe(200);
    expect(await handle(sql, tokenOf(me.id), "get_calendar_feed")).toMatchObject(refused);
  });
});
