/** Reads days in words: “tomorrow”, “in 2 weeks”, “12 march”, as people write them in English and German and as the browser writes them. */
import { absoluteDays, type Options, relativeDays, type Rule } from "./day-rules.ts";
import { germanDays } from "./german-days.ts";

export type { Options };

/** A calendar date that is named in a text, and where. */
export interface NamedDay {
  /** `YYYY-MM-DD` */
  date: string;
  start: number;
  end: number;
  /** Whether it counts from today, as “in 2 weeks” does and “12 march” does not. */
  isRelative: boolean;
}

/** A part of a text that a rule has read. */
export interface Read<T> {
  value: T;
  start: number;
  end: number;
}

const patterns = new Map<string, RegExp>();

/** The pattern of a rule, between other words. */
function patternOf(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known) return known;
  const made = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${pattern.replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}])`,
    "giu",
  );
  patterns.set(pattern, made);
  return made;
}

/** Everything in a text that the rules read. */
export function readAll<T>(text: string, rules: Rule<T>[], options: Options): Read<T>[] {
  return rules.flatMap(([pattern, read]) =>
    [...text.matchAll(patternOf(pattern))].flatMap((match) => {
      const value = read(match.slice(1).map((part) => part?.toLowerCase()), options);
      if (value === undefined) return [];
      return [{ value, start: match.index, end: match.index + match[0].length }];
    })
  );
}

export const isGerman = ({ language = "" }: Options) => language.startsWith("de");

/** All names of days in a text; those within a longer one too. */
export function findDays(text: string, options: Options): NamedDay[] {
  const relative = [...relativeDays, ...isGerman(options) ? germanDays : []];
  const days = (rules: Rule<string>[], isRelative: boolean) =>
    readAll(text, rules, options)
      .map(({ value, start, end }): NamedDay => ({ date: value, start, end, isRelative }));
  return [...days(relative, true), ...days(absoluteDays, false)];
}

/** The longest name of a day in a text; the last one of several. */
export function findDay(text: string, options: Options): NamedDay | undefined {
  let found: NamedDay | undefined;
  for (const each of findDays(text, options)) {
    if (found && each.start >= found.start && each.end <= found.end) continue;
    found = each;
  }
  return found;
}

/** The day that a whole text names; undefined where it names none. */
export function parseDay(text: string, options: Options): string | undefined {
  const trimmed = text.trim();
  const found = findDay(trimmed, options);
  return found && found.end - found.start === trimmed.length ? found.date : undefined;
}

/** A birthday, `YYYY-MM-DD`, or `--MM-DD` where no year is said; undefined where the text names no day. */
export function parseBirthday(text: string, language?: string): string | undefined {
  const trimmed = text.trim();
  if (/^--\d\d-\d\d$/.test(trimmed)) return trimmed;
  // In a leap year, so that each day is one; “tomorrow” is no birthday.
  const options = { today: "2000-01-01", ...(language && { language }) };
  const found = findDay(trimmed, options);
  if (!found || found.isRelative || found.end - found.start !== trimmed.length) return undefined;
  return /\d{4}/.test(trimmed) ? found.date : `-${found.date.slice(4)}`;
}
