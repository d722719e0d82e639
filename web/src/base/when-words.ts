/** Reads when something is, or was: a day, a time, or how it repeats: “tomorrow at 3pm”, “every first monday”. */
import { add, addMonths, firstDay } from "./calendar.ts";
import { addUnits, numberOf, type Options, type Rule, weekday, weekdayOf } from "./day-rules.ts";
import { findDays, isGerman, readAll } from "./day-words.ts";
import { germanRepeats, germanTimes } from "./german-days.ts";

export interface When {
  /** `YYYY-MM-DD`; of what repeats the first one. */
  date: string;
  /** `HH:MM`, where the text says it. */
  time?: string;
  /** A recurrence rule. */
  rule?: string;
  start: number;
  end: number;
  /** Whether it counts from today, as “in 2 weeks” does and “12 march” does not. */
  isRelative: boolean;
}

/** A time, which only counts beside a day where it could be something else. */
interface Time {
  time: string;
  /** Days from today that it says by itself. */
  day?: number;
  needsDay?: boolean;
}

const two = (number: number) => String(number).padStart(2, "0");

function timeOf(hours: number, minutes = 0, half?: string): string | undefined {
  if (half && (hours < 1 || hours > 12)) return undefined;
  const hour = half ? hours % 12 + (/^p/.test(half) ? 12 : 0) : hours;
  return hour < 24 && minutes < 60 ? `${two(hour)}:${two(minutes)}` : undefined;
}

/** “at 3” is in the afternoon, “at 9” in the morning. */
const ofDay = (hours: number) => hours > 0 && hours < 7 ? hours + 12 : hours;

const asTime = (time: string | undefined, more: object = {}): Time | undefined =>
  time === undefined ? undefined : { time, ...more };

const parts: Record<string, string> = {
  morning: "09:00",
  noon: "12:00",
  lunchtime: "12:00",
  afternoon: "15:00",
  evening: "18:00",
  night: "20:00",
  midnight: "23:59",
};
const half = "([ap]\\.?m\\.?)";

const times: Rule<Time>[] = [
  ["tonight|this night", () => ({ time: "20:00", day: 0 })],
  ["last night", () => ({ time: "20:00", day: -1 })],
  ["this (morning|afternoon|evening)", ([part]) => ({ time: parts[part!]!, day: 0 })],
  ["at (noon|midnight)", ([part]) => asTime(parts[part!])],
  [
    "(?:(?:in|at) (?:the )?)?(morning|noon|lunchtime|afternoon|evening|night)",
    ([part]) => asTime(parts[part!], { needsDay: true }),
  ],
  [
    `(?:at )?(\\d{1,2})(?:[:.](\\d\\d))?\\s?${half}`,
    ([h, m, half]) => asTime(timeOf(Number(h), Number(m ?? 0), half)),
  ],
  ["at (\\d{1,2}):(\\d\\d)", ([h, m]) => asTime(timeOf(Number(h), Number(m)))],
  [
    "(?:at )?(\\d{1,2})[:.](\\d\\d)",
    ([h, m]) => asTime(timeOf(Number(h), Number(m)), { needsDay: true }),
  ],
  ["at (\\d{1,2})", ([h]) => asTime(timeOf(ofDay(Number(h))), { needsDay: true })],
  ["(?:at )?half past (\\d{1,2}|\\p{L}+)", ([h]) => {
    const hours = numberOf(h!);
    return hours > 0 ? asTime(timeOf(ofDay(hours), 30), { needsDay: true }) : undefined;
  }],
];

const every = "(?:every|each)";
const places: Record<string, number> = {
  first: 1,
  "1st": 1,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
  last: -1,
};
const place = `(${Object.keys(places).join("|")})`;
const codeOf = (name: string) => name.slice(0, 2).toUpperCase();
const frequencies: Record<string, string> = {
  day: "FREQ=DAILY",
  week: "FREQ=WEEKLY",
  fortnight: "FREQ=WEEKLY;INTERVAL=2",
  month: "FREQ=MONTHLY",
  quarter: "FREQ=MONTHLY;INTERVAL=3",
  year: "FREQ=YEARLY",
  daily: "FREQ=DAILY",
  weekly: "FREQ=WEEKLY",
  monthly: "FREQ=MONTHLY",
  quarterly: "FREQ=MONTHLY;INTERVAL=3",
  yearly: "FREQ=YEARLY",
};
const weekdayList =
  `${weekday}s?(?:(?:,| and|, and) ${weekday}s?)?(?:(?:,| and|, and) ${weekday}s?)?`;
const weeklyOn = (names: string[]) => {
  const days = names.filter(Boolean);
  const inOrder = [...days].sort((one, other) =>
    (weekdayOf(one) + 6) % 7 - (weekdayOf(other) + 6) % 7
  );
  return `FREQ=WEEKLY;BYDAY=${inOrder.map(codeOf).join()}`;
};
const monthlyOn = ([which, name]: string[]) =>
  `FREQ=MONTHLY;BYDAY=${places[which!]}${codeOf(name!)}`;

/** How it repeats: a rule, and its first day where the text says it. */
const repeats: Rule<string>[] = [
  [`${every} (day|week|fortnight|month|quarter|year)`, ([name]) => frequencies[name!]],
  // Not “the weekly report”.
  [
    "(daily|weekly|monthly|quarterly|yearly)(?=\\s*(?:$|[,.;!]|at |on |from ))",
    ([name]) => frequencies[name!],
  ],
  [
    `${every} (other|\\d{1,2}|two|three|four|five|six) (day|week|month|year)s?`,
    ([n, name]) => `${frequencies[name!]};INTERVAL=${n === "other" ? 2 : numberOf(n!)}`,
  ],
  [`${every} ${weekdayList}`, weeklyOn],
  [`on ${weekday}s(?: and ${weekday}s)?`, weeklyOn],
  [`${every} other ${weekday}`, ([name]) => `FREQ=WEEKLY;INTERVAL=2;BYDAY=${codeOf(name!)}`],
  [`${every} ${place} ${weekday}(?: (?:of|in) (?:the|every|each) month)?`, monthlyOn],
  [`(?:on )?the ${place} ${weekday} (?:of|in) (?:every|each) month`, monthlyOn],
  [
    `${every} (?:weekday|working day|workday)|on weekdays`,
    () => "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  ],
  [`${every} last day of (?:the|every|each) month`, () => "FREQ=MONTHLY;BYMONTHDAY=-1"],
  [`on the last day of ${every} month`, () => "FREQ=MONTHLY;BYMONTHDAY=-1"],
  [`(?<=on the \\d{1,2}(?:st|nd|rd|th) )of ${every} month`, () => "FREQ=MONTHLY"],
];

type Part =
  & { start: number; end: number }
  & (
    | { date: string; isRelative: boolean }
    | { at: Time }
    | { rule: string }
  );

/** What the rules read, of which none is within another one. */
function partsOf(text: string, options: Options): Part[] {
  const german = isGerman(options);
  const rules = [...repeats, ...german ? germanRepeats : []];
  const clocks = [
    ...times,
    ...german
      ? germanTimes.map(([pattern, read]): Rule<Time> => [
        pattern,
        (parts, options) => asTime(read(parts, options)),
      ])
      : [],
  ];
  const all: Part[] = [
    ...readAll(text, rules, options).map(({ value, ...at }) => ({ ...at, rule: value })),
    ...findDays(text, options),
    ...readAll(text, clocks, options).map(({ value, ...at }) => ({ ...at, at: value })),
  ];
  const kept: Part[] = [];
  for (const each of all.sort((one, other) => other.end - other.start - (one.end - one.start))) {
    if (!kept.some(({ start, end }) => each.start < end && each.end > start)) kept.push(each);
  }
  return kept.sort((one, other) => one.start - other.start);
}

/** Where a rule begins: on a day that is said, or else one step from today, or on the first day that it names. */
function beginOf(rule: string, said: string | undefined, today: string): string {
  if (said) return firstDay(rule, said);
  if (/BY/.test(rule)) return firstDay(rule, add(today, 1));
  const [, name, step = "1"] = /FREQ=(\w+)(?:;INTERVAL=(\d+))?/.exec(rule)!;
  if (name === "MONTHLY" || name === "YEARLY") {
    return addMonths(today, Number(step) * (name === "YEARLY" ? 12 : 1));
  }
  return addUnits(today, Number(step), name === "WEEKLY" ? "week" : "day")!;
}

/** When the last part of a text that says it is; undefined where none does. */
export function findWhen(text: string, options: Options): When | undefined {
  let found: When | undefined;
  let group: Part[] = [];
  const close = () => {
    const rule = group.find((part) => "rule" in part)?.rule;
    const days = group.filter((part) => "date" in part);
    // “Monday, 7 December”
    const day = days.find(({ isRelative }) => !isRelative) ?? days[0];
    const clock = group.find((part) => "at" in part)?.at;
    const isDay = rule !== undefined || day !== undefined || clock?.day !== undefined;
    const first = group[0];
    const usable = clock && !isDay && clock.needsDay ? undefined : clock;
    if (first && (isDay || usable)) {
      const said = day?.date ?? (clock?.day ? add(options.today, clock.day) : undefined);
      found = {
        date: rule ? beginOf(rule, said, options.today) : said ?? options.today,
        ...usable && { time: usable.time },
        ...rule && { rule },
        start: first.start,
        end: group.at(-1)!.end,
        isRelative: day?.isRelative ?? true,
      };
    }
    group = [];
  };
  for (const part of partsOf(text, options)) {
    const last = group.at(-1);
    const isBeside = last &&
      /^(?:\s|,|\bat\b|\bon\b|\bum\b|\bam\b)*$/.test(text.slice(last.end, part.start));
    if (last && !isBeside) close();
    group.push(part);
  }
  close();
  return found;
}
