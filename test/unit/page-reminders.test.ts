import { describe, expect, it, vi } from "vitest";
import type { Note, Reminder } from "../../web/src/api/types.ts";
import { daysOf, doneOf, mergeByTime, openOf } from "../../web/src/contacts/timeline/entries.ts";
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

const list = (name: string, times: number[], hasMore = false) => ({
  items: times.map((time) => ({ time, name })),
  hasMore,
});

const merged = (...lists: ReturnType<typeof list>[]) => {
  const { shown, behind } = mergeByTime(lists);
  return { shown: shown.map(({ name, time }) => `${name}${time}`), behind };
};

describe("lists merged by time", () => {
  it("are one list, the latest first, when all of them are loaded", () => {
    expect(merged(list("a", [9, 4]), list("b", [7, 1]), list("c", [])))
      .toEqual({ shown: ["a9", "b7", "a4", "b1"], behind: undefined });
  });

  it("show only what every list has loaded", () => {
    expect(merged(list("a", [9, 6], true), list("b", [8, 5, 2])))
      .toEqual({ shown: ["a9", "b8", "a6"], behind: 0 });
    expect(merged(list("a", [9, 6, 3]), list("b", [8, 5, 2])).shown)
      .toEqual(["a9", "b8", "a6", "b5", "a3", "b2"]);
  });

  it("name the one that is behind where several have more", () => {
    expect(merged(list("a", [9, 3], true), list("b", [8, 6], true)))
      .toEqual({ shown: ["a9", "b8", "b6"], behind: 1 });
  });

  it("never insert before what is shown, whichever page comes next", () => {
    const all = [list("a", [9, 6, 6, 3, 0]), list("b", [9, 6, 4, 3]), list("c", [7, 6, 6, 6, 2])];
    const loaded = [1, 1, 1];
    let before: string[] = [];
    for (let presses = 0; presses < 20; presses++) {
      const { shown, behind } = merged(
        ...all.map(({ items }, n) => ({
          items: items.slice(0, loaded[n]),
          hasMore: loaded[n]! < items.length,
        })),
      );
      expect(shown.slice(0, before.length)).toEqual(before);
      before = shown;
      if (behind === undefined) break;
      loaded[behind]!++;
    }
    expect(before).toHaveLength(14);
  });

  it("show nothing while a list with more pages is empty", () => {
    expect(merged(list("a", [9]), list("b", [], true))).toEqual({ shown: [], behind: 1 });
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

  it("are done ones by time of completion", () => {
    expect(doneOf(reminders)).toMatchObject([
      { time: Date.parse("2026-03-01T10:00:00Z"), reminder: { title: "done late" } },
      { reminder: { title: "done early" } },
    ]);
  });
});

it("entries are grouped by their day in the time zone", () => {
  const at = (instant: string) => ({ time: Date.parse(instant), note: { id: instant } as Note });
  const entries = ["2026-03-14T22:59:00Z", "2026-03-13T23:00:00Z", "2026-03-13T22:59:00Z"].map(at);
  expect(daysOf(entries, "Europe/Berlin").map(({ date, entries }) => [date, entries.length]))
    .toEqual([["2026-03-14", 2], ["2026-03-13", 1]]);
});
