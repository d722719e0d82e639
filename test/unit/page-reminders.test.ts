import { describe, expect, it, vi } from "vitest";
import type { Note, Reminder } from "../../client/src/index.ts";
import { daysOf, openOf, pastOf } from "../../web/src/contacts/timeline/entries.ts";
import { groupsOf, recurrenceInWords } from "../../web/src/reminders/when.ts";

const due = (title: string, dueAt: string | null) => ({ title, dueAt }) as Reminder;
const shown = (reminders: Reminder[], now: string, timeZone: string) =>
  groupsOf(reminders, new Date(now), timeZone).map(({ title, reminders }) => [
    title,
    ...reminders.map((each) => each.title),
  ]);

// Dates are written in the browser's language.
vi.stubGlobal("navigator", { language: "en-GB" });

describe("open reminders", () => {
  it("are grouped by due day in the time zone, in their order", () => {
    const reminders = [
      due("a", "2026-03-13T22:59:00Z"),
      due("b", "2026-03-13T23:00:00Z"),
      due("c", "2026-03-14T22:59:00Z"),
      due("d", "2026-03-14T23:00:00Z"),
      due("e", null),
    ];
    expect(shown(reminders, "2026-03-14T12:00:00Z", "Europe/Berlin")).toEqual([
      ["Overdue", "a"],
      ["Today", "b", "c"],
      ["Later", "d"],
      ["Whenever", "e"],
    ]);
  });

  it("have no title without reminders", () => {
    expect(shown([due("a", null)], "2026-03-14T12:00:00Z", "UTC")).toEqual([["Whenever", "a"]]);
    expect(shown([], "2026-03-14T12:00:00Z", "UTC")).toEqual([]);
  });
});

/** How the settings page says rules. */
const cases: [rule: string, words: string][] = [
  ["FREQ=DAILY", "every day"],
  ["FREQ=WEEKLY;INTERVAL=3", "every 3 weeks"],
  ["FREQ=WEEKLY;BYDAY=MO", "every week on Monday"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "every 2 weeks on Monday, Wednesday and Friday"],
  ["FREQ=MONTHLY;BYDAY=1MO", "every month on the first Monday"],
  [
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,-2TU",
    "every 2 months on the last Friday and the second to last Tuesday",
  ],
  ["FREQ=YEARLY;BYMONTH=5,11;BYDAY=4TH", "every year on the fourth Thursday of May and November"],
  ["FREQ=YEARLY;BYDAY=23MO", "every year on the 23rd Monday"],
  ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last of Monday to Friday"],
  [
    "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,12",
    "every month on the first and 12th of Saturday and Sunday",
  ],
  ["FREQ=MONTHLY;COUNT=1", "every month, for the last time"],
  ["FREQ=MONTHLY;COUNT=2", "every month, once more after this"],
  ["FREQ=YEARLY;COUNT=10", "every year, 9 more times after this"],
  ["FREQ=DAILY;UNTIL=20270105", "every day, until 5 Jan 2027"],
  ["FREQ=DAILY;UNTIL=20270105T130000Z", "every day, until 6 Jan 2027"],
  ["FREQ=HOURLY", "by a rule that this page does not know"],
];

describe("a recurring reminder", () => {
  it.each(cases)("%s is said as “%s”", (rule, words) => {
    expect(recurrenceInWords(rule, "due", "Pacific/Auckland")).toBe(words);
  });

  it("says when it counts from the day of its completion", () => {
    expect(recurrenceInWords("FREQ=WEEKLY;INTERVAL=3;COUNT=3", "completion", "UTC"))
      .toBe("every 3 weeks, after I did it, 2 more times after this");
  });
});

const reminder = (title: string, dueAt: string | null, completedAt: string | null = null) =>
  ({ title, dueAt, completedAt, completed: completedAt !== null }) as Reminder;

describe("reminders in the timeline", () => {
  const reminders = [
    reminder("whenever", null),
    reminder("late", "2026-03-01T10:00:00Z"),
    reminder("later", "2026-05-01T10:00:00Z"),
    reminder("done early", "2026-06-01T10:00:00Z", "2026-02-01T10:00:00Z"),
    reminder("done late", "2026-01-01T10:00:00Z", "2026-03-01T10:00:00Z"),
  ];

  it("are open ones by due time, those without one last", () => {
    expect(openOf(reminders).map(({ title }) => title)).toEqual(["late", "later", "whenever"]);
  });

  const note = (content: string, occurredAt: string) => ({ content, occurredAt }) as Note;
  const notes = [
    note("last", "2026-04-01T10:00:00Z"),
    note("first", "2026-02-15T10:00:00Z"),
  ];
  const titles = (hasMore: boolean) =>
    pastOf(notes, hasMore, reminders).map((entry) =>
      "note" in entry ? entry.note.content : entry.reminder.title
    );

  it("are, when they are done, among the notes by time", () => {
    expect(titles(false)).toEqual(["last", "done late", "first", "done early"]);
    expect(pastOf([], false, reminders)[0])
      .toMatchObject({
        time: Date.parse("2026-03-01T10:00:00Z"),
        reminder: { title: "done late" },
      });
  });

  it("wait for older notes that are not loaded", () => {
    expect(titles(true)).toEqual(["last", "done late", "first"]);
    expect(pastOf([], true, reminders)).toEqual([]);
  });
});

it("entries are grouped by their day in the time zone", () => {
  const at = (instant: string) => ({ time: Date.parse(instant), note: { id: instant } as Note });
  const entries = ["2026-03-14T22:59:00Z", "2026-03-13T23:00:00Z", "2026-03-13T22:59:00Z"].map(at);
  expect(daysOf(entries, "Europe/Berlin").map(({ date, entries }) => [date, entries.length]))
    .toEqual([["2026-03-14", 2], ["2026-03-13", 1]]);
});
