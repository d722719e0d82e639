/** Arithmetic of calendar dates, all of them `YYYY-MM-DD`. */

const dayMs = 86_400_000;

export const add = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The same day of another month, or its last one where it has fewer. */
export function addMonths(date: string, months: number): string {
  const [y, m, d] = date.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(y, m + months, 0)).getUTCDate();
  return new Date(Date.UTC(y, m - 1 + months, Math.min(d, last))).toISOString().slice(0, 10);
}

/** The date of numbers; undefined where there is no such day. */
export function dateOf(y: number, m: number, d: number): string | undefined {
  const date = `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}-${
    String(d).padStart(2, "0")
  }`;
  const time = Date.parse(date);
  return new Date(time || 0).toISOString().startsWith(date) ? date : undefined;
}

/** A day of a year that is not said: the next one, or the last one. */
export function nearest(m: number, d: number, today: string, past = false): string | undefined {
  const now = Number(today.slice(0, 4));
  // A leap day may be years away.
  const years = Array.from({ length: 9 }, (_, each) => past ? now - each : now + each);
  return years.map((y) => dateOf(y, m, d))
    .find((date) => date && (past ? date <= today : date >= today));
}

/** A day of a month that is not said: the next one after today, or the last one. */
export function nextDayOfMonth(d: number, today: string, past = false): string | undefined {
  for (let number = 0; number < 12; number++) {
    const [y, m] = addMonths(`${today.slice(0, 8)}01`, past ? -number : number).split("-")
      .map(Number) as [number, number];
    const date = dateOf(y, m, d);
    if (date && (past ? date < today : date > today)) return date;
  }
  return undefined;
}

/** A weekday (0 is Sunday): the next one, that of the `next` week, which begins on Monday, or the `last` one. */
export function weekdayFrom(today: string, wanted: number, which: string, past = false): string {
  const now = new Date(today).getUTCDay();
  const ahead = (wanted - now + 7) % 7 || 7;
  if (which === "last" || (past && which !== "next" && which !== "this")) {
    return add(today, ahead - 7 || -7);
  }
  const isThisWeek = (wanted + 6) % 7 > (now + 6) % 7;
  return add(today, which === "next" && isThisWeek ? ahead + 7 : ahead);
}

const days = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Which one of its weekday in its month a day is, from 1. */
export const placeInMonth = (date: string) => Math.ceil(Number(date.slice(8)) / 7);

export const isLastOfMonth = (date: string) => add(date, 1).endsWith("-01");

/** Whether it is the last one of its weekday in its month. */
export const isLastWeekday = (date: string) => add(date, 7).slice(5, 7) !== date.slice(5, 7);

export const dayCode = (date: string) => days[new Date(date).getUTCDay()]!;

/** Whether a recurrence rule is that of the last day of a month, also as the API stores it: the last one of all weekdays. */
export const isLastDay = (rule: string) =>
  rule.includes("BYMONTHDAY=-1") || /BYDAY=(?:\w\w,){6}\w\w;BYSETPOS=-1/.test(rule);

/** Whether a recurrence rule allows a day, as far as it says on which days. */
export function fits(rule: string, date: string): boolean {
  if (isLastDay(rule)) return isLastOfMonth(date);
  const allowed = /BYDAY=([^;]*)/.exec(rule)?.[1]?.split(",");
  if (!allowed) return true;
  const code = dayCode(date);
  return allowed.some((each) =>
    each === code || each === `${placeInMonth(date)}${code}` ||
    each === `-1${code}` && isLastWeekday(date)
  );
}

/** The first day from a day on that a recurrence rule allows. */
export function firstDay(rule: string, from: string): string {
  for (let number = 0; number < 200; number++) {
    const date = add(from, number);
    if (fits(rule, date)) return date;
  }
  return from;
}
