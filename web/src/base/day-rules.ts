/** Days in words, each as a pattern with what it means: “tomorrow”, “in 2 weeks”, “on the first of May”. */
import { add, addMonths, dateOf, nearest, nextDayOfMonth, weekdayFrom } from "./calendar.ts";

export interface Options {
  /** `YYYY-MM-DD` */
  today: string;
  /** Days that could be before and after today were, instead of will be. */
  past?: boolean | undefined;
  /** Whose names of months and order of numbers count beside the English ones. */
  language?: string;
}

/** A space stands for any space. The parts are in lower case. */
export type Rule<T> = [pattern: string, read: (parts: string[], options: Options) => T | undefined];

const counts = ["", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
export const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const count = `(\\d{1,3}|an?|one|a couple of|half a|${counts.slice(2).join("|")})`;
const unit = "(day|week|wk|fortnight|month|year|yr)s?";
export const weekday = "((?:sun|mon|tues|wednes|thurs|fri|satur)day)";
const anyWeekday = `(${weekday.slice(1, -1)}|sun|mon|tues?|wed|thu(?:rs)?|fri|sat)`;
/** Those that are no other word. */
const bareWeekday = `(${weekday.slice(1, -1)}|tues?|thu(?:rs)?|fri)`;
const monthWord = "(\\p{L}{3,}\\.?)";
const year = "(?:,?\\s+(\\d{4})(?![\\d-]))?";

export function numberOf(word: string): number {
  if (word === "half a") return 0.5;
  if (word === "a couple of") return 2;
  return Number(word) || (/^(an?|one)$/.test(word) ? 1 : counts.indexOf(word));
}

export function addUnits(date: string, number: number, name: string): string | undefined {
  if (name === "day") return add(date, Math.round(number));
  if (name === "week" || name === "wk") return add(date, Math.round(7 * number));
  if (name === "fortnight") return add(date, 14 * number);
  const months = number * (/^y/.test(name) ? 12 : 1);
  return Number.isInteger(months) ? addMonths(date, months) : add(date, 15 * Math.sign(months));
}

/** The number of a month by the beginning of its name, in English or in the given language. */
export function monthOf(word: string, language = "en"): number | undefined {
  const plain = word.replace(".", "").toLowerCase();
  for (const each of new Set(["en", language])) {
    for (let month = 0; month < 12; month++) {
      const of = (style: "long" | "short") =>
        new Date(Date.UTC(2000, month)).toLocaleString(each, { month: style, timeZone: "UTC" })
          .toLowerCase().replace(".", "");
      if (of("long").startsWith(plain) || of("short") === plain) return month + 1;
    }
  }
  return undefined;
}

const dayFirst = (language = "en-GB") =>
  new Intl.DateTimeFormat(language).formatToParts(0).find(({ type }) => /day|month/.test(type))
    ?.type === "day";

export const weekdayOf = (name: string) => weekdays.indexOf(name.slice(0, 3));

function dayOfWeek([which, name]: string[], options: Options): string {
  return weekdayFrom(options.today, weekdayOf(name!), which ?? "", options.past);
}

const inYear = (y: string | undefined, m: number | undefined, d: number, options: Options) =>
  m === undefined
    ? undefined
    : y
    ? dateOf(Number(y), m, d)
    : nearest(m, d, options.today, options.past);

/** The last day of the month so many months after that of a day. */
export const endOfMonth = (date: string, months = 0) =>
  add(`${addMonths(`${date.slice(0, 8)}01`, months + 1).slice(0, 8)}01`, -1);

/** Saturday of this week, or of a later one. */
const weekend = (which: string | undefined, { today, past }: Options) => {
  const isNow = new Date(today).getUTCDay() % 6 === 0;
  if (which === "last" || past) return weekdayFrom(today, 6, "last");
  if (which === "next") return add(weekdayFrom(today, 6, ""), isNow ? 0 : 7);
  return isNow ? today : weekdayFrom(today, 6, "");
};

/** What counts from today. */
export const relativeDays: Rule<string>[] = [
  ["(?:the )?day after tomorrow", (_, { today }) => add(today, 2)],
  ["(?:the )?day before yesterday", (_, { today }) => add(today, -2)],
  ["today", (_, { today }) => today],
  ["tomorrow|tmrw", (_, { today }) => add(today, 1)],
  ["yesterday", (_, { today }) => add(today, -1)],
  [
    `(?:in|within) ${count} ${unit}`,
    ([n, name], { today }) => addUnits(today, numberOf(n!), name!),
  ],
  [`${count} ${unit} ago`, ([n, name], { today }) => addUnits(today, -numberOf(n!), name!)],
  [
    `(next|last) ${unit}`,
    ([which, name], { today }) => addUnits(today, which === "next" ? 1 : -1, name!),
  ],
  [`(?:(next|last|this|on) )?${weekday}`, dayOfWeek],
  [`(next|last|this|on) ${anyWeekday}`, dayOfWeek],
  [`()${bareWeekday}`, dayOfWeek],
  [`(?:on )?${weekday} week`, ([name], { today }) => add(dayOfWeek(["", name!], { today }), 7)],
  [
    `${count} weeks? (?:from|on) (?:(today|tomorrow)|${weekday})`,
    ([n, day, name], { today }) =>
      add(
        day === "today" ? today : day ? add(today, 1) : dayOfWeek(["", name!], { today }),
        7 * numberOf(n!),
      ),
  ],
  [
    "(?:(next|last|this)|(?:at|on) the) weekend",
    ([which], options) => weekend(which, options),
  ],
  [
    "(?:(?:at|by|until) )?(?:the )?end of (?:(?:the|this) )?(next )?(week|month|year)",
    ([next, name], { today }) => {
      const more = next ? 1 : 0;
      if (name === "week") return add(weekdayFrom(today, 5, ""), 7 * more);
      if (name === "month") return endOfMonth(today, more);
      return `${Number(today.slice(0, 4)) + more}-12-31`;
    },
  ],
  [
    "(?:at )?(?:the )?(?:beginning|start) of next (month|year)",
    ([name], { today }) =>
      name === "month"
        ? `${addMonths(today, 1).slice(0, 8)}01`
        : `${Number(today.slice(0, 4)) + 1}-01-01`,
  ],
  [
    "(?:on|by) the (\\d{1,2})(?:st|nd|rd|th)",
    ([d], { today, past }) => nextDayOfMonth(Number(d), today, past),
  ],
];

/** What a calendar says. */
export const absoluteDays: Rule<string>[] = [
  ["(?:on )?(\\d{4})-(\\d\\d)-(\\d\\d)", ([y, m, d]) => dateOf(Number(y), Number(m), Number(d))],
  [
    `(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?${monthWord}${year}`,
    ([d, m, y], options) => inYear(y, monthOf(m!, options.language), Number(d), options),
  ],
  [
    `(?:on )?${monthWord} (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)${year}`,
    ([m, d, y], options) => inYear(y, monthOf(m!, options.language), Number(d), options),
  ],
  ["(?:on )?(\\d{1,2})[./](\\d{1,2})(?:[./](\\d{4})?)?", ([one, other, y], options) => {
    const [d, m] = dayFirst(options.language) ? [one, other] : [other, one];
    return inYear(y, Number(m), Number(d), options);
  }],
  [
    `(?:at |by )?(?:the )?(end|beginning|start) of ${monthWord}${year}`,
    ([which, m, y], options) => {
      const first = inYear(y, monthOf(m!, options.language), 1, options);
      return which === "end" ? first && endOfMonth(first) : first;
    },
  ],
  [`in (\\p{L}{3,})${year}`, ([m, y], options) => {
    // “in Jan” may be a person, and what was in a month has no day.
    const month = m!.length > 3 || m === "may" ? monthOf(m!, options.language) : undefined;
    return options.past ? undefined : inYear(y, month, 1, options);
  }],
];
