/** Writes days and times as the language of the page does, and in words. */
import { dateWord } from "../../../functions/kith/core/date-kinds.ts";
import { locale, t } from "./texts.ts";

const dayMs = 86_400_000;

/** As the language of the page writes it. Months are words, because the order of day and month differs between countries. */
const format = (instant: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(instant));

const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };
const dayOfYear: Intl.DateTimeFormatOptions = { day: "numeric", month: "long" };

/** A calendar date, `YYYY-MM-DD`. */
export const formatDay = (date: string) => format(date, "UTC", day);

/** The day of an instant in a time zone. */
export const formatInstantDay = (instant: string, timeZone: string) =>
  format(instant, timeZone, day);

export const formatInstant = (instant: string, timeZone: string) =>
  format(instant, timeZone, { ...day, ...time });

/** When something was noted: a day alone where it is its beginning, as notes without a time have it. */
export const formatNoted = (instant: string, timeZone: string) =>
  localTime(instant, timeZone).time === "00:00"
    ? formatInstantDay(instant, timeZone)
    : formatInstant(instant, timeZone);

/** `--MM-DD` is a day of an unknown year; of other dates, month and day may be unknown. */
export const formatBirthday = (date: string) =>
  date.startsWith("--")
    ? format(`2000${date.slice(1)}`, "UTC", dayOfYear)
    : date.length < 10
    ? date
    : formatDay(date);

/** What a date is called: by its label, else by its kind. */
export const dateInWords = (kind: string, label: string | null = null) =>
  label ?? t(dateWord(kind, null));

/** “today”, “tomorrow”, “Mon 7 Dec”, with the year where it is another one. */
export function dayInSentence(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (Math.abs(days) < 2) return inWords(days);
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const shown = { weekday: "short", day: "numeric", month: "short" } as const;
  return format(date, "UTC", isThisYear ? shown : { ...shown, year: "numeric" });
}

/** “Friday”. */
export const weekdayOf = (date: string) => format(date, "UTC", { weekday: "long" });

/** “28 Aug”, with the year where it is another one. */
export const formatShortDay = (date: string) =>
  date.startsWith(String(new Date().getFullYear()))
    ? format(date, "UTC", { day: "numeric", month: "short" })
    : formatDay(date);

/** “09:00”, in a time zone. */
export const formatTime = (instant: string, timeZone: string) => format(instant, timeZone, time);

/** The names of the months, from January. */
export const monthsOf = (language: string) =>
  Array.from(
    { length: 12 },
    (_, month) =>
      new Date(Date.UTC(2000, month))
        .toLocaleString(language, { month: "long", timeZone: "UTC" }),
  );

/** Days from one calendar date to another; negative for an earlier one. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Days from today in a time zone to a calendar date; negative for the past. */
export const daysUntil = (date: string, timeZone: string) =>
  daysBetween(localDay(new Date(), timeZone), date);

/** Days from today to the day of an instant. */
export const daysUntilInstant = (instant: string, timeZone: string) =>
  daysUntil(localDay(new Date(instant), timeZone), timeZone);

/** In the language of the page: it stands within sentences. */
const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** “today”, “in 3 days”, “2 months ago”. */
export function inWords(days: number): string {
  const far = Math.abs(days);
  if (far < 14) return words.format(days, "day");
  if (far < 60) return words.format(Math.round(days / 7), "week");
  if (far < 700) return words.format(Math.round(days / 30.44), "month");
  return words.format(Math.round(days / 365.25), "year");
}

/** “4 minutes ago” for what has just happened, else the day in words. */
export function sinceInWords(instant: string, timeZone: string): string {
  const minutes = Math.round((Date.now() - Date.parse(instant)) / 60_000);
  if (minutes < 2) return t("just now");
  if (minutes < 60) return words.format(-minutes, "minute");
  const days = daysUntilInstant(instant, timeZone);
  return days === 0 ? words.format(-Math.round(minutes / 60), "hour") : inWords(days);
}

/** The date as `YYYY-MM-DD`, which is the format of the Swedish locale. */
export const localDay = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat("sv", { timeZone }).format(date);

/** The instant of a local time in a time zone: `YYYY-MM-DD` and `HH:MM`. A time that daylight saving skips is moved on. */
export function instantOf(date: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${date}T${time}Z`);
  let instant = wanted;
  // The second time with the offset of the instant that the first one found.
  for (let round = 0; round < 2; round++) instant = wanted - offsetAt(instant, timeZone);
  return new Date(instant).toISOString();
}

/** Milliseconds by which a time zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const { date, time } = localTime(new Date(instant).toISOString(), timeZone);
  return Date.parse(`${date}T${time}Z`) - Math.floor(instant / 60_000) * 60_000;
}

/** The local date and time of an instant, as inputs of a form take them. */
export function localTime(instant: string, timeZone: string): { date: string; time: string } {
  const text = new Intl.DateTimeFormat("sv", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  }).format(new Date(instant));
  const [date = "", time = ""] = text.split(" ");
  return { date, time };
}
