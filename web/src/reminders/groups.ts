import type { Reminder } from "../api/types.ts";
import { localDay } from "../ui/dates.ts";

export interface Group {
  title: string;
  reminders: Reminder[];
}

/** Reminders under when they are due, in the order in which they come: overdue ones first, those without a time last. */
export function groupsOf(reminders: readonly Reminder[], now: Date, timeZone: string): Group[] {
  const today = localDay(now, timeZone);
  const groups = ["Overdue", "Today", "Later", "Whenever"].map((title): Group => ({
    title,
    reminders: [],
  }));
  for (const reminder of reminders) {
    const { dueAt } = reminder;
    const day = dueAt && localDay(new Date(dueAt), timeZone);
    const place = !day ? 3 : day < today ? 0 : day === today ? 1 : 2;
    groups[place]!.reminders.push(reminder);
  }
  return groups.filter(({ reminders }) => reminders.length > 0);
}
