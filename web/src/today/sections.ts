import { useState } from "preact/hooks";
import type { Reminder, Upcoming, UpcomingItem } from "@kith/client";

/** A reminder as it was saved in this view, on the day on which it is listed. */
interface Ticked {
  date: string;
  reminder: Reminder;
}

interface DatedItem {
  date: string;
  item: UpcomingItem;
}

export interface Section {
  /** A calendar date, `birthdays` for those of today, or `overdue` for all days before today. */
  date: string;
  items: DatedItem[];
}

/** What was ticked off in this view, which stays visible so that it can be reopened there. */
export function useTicks(reload: () => void) {
  const [ticked, setTicked] = useState<Ticked[]>([]);
  const onTicked = (date: string, reminder: Reminder) => {
    const others = (now: Ticked[]) => now.filter((each) => each.reminder.id !== reminder.id);
    setTicked((now) => [...others(now), { date, reminder }]);
    // What it is listed with may be others now.
    reload();
  };
  return { ticked, onTicked };
}

/** Today's birthdays, what is overdue, then the days. Reminders that were ticked off stay in their places. */
export function sectionsOf({ today, days }: Upcoming, ticked: readonly Ticked[]): Section[] {
  const saved = new Map(ticked.map((each) => [each.reminder.id, each]));
  const items: DatedItem[] = [];
  for (const { date, items: listed } of days) {
    for (const item of listed) {
      const own = saved.get(item.reminder?.id ?? "");
      // The list may have been read before the reminder was saved.
      if (own && own.reminder.updatedAt > item.reminder!.updatedAt) continue;
      if (own) saved.delete(own.reminder.id);
      items.push({ date, item });
    }
  }
  for (const { date, reminder } of saved.values()) {
    items.push({ date, item: { kind: "reminder", reminder } });
  }
  const sections = new Map<string, DatedItem[]>([["birthdays", []], ["overdue", []]]);
  for (const each of items.sort(inOrder)) {
    const { date, item } = each;
    const isToday = date === today && item.kind === "birthday";
    const section = isToday ? "birthdays" : date < today ? "overdue" : date;
    sections.set(section, [...sections.get(section) ?? [], each]);
  }
  return [...sections].map(([date, items]) => ({ date, items }))
    .filter(({ items }) => items.length > 0);
}

const ranks = ["birthday", "reminder", "contact"];

/** By day; of a day birthdays first, then reminders by when they are due. */
function inOrder(one: DatedItem, other: DatedItem): number {
  const [first, second] = [one, other].map(({ date, item: { kind, reminder } }) =>
    [date, ranks.indexOf(kind), reminder?.dueAt, reminder?.id].join(" ")
  ) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
}
