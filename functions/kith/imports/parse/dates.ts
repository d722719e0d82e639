// Days as people and programs write them: in numbers of any order, with names of months, or as instants.
import type { ReadBy } from "../../core/call.ts";
import { isBirthday, isPartialDate } from "../../core/days.ts";
import { isWeekday, monthOf } from "./months.ts";

/** Years that stand for none: Apple's, and those of programs that must write one. */
const noYears = ["1604", "0000"];

/** How days written with numbers are meant. */
export type DayOrder = "day-first" | "month-first";

/** What days are read by. */
export interface Dates {
  /** What is meant where a day alone does not tell; null where nothing says so. */
  order: DayOrder | null;
  /** The zone in which an instant is a day. */
  timezone: string;
}

/** What the days of a table are read by. */
export interface FileDates extends Dates {
  /** Birthdays that were read in an order which nothing tells. */
  uncertain: string[];
}

/** The day that was found, or why no day was found. */
type ReadDay =
  | { day: string; said?: string; isUncertain?: true }
  | { reason: string };

const notWhole = { reason: "it is not a whole date" };

/** Characters of a text that may be a day. */
const longest = 80;

/**
 * The day of a text, as `1985-04-12` or `--04-12`.
 * @param omittedYear the year that stands for none in this file
 */
export function readDay(text: string, dates: Dates, omittedYear?: string): ReadDay {
  if (text.length > 2 * longest) return notWhole;
  // Japanese programs write digits of full width.
  const trimmed = text.normalize("NFKC").trim();
  if (trimmed === "" || trimmed.length > longest) return notWhole;
  const instant = readInstant(trimmed, dates.timezone, omittedYear);
  if (instant !== null) return instant;
  let parts = partsOf(withoutEra(trimmed), dates.order);
  let [clock, time, zone]: (string | undefined)[] = [];
  if (parts === null) {
    [clock = "", time, zone] = clockTime.exec(trimmed) ?? [];
    const bare = trimmed.slice(0, trimmed.length - clock.length);
    parts = partsOf(withoutWeekday(bare), dates.order);
  }
  if (parts === null) return notWhole;
  const { year, month, day, isUncertain } = parts;
  // A year of two digits does not tell the century.
  if (year?.length === 2) return { reason: "its year has two digits" };
  const isOmitted = year === null || year === omittedYear || noYears.includes(year);
  const two = (part: string) => part.padStart(2, "0");
  const found = `${isOmitted ? "-" : year}-${two(month)}-${two(day)}`;
  const named = zone === undefined || isOmitted
    ? null
    : readInstant(`${found}T${time!.padStart(5, "0")}Z`, dates.timezone);
  if (named !== null) return named;
  if (!isBirthday(found)) return notWhole;
  return { day: found, ...(isUncertain ? { isUncertain } : {}) };
}

/** As {@link readDay}, or what is known of a date: `1985-04` or `1985`. */
export function readPartialDate(text: string, dates: Dates, omittedYear?: string): ReadDay {
  const bare = text.slice(0, longest).trim();
  return /^\d{4}(?:-\d\d)?$/.test(bare) && isPartialDate(bare)
    ? { day: bare }
    : readDay(text, dates, omittedYear);
}

interface Parts {
  year: string | null;
  month: string;
  day: string;
  isUncertain?: true;
}

/** The years before the first of each Japanese era. */
const eras: Record<string, number> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 };

/** A date with the year of the common era in the place of a Japanese one: `昭和60年3月13日`, `令和元年5月1日`. */
const withoutEra = (text: string) =>
  text.replace(
    /^(明治|大正|昭和|平成|令和) ?(元|\d{1,2}) ?年/,
    (_, era: string, year: string) => `${eras[era]! + (year === "元" ? 1 : Number(year))}年`,
  );

const basic = /^(\d{4}|-)-?(\d{2})-?(\d{2})(?:[T ][\d:.,Z+-]{0,40})?$/i;
const yearFirst =
  /^(\d{4})(?:[./-] ?|年 ?|년 ?)(\d{1,2})(?:[./-] ?|月 ?|월 ?)(\d{1,2})[.日일]?(?:[T ][^\p{L}]{0,40})?$/u;
const withoutYear = /^(\d{1,2})(?:月|월 ?)(\d{1,2})[日일]$/;
const numbers = /^(\d{1,2})([./ -]) ?(\d{1,2})(?:\2 ?(\d{4}|\d{2})?)?\.?(?:[T ].{0,40})?$/;

function partsOf(text: string, order: DayOrder | null): Parts | null {
  const [, year, month, day] = basic.exec(text) ?? yearFirst.exec(text) ?? [];
  if (year !== undefined) return { year: year === "-" ? null : year, month: month!, day: day! };
  const [, asian, ofAsian] = withoutYear.exec(text) ?? [];
  if (asian !== undefined) return { year: null, month: asian, day: ofAsian! };
  const [, first, separator, second, last] = numbers.exec(text) ?? [];
  // Blanks alone may be between other numbers too.
  if (first === undefined || (separator === " " && last === undefined)) return namedParts(text);
  const own = ownOrder(first, separator!, second!);
  const isDayFirst = (own ?? order ?? "month-first") === "day-first";
  const isUncertain = own === null && order === null && Number(first) !== Number(second);
  return {
    year: last ?? null,
    month: isDayFirst ? second! : first,
    day: isDayFirst ? first : second!,
    ...(isUncertain ? { isUncertain } : {}),
  };
}

/** The time behind a day, as mails and programs write it: `Wed, 13 Nov 1985 23:00:00 GMT`. Of zones only UTC is told. */
const clockTime =
  /[ T,]{1,3}(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d{1,9})?(?: ?(GMT|UTC|Z|[+-]00:?00)| ?[^\d:].{0,50})?$/i;

const weekdayFirst = /^([\p{L}\p{M}-]{1,20})[.,]{0,2}\s{1,3}/u;
const weekdayLast = /[,\s]{0,3}[\s(（]([\p{L}\p{M}-]{1,20})\.?[)）]?$/u;
const asianWeekday = / ?[(（]?[日月火水木金土월화수목금토일](?:曜日?|요일)?[)）]?$/;

/** A date without the weekday that stands in front of it or behind it. */
function withoutWeekday(text: string): string {
  for (const pattern of [weekdayFirst, weekdayLast]) {
    const [, word] = pattern.exec(text) ?? [];
    if (word !== undefined && isWeekday(word)) return text.replace(pattern, "");
  }
  return text.replace(asianWeekday, "");
}

/** Words that stand beside the parts of a date: `13th of November`, `1er janvier`, `13 de noviembre`. */
const fillers = new Set("th st nd rd er e a o º ª de del do of den der le the ten".split(" "));

/** The parts of a date that names its month. */
function namedParts(text: string): Parts | null {
  const found: { year: string | null; month?: number; day?: string } = { year: null };
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}]*|\d+|[ºª]/gu)) {
    if (/^\d{4}$/.test(word) && found.year === null) found.year = word;
    else if (/^\d{1,2}$/.test(word) && found.day === undefined) found.day = word;
    else if (/^\d{2}$/.test(word) && found.year === null) found.year = word;
    else if (/^\d/.test(word)) return null;
    else if (!fillers.has(word.toLowerCase())) {
      const month = monthOf(word);
      if (month === null || found.month !== undefined) return null;
      found.month = month;
    }
  }
  const { year, month, day } = found;
  return month === undefined || day === undefined ? null : { year, month: String(month), day };
}

/** The order that a day alone tells, because one of its numbers is no month; null where it may be either. */
function ownOrder(first: string, separator: string, second: string): DayOrder | null {
  if (separator === "." || Number(first) > 12) return "day-first";
  return Number(second) > 12 ? "month-first" : null;
}

/** The order that all days tell which tell one; null where none does, or where they do not agree. */
export function dayOrderOf(texts: Iterable<string>): DayOrder | null {
  const found = new Set<DayOrder>();
  for (const text of texts) {
    const [, first, separator, second] = text.length > longest
      ? []
      : numbers.exec(text.trim()) ?? numbers.exec(withoutWeekday(text.trim())) ?? [];
    const order = first === undefined ? null : ownOrder(first, separator!, second!);
    if (order !== null) found.add(order);
  }
  return found.size === 1 ? [...found][0]! : null;
}

/** Countries that write the month before the day, and one in which people do both. */
const monthFirst = "US PR GU VI AS MP UM FM MH PW PH CN JP KR KP TW HU LT MN".split(" ");
const both = ["CA"];

/** The order in which people of a country write days; null where that is not known. */
export function dayOrderIn(country: string | null): DayOrder | null {
  if (country === null || both.includes(country)) return null;
  return monthFirst.includes(country) ? "month-first" : "day-first";
}

/** What the days of a file are read by that has no columns which could tell an order. */
export const datesBy = ({ timezone, country }: ReadBy): Dates => ({
  timezone,
  order: dayOrderIn(country),
});

const utc =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?(?:Z|[+-]00:?00)$/i;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The day of an instant in UTC, null where the text is not an instant: programs write midnight of the zone in which they run, so it is the
 * day of the midnight that is nearest in the zone of the profile. Midnight in UTC is the day itself.
 */
function readInstant(text: string, timezone: string, omittedYear?: string): ReadDay | null {
  const [, year, month, day, hour, minute, second = "00"] = utc.exec(text) ?? [];
  if (year === undefined || year === omittedYear || noYears.includes(year)) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) return notWhole;
  if (at % dayMs === 0) return { day: `${year}-${month}-${day}` };
  const found = new Date(Math.round((at + offsetAt(at, timezone)) / dayMs) * dayMs).toISOString()
    .slice(0, 10);
  if (!isBirthday(found)) return notWhole;
  return {
    day: found,
    said: `it is a time, read as the day of the nearest midnight in ${timezone}`,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds the clocks of a zone are ahead of UTC. */
function offsetAt(at: number, timezone: string): number {
  const format = formats.get(timezone) ?? formatIn(timezone);
  formats.set(timezone, format);
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year!, month! - 1, day!, hour! % 24, minute!, second!) - at;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const number = "numeric" as const;
  const options = { hourCycle: "h23" as const };
  const parts = {
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  };
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, ...parts, timeZone });
  } catch {
    // The database may know a zone that the runtime does not.
    return new Intl.DateTimeFormat("en-US", { ...options, ...parts, timeZone: "UTC" });
  }
}

/**
 * Whether an instant or a day is more than a day in the future, where the database takes no notes. A day counts as where
 * it begins last.
 */
export function isTooLate(text: string): boolean {
  const start = Date.parse(text) + (text.includes("T") ? 0 : 12 * hourMs);
  return start > Date.now() + dayMs;
}
