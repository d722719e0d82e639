import { formatDay, localDay } from "../ui/dates.ts";

/** When a key ends: as before, never, in so many days, or on a date. */
export type Expiry = "keep" | "never" | "30" | "90" | "date";

/** A number of days after today in a time zone, as `YYYY-MM-DD`. */
export function dayAfter(days: number, timeZone: string): string {
  const date = new Date(localDay(new Date(), timeZone));
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The choices for a form, with the days that they mean. */
export function expiryOptions(timeZone: string): [Expiry, string][] {
  const inDays = (days: 30 | 90): [Expiry, string] => [
    `${days}`,
    `In ${days} days, on ${formatDay(dayAfter(days, timeZone))}`,
  ];
  return [["never", "Never"], inDays(30), inDays(90), ["date", "On a date…"]];
}

/** `expiresAt` as the API takes it: a date means the start of that day in the profile's time zone. */
export function expiresAtOf(expiry: Expiry, date: string, timeZone: string): string | null {
  if (expiry === "date") return date;
  return expiry === "30" || expiry === "90" ? dayAfter(Number(expiry), timeZone) : null;
}
