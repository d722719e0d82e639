import type { Reminder, Upcoming, UpcomingItem } from "../api/types.ts";

/** A reminder as it was saved in this view, on the day on which it is listed. */
export interface Ticked {
  date: string;
  reminder: Reminder;
}

interface DatedItem {
  date: string;
  item: UpcomingItem;
}

export interface Section {
  /** A calendar date, or `overdue` for all days before today. */
  date: string;
  items: DatedItem[];
}

/** What is shown, overdue items first, then by day. Reminders that were ticked off stay in their places. */
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
  const sections = new Map<string, DatedItem[]>();
  for (const each of items.sort(inOrder)) {
    const section = each.date < today ? "overdue" : each.date;
    sections.set(section, [...sections.get(section) ?? [], each]);
  }
  return [...sections].map(([date, items]) => ({ date, items }));
}

/** The API's order: by day, reminders first, by when they are due. */
function inOrder(one: DatedItem, other: DatedItem): number {
  return compare(one.date, other.date) ||
    compare(rank(one), rank(other)) ||
    compare(place(one), place(other));
}

const rank = ({ item }: DatedItem) => item.kind === "reminder" ? 0 : 1;
const place = ({ item: { reminder } }: DatedItem) =>
  reminder ? `${reminder.dueAt} ${reminder.id}` : "";
const compare = <T>(one: T, other: T) => one < other ? -1 : one > other ? 1 : 0;
