// Labels and web addresses as people write them.
import { isBirthday } from "../../core/dates.ts";

/** Types that say nothing that a label would: of vCard 2.1 and 3 (RFC 2426), and the marks of the primary one. */
const meaningless = [
  "pref",
  "internet",
  "x400",
  "voice",
  "msg",
  "text",
  "dom",
  "intl",
  "postal",
  "parcel",
];

const words: Record<string, string> = { cell: "mobile", iphone: "iPhone", homepage: "home page" };

/** Types that come first in a label: “home fax”. */
const places = ["home", "work"];

/** The label that the types of an address or number make; null where they say nothing. */
export function labelOfTypes(types: string[]): string | null {
  const named = new Set(types.map(wordOf).filter((type) => type !== ""));
  const ordered = [
    ...places.filter((place) => named.has(place)),
    ...[...named].filter((type) => !places.includes(type)),
  ];
  return ordered.join(" ") || null;
}

/** A type as a word of a label: in lower case but for those that people have made up; empty where it says nothing. */
function wordOf(type: string): string {
  const lower = type.toLowerCase();
  if (meaningless.includes(lower)) return "";
  if (Object.hasOwn(words, lower)) return words[lower]!;
  const isOwn = type !== type.toUpperCase() && !knownLabel.test(type);
  return (isOwn ? type : lower).replace(/^x-/i, "");
}

const knownLabel = /^(home|work|other|mobile|main|pager|car|school|((home|work|other) )?fax)$/i;

/** A label as people write it: Apple's own are between signs (`_$!<HomeFAX>!$_`), Google's may begin with `* `. */
export function cleanLabel(text: string): string | null {
  const [, own] = /^\s*_\$!<([^<>]{1,100})>!\$_\s*$/.exec(text) ?? [];
  if (own !== undefined) return own.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const label = text.replace(/^\s*\*\s*/, "").trim();
  if (label === "") return null;
  return knownLabel.test(label) ? label.toLowerCase() : label;
}

/** A web address with its scheme, which people leave away. */
export function cleanUrl(text: string): string {
  const url = text.trim();
  return /^(?:[\w-]{1,63}\.){1,10}[a-z]{2,63}(?:[/?#:]|$)/i.test(url) ? `https://${url}` : url;
}

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
