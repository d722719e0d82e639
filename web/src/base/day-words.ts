/** Days in words: “tomorrow”, “in 2 weeks”, “next friday”, “12 march”, as people write them in English and as the browser writes them. */

/** A calendar date that is named in a text, and where. */
interface NamedDay {
  /** `YYYY-MM-DD` */
  date: string;
  start: number;
  end: number;
  /** Whether it counts from today, as “in 2 weeks” does and “12 march” does not. */
  isRelative: boolean;
}

export interface Options {
  /** `YYYY-MM-DD` */
  today: string;
  /** Days without a year were, instead of will be. */
  past?: boolean | undefined;
  /** Whose names of months and order of numbers count beside the English ones. */
  language?: string;
}

const dayMs = 86_400_000;
const counts = ["", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const count = `(\\d{1,3}|an?|one|${counts.slice(2).join("|")})`;
const unit = "(day|week|month|year)s?";
const weekday = "((?:sun|mon|tues|wednes|thurs|fri|satur)day)";
const shortWeekday = "(sun|mon|tues?|wed|thu(?:rs)?|fri|sat)";
const monthWord = "(\\p{L}{3,}\\.?)";
const year = "(?:,?\\s+(\\d{4})(?![\\d-]))?";

const add = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The same day of another month, or its last one where it has fewer. */
function addMonths(date: string, months: number): string {
  const [y, m, d] = date.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(y, m + months, 0)).getUTCDate();
  return new Date(Date.UTC(y, m - 1 + months, Math.min(d, last))).toISOString().slice(0, 10);
}

const numberOf = (word: string) =>
  Number(word) || (/^(an?|one)$/.test(word) ? 1 : counts.indexOf(word));

const addUnits = (date: string, number: number, name: string) =>
  name === "day"
    ? add(date, number)
    : name === "week"
    ? add(date, 7 * number)
    : addMonths(date, number * (name === "year" ? 12 : 1));

/** `YYYY-MM-DD` of numbers; undefined where there is no such day. */
function dateOf(y: number, m: number, d: number): string | undefined {
  const date = `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}-${
    String(d).padStart(2, "0")
  }`;
  const time = Date.parse(date);
  return new Date(time || 0).toISOString().startsWith(date) ? date : undefined;
}

/** A day of a year that is not said: the next one, or the last one. */
function nearest(m: number, d: number, { today, past }: Options): string | undefined {
  const now = Number(today.slice(0, 4));
  // A leap day may be years away.
  const years = Array.from({ length: 9 }, (_, each) => past ? now - each : now + each);
  return years.map((y) => dateOf(y, m, d))
    .find((date) => date && (past ? date <= today : date >= today));
}

/** The number of a month by the beginning of its name, in English or in the given language. */
function monthOf(word: string, language = "en"): number | undefined {
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

function dayOfWeek([which, name]: string[], { today }: Options): string {
  const now = new Date(today).getUTCDay();
  const wanted = weekdays.indexOf(name!.slice(0, 3));
  const ahead = (wanted - now + 7) % 7 || 7;
  if (which === "last") return add(today, ahead - 7 || -7);
  // The next one is that of the next week, which begins on Monday.
  const isThisWeek = (wanted + 6) % 7 > (now + 6) % 7;
  return add(today, which === "next" && isThisWeek ? ahead + 7 : ahead);
}

type Rule = [pattern: string, read: (parts: string[], options: Options) => string | undefined];

const inYear = (y: string | undefined, m: number | undefined, d: number, options: Options) =>
  m === undefined ? undefined : y ? dateOf(Number(y), m, d) : nearest(m, d, options);

const relative: Rule[] = [
  ["day after tomorrow", (_, { today }) => add(today, 2)],
  ["day before yesterday", (_, { today }) => add(today, -2)],
  ["today|tonight", (_, { today }) => today],
  ["tomorrow", (_, { today }) => add(today, 1)],
  ["yesterday", (_, { today }) => add(today, -1)],
  [`in ${count} ${unit}`, ([n, name], { today }) => addUnits(today, numberOf(n!), name!)],
  [`${count} ${unit} ago`, ([n, name], { today }) => addUnits(today, -numberOf(n!), name!)],
  [
    `(next|last) ${unit}`,
    ([which, name], { today }) => addUnits(today, which === "next" ? 1 : -1, name!),
  ],
  [`(?:(next|last|this|on) )?${weekday}`, dayOfWeek],
  [`(next|last|this|on) ${shortWeekday}`, dayOfWeek],
];

const absolute: Rule[] = [
  ["(\\d{4})-(\\d\\d)-(\\d\\d)", ([y, m, d]) => dateOf(Number(y), Number(m), Number(d))],
  [
    `(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?${monthWord}${year}`,
    ([d, m, y], options) => inYear(y, monthOf(m!, options.language), Number(d), options),
  ],
  [
    `${monthWord} (\\d{1,2})(?:st|nd|rd|th)?(?!\\d)${year}`,
    ([m, d, y], options) => inYear(y, monthOf(m!, options.language), Number(d), options),
  ],
  ["(\\d{1,2})[./](\\d{1,2})(?:[./](\\d{4})?)?", ([one, other, y], options) => {
    const [d, m] = dayFirst(options.language) ? [one, other] : [other, one];
    return inYear(y, Number(m), Number(d), options);
  }],
];

/** The longest name of a day in a text; the last one of several. */
export function findDay(text: string, options: Options): NamedDay | undefined {
  let found: NamedDay | undefined;
  for (const rule of [...relative, ...absolute]) {
    const pattern = rule[0].replaceAll(" ", "\\s+");
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu");
    for (const match of text.matchAll(whole)) {
      const date = rule[1](match.slice(1).map((part) => part?.toLowerCase()), options);
      if (!date) continue;
      const [start, end] = [match.index, match.index + match[0].length];
      const inside = found && start >= found.start && end <= found.end;
      if (inside) continue;
      found = { date, start, end, isRelative: relative.includes(rule) };
    }
  }
  return found;
}

/** The day that a whole text names; undefined where it is none. */
export function parseDay(text: string, options: Options): string | undefined {
  const trimmed = text.trim();
  const found = findDay(trimmed, options);
  return found && found.end - found.start === trimmed.length ? found.date : undefined;
}

/** A birthday, `YYYY-MM-DD`, or `--MM-DD` where no year is said; undefined where it is none. */
export function parseBirthday(text: string, language?: string): string | undefined {
  const trimmed = text.trim();
  if (/^--\d\d-\d\d$/.test(trimmed)) return trimmed;
  // In a leap year, so that each day is one; “tomorrow” is no birthday.
  const options = { today: "2000-01-01", ...(language && { language }) };
  const found = findDay(trimmed, options);
  if (!found || found.isRelative || found.end - found.start !== trimmed.length) return undefined;
  return /\d{4}/.test(trimmed) ? found.date : `-${found.date.slice(4)}`;
}
