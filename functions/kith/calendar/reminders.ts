import { escapeText } from "../core/content-lines.ts";

export interface FeedReminder {
  id: string;
  title: string;
  description: string | null;
  /** As iCalendar writes it, in UTC. */
  dueAt: string;
  /** The occurrences after it; null where there are none, or where they depend on when it is completed. */
  series: Series | null;
  updatedAt: string;
}

interface Series {
  /** The first one, as iCalendar writes it, in the local time of the profile. */
  start: string;
  /** The rule of the reminder. */
  rule: string;
  /** Where the rule counts from. */
  startMonth: number;
  startDay: number;
  /** The end of the rule in UTC, where it has one. */
  until: string | null;
  /** The same in the local time of the profile. */
  localUntil: string | null;
}

/** Reminders have no length, and not all apps show events without one. */
const duration = "DURATION:PT15M";

/**
 * An event when it is due, and those that come after it.
 * @param timezone of the series; null where it is not known, then they are in UTC
 */
export function reminderEvents(reminder: FeedReminder, timezone: string | null): string[] {
  const { id, dueAt, series } = reminder;
  const local = (time: string) =>
    timezone === null ? `DTSTART:${time}Z` : `DTSTART;TZID=${timezone}:${time}`;
  const lines = event(reminder, `reminder-${id}`, [`DTSTART:${dueAt}`]);
  if (series === null) return lines;
  const rule = ruleOf(series);
  if (rule !== null) {
    const when = [local(series.start), `RRULE:${rule}`];
    return [...lines, ...event(reminder, `reminder-${id}-next`, when)];
  }
  const single = endsOfMonths(series).flatMap((time) =>
    event(reminder, `reminder-${id}-${time.slice(0, 8)}`, [local(time)])
  );
  return [...lines, ...single];
}

function event(reminder: FeedReminder, uid: string, when: string[]): string[] {
  const { title, description, updatedAt } = reminder;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}@kith`,
    `DTSTAMP:${updatedAt}`,
    ...when,
    duration,
    `SUMMARY:${escapeText(title)}`,
    ...(description === null ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/**
 * The rule as other programs read it; null where they cannot. iCalendar leaves out months that are too short, where a
 * reminder falls on their last day; and the end of a rule with a time zone is in UTC.
 */
function ruleOf({ rule, startMonth, startDay, until }: Series): string | null {
  const ended = until === null ? rule : rule.replace(/UNTIL=[0-9TZ]+/, `UNTIL=${until}`);
  if (ended.includes("BYDAY=")) return ended;
  if (ended.includes("FREQ=MONTHLY") && startDay > 28) {
    return startDay === 31 ? `${ended};BYMONTHDAY=-1` : null;
  }
  const isLeapDay = startMonth === 2 && startDay === 29;
  return isLeapDay && ended.includes("FREQ=YEARLY") ? `${ended};BYMONTH=2;BYMONTHDAY=-1` : ended;
}

/** Single events instead of a rule. */
const singleEvents = 36;

/**
 * The first occurrences of a rule that falls on the 29th or 30th, or on the last day of a February. The rule of iCalendar
 * for this needs `BYSETPOS`, which many apps read wrongly.
 */
function endsOfMonths({ start, rule, startDay, localUntil }: Series): string[] {
  const part = (name: string) => new RegExp(`${name}=(\\d+)`).exec(rule)?.[1];
  const every = Number(part("INTERVAL") ?? 1);
  const count = Math.min(singleEvents, Number(part("COUNT") ?? singleEvents));
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(4, 6))];
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 + index * every, 1));
    const last = new Date(Date.UTC(year, month + index * every, 0));
    const day = String(Math.min(startDay, last.getUTCDate()));
    return first.toISOString().slice(0, 7).replace("-", "") + day + start.slice(8);
  }).filter((time) => localUntil === null || time <= localUntil);
}
