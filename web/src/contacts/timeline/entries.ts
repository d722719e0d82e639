import type { Activity, Note, Reminder } from "../../api/types.ts";
import { daysUntil, formatDay, inWords, localDay } from "../../ui/dates.ts";

/** Something that was: when, in milliseconds, and what. */
export type Entry =
  & { time: number }
  & (
    | { note: Note }
    | { reminder: Reminder }
    | { activity: Activity }
  );

/** Open reminders, soonest first, those without a time last. */
export const openOf = (reminders: readonly Reminder[]): Reminder[] =>
  reminders.filter(({ completed }) => !completed).sort((one, other) =>
    timeOf(one.dueAt) - timeOf(other.dueAt)
  );

/** Done reminders, the latest first. */
export const doneOf = (reminders: readonly Reminder[]): Entry[] =>
  reminders.filter(({ completed }) => completed)
    .map((reminder) => ({ time: timeOf(reminder.completedAt), reminder }))
    .sort((one, other) => other.time - one.time);

/** Far in the future where there is none; two of them differ by 0. */
const timeOf = (instant: string | null) => instant ? Date.parse(instant) : Number.MAX_SAFE_INTEGER;

export interface Day {
  /** `YYYY-MM-DD` */
  date: string;
  entries: Entry[];
}

/** Entries under the days that they are of in a time zone, in the order in which they come. */
export function daysOf(entries: readonly Entry[], timeZone: string): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const date = localDay(new Date(entry.time), timeZone);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
}

/** “Today”, “Yesterday”, “17 May 2024”. */
export function dayInWords(date: string, timeZone: string): string {
  const days = daysUntil(date, timeZone);
  if (Math.abs(days) > 1) return formatDay(date);
  const words = inWords(days);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A list that is loaded page by page, the latest first. */
export interface TimedList<T> {
  items: readonly T[];
  /** Whether there are pages that are not loaded. */
  hasMore: boolean;
}

export interface Merged<T> {
  /** What is certain to have nothing between it, the latest first. */
  shown: T[];
  /** The index of the list whose next page shows more; undefined where all is shown. */
  behind: number | undefined;
}

/**
 * Lists as one, the latest first. An item is shown once every other list is loaded past its time or at its end, so that
 * nothing is put before it later. At the same time, items of earlier lists come first.
 */
export function mergeByTime<T extends { time: number }>(
  lists: readonly TimedList<T>[],
): Merged<T> {
  // How far each list is known; an empty page with more to come says nothing.
  const known = lists.map(({ items, hasMore }) =>
    hasMore ? items.at(-1)?.time ?? Infinity : -Infinity
  );
  const isCertain = (time: number, own: number) =>
    known.every((until, other) => other === own || until < time || until === time && own < other);
  const shown = lists.flatMap(({ items }, own) => items.filter(({ time }) => isCertain(time, own)));
  const latest = Math.max(...known);
  return {
    shown: shown.sort((one, other) => other.time - one.time),
    behind: latest === -Infinity ? undefined : known.indexOf(latest),
  };
}
