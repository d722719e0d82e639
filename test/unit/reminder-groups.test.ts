import { describe, expect, it } from "vitest";
import type { Reminder } from "../../web/src/api/types.ts";
import { groupsOf } from "../../web/src/reminders/groups.ts";

const due = (title: string, dueAt: string | null) => ({ title, dueAt }) as Reminder;
const shown = (reminders: Reminder[], now: string, timeZone: string) =>
  groupsOf(reminders, new Date(now), timeZone).map(({ title, reminders }) => [
    title,
    ...reminders.map((each) => each.title),
  ]);

describe("open reminders", () => {
  it("stand under when they are due by the day in the time zone, in the order in which they come", () => {
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

  it("have no title above nothing", () => {
    expect(shown([due("a", null)], "2026-03-14T12:00:00Z", "UTC")).toEqual([["Whenever", "a"]]);
    expect(shown([], "2026-03-14T12:00:00Z", "UTC")).toEqual([]);
  });
});
