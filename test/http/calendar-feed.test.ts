import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { feedOf, occurrences, readFeed } from "../support/calendar.ts";
import { type Answer, anyone, type Json } from "../support/client.ts";

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

describe("the feed", () => {
  let ada: Account;
  let path: string;
  let answer: Answer;
  const birthday = isoDay(inDays(10)).slice(5);
  beforeAll(async () => {
    ada = await signUp();
    await ada.patch("/me", { timezone: "Europe/Berlin" });
    path = await feedOf(ada);
    await make(ada, "/contacts", { firstName: "Ana; \\ , \n=x", birthday: `1990-${birthday}` });
    await make(ada, "/contacts", {
      firstName: "Ben",
      birthday: `--${birthday}`,
      contactFrequencyDays: 5,
    });
    await make(ada, "/contacts", {
      firstName: "Old",
      birthday: `1899-${birthday}`,
      isArchived: true,
    });
    const title = "BEGIN:VEVENT\r\nDTSTART:x; <b>";
    await make(ada, "/reminders", {
      title,
      description: "a\\nb,\r\nEND:VCALENDAR",
      dueAt: isoDay(inDays(3)),
    });
    await make(ada, "/reminders", { title: "Done", dueAt: isoDay(inDays(3)), completed: true });
    await make(ada, "/reminders", { title: "Someday" });
    await make(ada, "/reminders", {
      title: "Weekly",
      dueAt: isoDay(inDays(2)),
      recurrence: "FREQ=YEARLY",
    });
    answer = await readFeed(path);
  });

  it("shows in a month what GET /upcoming lists", async () => {
    const { days } = expectStatus(await ada.get("/upcoming?days=30"), 200);
    const listed = days.flatMap(({ date, items }: Json) =>
      items.map(({ kind, reminder, displayName, age }: Json) => ({
        day: kind === "reminder" ? isoDay(new Date(reminder.dueAt)) : date,
        summary: kind === "reminder"
          ? reminder.title.replaceAll("\r\n", "\n")
          : kind === "contact"
          ? `Get in touch with ${displayName}`
          : `${displayName}'s birthday${age === null ? "" : ` (turns ${age})`}`,
      }))
    );
    expect(listed.length).toBe(5);
    const found = occurrences(answer.text, inDays(-1), inDays(30))
      .map(({ day, summary }) => ({ day, summary }));
    const sorted = (all: Json[]) => all.map((each) => JSON.stringify(each)).sort();
    expect(sorted(found)).toEqual(sorted(listed));
  });

  it("can be kept for a while by whoever reads it, and is not sent again when nothing has changed", async () => {
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
    await make(ada, "/reminders", { title: "Another", dueAt: isoDay(inDays(4)) });
    expect((await readFeed(path, { "if-none-match": tag })).status).toBe(200);
  });

  it("has lines of at most 75 octets that end with CRLF", () => {
    expect(answer.text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of answer.text.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    }
  });
});

describe("a birthday on 29 February", () => {
  it("falls on 28 February in other years, with the age", async () => {
    const me = await signUp();
    await make(me, "/contacts", { firstName: "Leap", birthday: "1996-02-29" });
    const { text } = await readFeed(await feedOf(me));
    const found = occurrences(text, new Date("2023-01-01"), new Date("2030-01-01"));
    expect(found.map(({ day }) => day)).toEqual(
      [
        "2023-02-28",
        "2024-02-29",
        "2025-02-28",
        "2026-02-28",
        "2027-02-28",
        "2028-02-29",
        "2029-02-28",
      ],
    );
    const year = new Date().getUTCFullYear();
    expect(found.find(({ day }) => day.startsWith(`${year}`))?.summary)
      .toBe(`Leap's birthday (turns ${year - 1996})`);
  });
});

describe("a recurring reminder", () => {
  it.each([
    ["FREQ=DAILY;INTERVAL=3", "2030-03-28T08:30:00Z", "Europe/Berlin"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "2030-03-04T23:30:00Z", "Europe/Berlin"],
    ["FREQ=WEEKLY", "2030-10-20T01:30:00Z", "Europe/Berlin"],
    ["FREQ=MONTHLY", "2030-01-31T09:00:00Z", "America/New_York"],
    ["FREQ=MONTHLY;INTERVAL=5", "2030-01-30T12:00:00Z", "Pacific/Auckland"],
    ["FREQ=MONTHLY", "2029-12-30T09:00:00Z", "Europe/Berlin"],
    ["FREQ=MONTHLY;INTERVAL=2;COUNT=4", "2029-12-29T09:00:00Z", "Europe/Berlin"],
    ["FREQ=MONTHLY;UNTIL=20300228", "2029-11-30T23:30:00Z", "America/New_York"],
    ["FREQ=YEARLY", "2028-02-29T12:00:00Z", "UTC"],
    ["FREQ=DAILY;COUNT=4", "2030-03-28T08:30:00Z", "Australia/Lord_Howe"],
    ["FREQ=WEEKLY;UNTIL=20300401", "2030-03-11T22:30:00Z", "Europe/Berlin"],
    ["FREQ=WEEKLY;UNTIL=20300401T000000Z", "2030-03-11T22:30:00Z", "Europe/Berlin"],
  ])(
    "%s from %s in %s is where completing it in time makes the next ones",
    async (recurrence, dueAt, timezone) => {
      const me = await signUp();
      expectStatus(await me.patch("/me", { timezone }), 200);
      let reminder = await make(me, "/reminders", { title: "R", dueAt, recurrence });
      const { text } = await readFeed(await feedOf(me));
      const made = [reminder.dueAt];
      while (made.length < 7) {
        const { body } = await me.patch(`/reminders/${reminder.id}`, { completed: true });
        if (body.nextId === null) break;
        reminder = expectStatus(await me.get(`/reminders/${body.nextId}`), 200);
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
    await make(me, "/reminders", {
      title: "R",
      dueAt: isoDay(inDays(1)),
      recurrence: "FREQ=DAILY",
      recurrenceFrom: "completion",
    });
    const { text } = await readFeed(await feedOf(me));
    expect(occurrences(text, inDays(-1), inDays(90)).length).toBe(1);
  });
});
