// Whether days and instants exist. It imports nothing, because the client reads files with it, without schemas.
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d+))?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/i;

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isRealDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

/** Whether the text is a real calendar date `YYYY-MM-DD` of the years 0001 to 9999. */
export function isDay(text: string): boolean {
  const [match, year, month, day] = dayPattern.exec(text) ?? [];
  return match !== undefined && isRealDay(Number(year), Number(month), Number(day));
}

/** Whether the text is a real date, or `--MM-DD` where the year is unknown (29 February is then allowed). */
export function isBirthday(text: string): boolean {
  const [match, month, day] = /^--(\d{2})-(\d{2})$/.exec(text) ?? [];
  return match === undefined ? isDay(text) : isRealDay(4, Number(month), Number(day));
}

/** Whether the text is a real date as far as it is known: `YYYY-MM-DD`, `--MM-DD`, `YYYY-MM` or `YYYY`. */
export function isPartialDate(text: string): boolean {
  return isBirthday(text) ||
    (/^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text) && !text.startsWith("0000"));
}

/**
 * Converts an RFC 3339 instant to UTC and keeps its fraction of a second, which the database rounds to milliseconds.
 * Null when the text is not an instant of the years 0001 to 9999. Leap seconds are not accepted, because neither
 * JavaScript nor Postgres can store them; nor are offsets of 16 hours or more, which Postgres does not accept.
 */
export function toInstant(text: string): string | null {
  const [match, year, month, day, , fraction] = instantPattern.exec(text) ?? [];
  // `Date` would read 30 February as 2 March.
  if (match === undefined || !isRealDay(Number(year), Number(month), Number(day))) return null;
  const second = new Date(text.replace(/\.\d+/, "").toUpperCase());
  if (Number.isNaN(second.getTime())) return null;
  const utc = second.toISOString();
  if (utc.startsWith("0000-") || !/^\d/.test(utc)) return null;
  return utc.replace(/\.000Z$/, `.${(fraction ?? "000").slice(0, 9)}Z`);
}
