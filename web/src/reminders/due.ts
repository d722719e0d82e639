import type { Reminder } from "../api/types.ts";
import { daysUntilInstant, formatInstant, inWords } from "../ui/dates.ts";

/** “due in 3 days”; the day itself of one that is done. */
export function dueInWords({ dueAt, completed }: Reminder, timeZone: string): string | undefined {
  if (!dueAt) return undefined;
  return completed
    ? formatInstant(dueAt, timeZone)
    : `due ${inWords(daysUntilInstant(dueAt, timeZone))}`;
}
