import { describe, expect, it } from "vitest";
import type { Note, Reminder } from "../../web/src/api/types.ts";
import { daysOf, doneOf, openOf } from "../../web/src/contacts/timeline/entries.ts";
import { mergeByTime } from "../../web/src/contacts/timeline/merge-by-time.ts";

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

  it("wait for the one that is not loaded as far back", () => {
    expect(merged(list("a", [9, 6], true), list("b", [8, 5, 2])))
      .toEqual({ shown: ["a9", "b8", "a6"], behind: 0 });
    expect(merged(list("a", [9, 6, 3]), list("b", [8, 5, 2])).shown)
      .toEqual(["a9", "b8", "a6", "b5", "a3", "b2"]);
  });

  it("name the one that is behind where several have more", () => {
    expect(merged(list("a", [9, 3], true), list("b", [8, 6], true)))
      .toEqual({ shown: ["a9", "b8", "b6"], behind: 1 });
  });

  it("never put anything before what is shown, whichever page comes next", () => {
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

  it("show nothing of others while an empty page has more behind it", () => {
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

  it("are open ones by when they are due, those without a time last", () => {
    expect(openOf(reminders).map(({ title }) => title)).toEqual(["late", "later", "whenever"]);
  });

  it("are done ones by when they were done", () => {
    expect(doneOf(reminders)).toMatchObject([
      { time: Date.parse("2026-03-01T10:00:00Z"), reminder: { title: "done late" } },
      { reminder: { title: "done early" } },
    ]);
  });
});

it("entries stand under their day in the time zone", () => {
  const at = (instant: string) => ({ time: Date.parse(instant), note: { id: instant } as Note });
  const entries = ["2026-03-14T22:59:00Z", "2026-03-13T23:00:00Z", "2026-03-13T22:59:00Z"].map(at);
  expect(daysOf(entries, "Europe/Berlin").map(({ date, entries }) => [date, entries.length]))
    .toEqual([["2026-03-14", 2], ["2026-03-13", 1]]);
});
