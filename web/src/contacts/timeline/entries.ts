/** Notes and reminders of a contact in the order in which they were. */
import type { Note, Reminder } from "@kith/client";
import { daysUntil, formatDay, inWords, localDay } from "../../base/dates.ts";
import { capitalized } from "../../base/words.ts";

/** Something that was: when, in milliseconds, and what. */
export type Entry = { time: number } & ({ note: Note } | { reminder: Reminder });

/** Open reminders, soonest first, those without a time last. */
export const openOf = (reminders: readonly Reminder[]): Reminder[] =>
  reminders.filter(({ completed }) => !completed).sort((one, other) =>
    timeOf(one.dueAt) - timeOf(other.dueAt)
  );

/**
 * Notes and done reminders, the latest first. While there are notes that are not loaded, reminders from before the last one wait, so that
 * nothing is put before them later.
 */
export function pastOf(
  notes: readonly Note[],
  hasMore: boolean,
  reminders: readonly Reminder[],
): Entry[] {
  const noted = notes.map((note) => ({ time: Date.parse(note.occurredAt), note }));
  const known = hasMore ? noted.at(-1)?.time ?? Infinity : -Infinity;
  const done = reminders.filter(({ completed }) => completed)
    .map((reminder) => ({ time: timeOf(reminder.completedAt), reminder }))
    .filter(({ time }) => time > known);
  return [...noted, ...done].sort((one, other) => other.time - one.time);
}

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
  return capitalized(inWords(days));
}
