import { isBirthday } from "../../core/dates.ts";

/** Years that stand for none: Apple's, and those of programs that must write one. */
const noYears = ["1604", "0000"];

/**
 * The date of a birthday as in a vCard: `1985-04-12`, `19850412`, `--04-12`, `--0412`, each with or without a time.
 * Null where it is no date.
 * @param omittedYear the year that stands for none in this file
 */
export function toBirthday(text: string, omittedYear?: string): string | null {
  const [, year, month, day] =
    /^\s*(\d{4}|-)-?(\d{2})-?(\d{2})(?:[T ][\d:.,Z+-]{0,40})?\s*$/i.exec(text) ?? [];
  if (year === undefined) return null;
  const isOmitted = year === "-" || year === omittedYear || noYears.includes(year);
  const birthday = `${isOmitted ? "-" : year}-${month}-${day}`;
  return isBirthday(birthday) ? birthday : null;
}

/** How days written with numbers are meant. */
export type DayOrder = "day-first" | "month-first";

/** The order of the days of a file, and whether anything in the file says so. */
export interface FoundOrder {
  order: DayOrder;
  isCertain: boolean;
}

const numbers = /^\s*(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?(?:\s.{0,40})?$/;

/** The order that a day alone tells, because one of its numbers is no month; null where it may be either. */
function ownOrder(first: string, separator: string, second: string): DayOrder | null {
  if (separator === "." || Number(first) > 12) return "day-first";
  return Number(second) > 12 ? "month-first" : null;
}

/** The order that all days of a file have that tell one; that of its language, or else the American one, where they do not agree. */
export function dayOrderOf(texts: Iterable<string>, language?: DayOrder): FoundOrder {
  const found = new Set<DayOrder>();
  for (const text of texts) {
    const [, first, separator, second] = numbers.exec(text) ?? [];
    const order = first === undefined ? null : ownOrder(first, separator!, second!);
    if (order !== null) found.add(order);
  }
  const [only] = found.size === 1 ? [...found] : [language];
  return { order: only ?? "month-first", isCertain: only !== undefined };
}

/** Whether a day reads as another one in the other order. */
export function isAmbiguous(text: string): boolean {
  const [, first, separator, second] = numbers.exec(text) ?? [];
  return first !== undefined && ownOrder(first, separator!, second!) === null &&
    Number(first) !== Number(second);
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** A date of a spreadsheet: as in a vCard, two or three numbers, or `12 Apr 1985`. Null where it is no date. */
export function toDay(text: string, order: DayOrder): string | null {
  const [, first, separator, second, year] = numbers.exec(text) ?? [];
  if (first !== undefined) {
    // A year of two digits does not tell the century.
    if (year?.length === 2) return null;
    const isDayFirst = (ownOrder(first, separator!, second!) ?? order) === "day-first";
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return toBirthday(`${year ?? "-"}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`);
  }
  const [, day, name, named] = /^\s*(\d{1,2})[ -]([A-Za-z]{3})[A-Za-z]{0,6}[ -](\d{4})\s*$/
    .exec(text) ?? [];
  const month = months.indexOf(name?.toLowerCase() ?? "") + 1;
  if (month > 0) {
    return toBirthday(`${named}-${String(month).padStart(2, "0")}-${day!.padStart(2, "0")}`);
  }
  return toBirthday(text);
}

const hourMs = 3_600_000;

/**
 * Whether an instant or a day is more than a day in the future, where the database takes no notes. A day counts as where
 * it begins last.
 */
export function isTooLate(text: string): boolean {
  const start = Date.parse(text) + (text.includes("T") ? 0 : 12 * hourMs);
  return start > Date.now() + 24 * hourMs;
}
