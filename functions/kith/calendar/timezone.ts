// The rules of a time zone as iCalendar writes them (RFC 5545, 3.6.5).
import { offsetReader } from "../core/offsets.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface Timezone {
  name: string;
  /** Its `VTIMEZONE`. Programs that do not know the name of a time zone read it. */
  lines(): string[];
  /** The local time of an instant in UTC, both as iCalendar writes them; null where that or its `VTIMEZONE` would say another instant. */
  localTime(instant: string): string | null;
}

/**
 * A time zone with the changes of its offset in these years; null where the runtime does not know it. Postgres has a few names more.
 */
export function timezoneOf(name: string, firstYear: number, lastYear: number): Timezone | null {
  const offsetAt = offsetReader(name);
  if (offsetAt === null) return null;
  return {
    name,
    lines: () => [
      "BEGIN:VTIMEZONE",
      `TZID:${name}`,
      ...observancesIn(firstYear, lastYear, offsetAt),
      "END:VTIMEZONE",
    ],
    localTime(instant) {
      const year = Number(instant.slice(0, 4));
      if (name === "UTC" || year <= firstYear || year >= lastYear) return null;
      const time = Date.parse(
        instant.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"),
      );
      const [offset, before] = [offsetAt(time), offsetAt(time - dayMs)];
      // Of a local time that comes twice, programs take the first.
      const other = time + (offset - before) * minuteMs;
      if (other < time && offsetAt(other) === before) return null;
      return localTimeOf(time, offset);
    },
  };
}

/** A change of the offset, in minutes ahead of UTC. */
interface Change {
  time: number;
  from: number;
  to: number;
}

/** Each change of these years, and those that come every year by a rule; or the last one stays in force. */
function observancesIn(
  firstYear: number,
  lastYear: number,
  offsetAt: (time: number) => number,
): string[] {
  const start = Date.UTC(firstYear, 0, 1);
  const changes: Change[] = [];
  let [before, offset] = [start, offsetAt(start)];
  const first = { time: start, from: offset, to: offset };
  // No offset lasts less than a week.
  for (let time = start; time < Date.UTC(lastYear + 1, 0, 1); time += 7 * dayMs) {
    const found = offsetAt(time);
    if (found !== offset) {
      changes.push({ time: changeBetween(before, time, offsetAt), from: offset, to: found });
      offset = found;
    }
    before = time;
  }
  const daylight = yearlyChanges(changes.filter(({ from, to }) => to > from), lastYear);
  const standard = yearlyChanges(changes.filter(({ from, to }) => to < from), lastYear);
  const yearly = daylight && standard ? [daylight, standard] : [];
  const rest = changes.filter((change) => yearly.every(({ all }) => !all.includes(change)));
  return [
    ...observance(first),
    ...rest.flatMap((change) => observance(change)),
    ...yearly.flatMap(({ all, rule }) => observance(all[0]!, rule)),
  ];
}

/** A time in local time, with the parts of its day. */
function dayOf({ time, from }: Change) {
  const local = new Date(time + from * minuteMs);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    date: local.getUTCDate(),
    weekday: local.getUTCDay(),
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
    daysLeft: new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate() -
      local.getUTCDate(),
  };
}

/** So many years have to follow a rule before it is taken for one; each day of seven is among them then, mostly. */
const ruleYears = 11;

/**
 * The last of these changes, of one direction, that come once a year up to the last year, in the same month, on the same day of the week, at the same
 * time and with the same offsets; with their rule. Null where there is none for the years ahead.
 */
function yearlyChanges(
  changes: Change[],
  lastYear: number,
): { all: Change[]; rule: string } | null {
  const last = changes.at(-1);
  if (!last || dayOf(last).year !== lastYear) return null;
  const { month, weekday, minute } = dayOf(last);
  const isAlike = (change: Change, yearsEarlier: number) => {
    const day = dayOf(change);
    return day.year === lastYear - yearsEarlier && day.month === month && day.weekday === weekday &&
      day.minute === minute && change.from === last.from && change.to === last.to;
  };
  const backwards = changes.toReversed();
  const end = backwards.findIndex((change, index) => !isAlike(change, index));
  const alike = end < 0 ? backwards : backwards.slice(0, end);
  const code = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][weekday]!;
  const dates = (count: number) => alike.slice(0, count).map((change) => dayOf(change).date);
  const rules: [rule: string, holds: (change: Change) => boolean][] = [
    [`BYDAY=-1${code}`, (change) => dayOf(change).daysLeft < 7],
    ...[1, 2, 3, 4].map((n): [string, (change: Change) => boolean] => [
      `BYDAY=${n}${code}`,
      (change) => Math.ceil(dayOf(change).date / 7) === n,
    ]),
  ];
  const lengths = rules.map(([, holds]) => {
    const broken = alike.findIndex((change) => !holds(change));
    return broken < 0 ? alike.length : broken;
  });
  const longest = Math.max(...lengths);
  if (longest >= ruleYears) {
    const [rule] = rules[lengths.indexOf(longest)]!;
    return { all: alike.slice(0, longest).toReversed(), rule: `BYMONTH=${month};${rule}` };
  }
  // The first one from a date on, such as the Friday before the last Sunday of March: seven dates.
  for (let count = alike.length; count >= ruleYears; count -= 1) {
    const [low, high] = [Math.min(...dates(count)), Math.max(...dates(count))];
    if (high - low !== 6) continue;
    const list = Array.from({ length: 7 }, (_, index) => low + index);
    return {
      all: alike.slice(0, count).toReversed(),
      rule: `BYMONTH=${month};BYMONTHDAY=${list};BYDAY=${code}`,
    };
  }
  return null;
}

/** The first minute of the later offset. */
function changeBetween(before: number, after: number, offsetAt: (time: number) => number): number {
  const offset = offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > minuteMs) {
    const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

const localTimeOf = (time: number, offset: number) =>
  new Date(time + offset * minuteMs).toISOString().replace(/[-:]|\.\d+Z/g, "");

function observance({ time, from, to }: Change, rule?: string): string[] {
  const kind = to > from ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    // The local time of a change is that of the offset before it.
    `DTSTART:${localTimeOf(time, from)}`,
    ...(rule ? [`RRULE:FREQ=YEARLY;${rule}`] : []),
    `TZOFFSETFROM:${written(from)}`,
    `TZOFFSETTO:${written(to)}`,
    `END:${kind}`,
  ];
}

function written(offset: number): string {
  const minutes = Math.abs(offset);
  const digits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${digits(minutes / 60)}${digits(minutes % 60)}`;
}
