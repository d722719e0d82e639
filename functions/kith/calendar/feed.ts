// Writes the calendar feed (RFC 5545) from what the database says of an account.
import { dateWord } from "../core/date-kinds.ts";
import { sha256 } from "../core/sha256.ts";
import { contentLine, escapeText } from "../core/content-lines.ts";
import { type Timezone, timezoneOf } from "./timezone.ts";

/** What the database answers for a feed. */
export interface Feed {
  timezone: string;
  /** The year of today in the time zone. */
  year: number;
  birthdays: FeedBirthday[];
  dates: FeedDate[];
  contacts: { id: string; name: string; day: string; updatedAt: string }[];
  reminders: FeedReminder[];
}

/** How often calendar apps should read the feed again, as a duration of ISO 8601. */
const refreshInterval = "PT6H";

/** Writes a feed in iCalendar (RFC 5545, with the properties of RFC 7986 for feeds). */
export function writeFeed(feed: Feed): string {
  // Without its rules a time zone cannot be written; then reminders are in UTC.
  const timezone = timezoneOf(feed.timezone, feed.year - 10, feed.year + 10);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Kith//Kith//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "NAME:Kith",
    "X-WR-CALNAME:Kith",
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...(feed.reminders.length > 0 && timezone !== null ? timezone.lines() : []),
    ...feed.birthdays.flatMap((birthday) => birthdayEvent(birthday, feed.year)),
    ...feed.dates.flatMap((date) => dateEvent(date, feed.year)),
    ...feed.contacts.flatMap(contactEvent),
    ...feed.reminders.flatMap((reminder) => reminderEvents(reminder, timezone)),
    "END:VCALENDAR",
  ];
  return lines.map(contentLine).join("");
}

/** An event; `when` has the lines that say when it is. */
function event(
  uid: string,
  updatedAt: string,
  when: string[],
  summary: string,
  description: string | null = null,
): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}@kith`,
    `DTSTAMP:${updatedAt}`,
    ...when,
    `SUMMARY:${escapeText(summary)}`,
    ...(description === null ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** When an event is that has a whole day, `YYYYMMDD`. Android shows one without an end for no time at all (calcurse#46). */
function wholeDay(day: string): string[] {
  const next = new Date(day.replace(/^(....)(..)(..)$/, "$1-$2-$3T00:00:00Z"));
  next.setUTCDate(next.getUTCDate() + 1);
  const end = next.toISOString().replaceAll("-", "").slice(0, -"T00:00:00.000Z".length);
  // The last day that calendars know has no day after it.
  return [`DTSTART;VALUE=DATE:${day}`, ...(end.length === 8 ? [`DTEND;VALUE=DATE:${end}`] : [])];
}

function contactEvent({ id, name, day, updatedAt }: Feed["contacts"][number]): string[] {
  return event(`contact-${id}`, updatedAt, wholeDay(day), `Get in touch with ${name}`);
}

interface FeedBirthday {
  id: string;
  name: string;
  /** `YYYY-MM-DD`, or `--MM-DD`. */
  birthday: string;
  updatedAt: string;
}

/** A leap year, for dates without a year. rrule.js knows no days before the epoch of Unix (MagicMirror#1307). */
const anyYear = 1972;

/** A leap year; Samsung's calendar shows nothing that begins in 1900 (nextcloud/server#11832). */
const firstYear = 1904;

function birthdayEvent({ id, name, birthday, updatedAt }: FeedBirthday, thisYear: number) {
  return event(
    `birthday-${id}`,
    updatedAt,
    everyYear(birthday),
    `${name}'s birthday`,
    inYears(birthday, thisYear, (ages) => `${name} turns ${ages}.`),
  );
}

interface FeedDate {
  /** The contact that has it. */
  id: string;
  name: string;
  kind: string;
  label: string | null;
  date: string;
  updatedAt: string;
}

/** A date has no id: it is told from the others of its contact by what it says. */
function dateEvent({ id, name, kind, label, date, updatedAt }: FeedDate, thisYear: number) {
  const word = dateWord(kind, label);
  return event(
    `date-${id}-${sha256(JSON.stringify([kind, label, date])).slice(0, 12)}`,
    updatedAt,
    everyYear(date),
    `${word}: ${name}`,
    inYears(date, thisYear, (years) => `Years: ${years}.`),
  );
}

/** When an event is that comes each year on the day of a date. */
function everyYear(date: string): string[] {
  const monthAndDay = date.slice(-5).replace("-", "");
  const start = Math.max(yearOf(date) ?? anyYear, firstYear);
  const rule = monthAndDay === "0229" ? "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1" : "FREQ=YEARLY";
  return [...wholeDay(dayIn(start, monthAndDay)), `RRULE:${rule}`];
}

const yearOf = (date: string) => date.startsWith("--") ? null : Number(date.slice(0, 4));

/**
 * The years since a date in this year and the next one, in a sentence; null where the year is not known. All events of a rule have the
 * same text, and exceptions to it would be shown twice by apps that do not know them.
 */
function inYears(date: string, thisYear: number, sentence: (years: string) => string) {
  const first = yearOf(date);
  if (first === null) return null;
  const years = [thisYear, thisYear + 1].filter((year) => year > first)
    .map((year) => `${year - first} in ${year}`);
  return years.length > 0 ? sentence(years.join(" and ")) : null;
}

/** A day in a year; 29 February falls on 28 February in others than leap years. */
function dayIn(year: number, monthAndDay: string): string {
  const isLeapYear = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
  const day = monthAndDay === "0229" && !isLeapYear ? "0228" : monthAndDay;
  return `${String(year).padStart(4, "0")}${day}`;
}

interface FeedReminder {
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
 * @param timezone null where it is not known, then they are in UTC
 */
function reminderEvents(reminder: FeedReminder, timezone: Timezone | null): string[] {
  const { id, title, description, dueAt, series, updatedAt } = reminder;
  const eventAt = (suffix: string, ...when: string[]) =>
    event(`reminder-${id}${suffix}`, updatedAt, [...when, duration], title, description);
  const local = (time: string) =>
    timezone === null ? `DTSTART:${time}Z` : `DTSTART;TZID=${timezone.name}:${time}`;
  const localDue = timezone?.localTime(dueAt);
  const lines = eventAt("", localDue ? local(localDue) : `DTSTART:${dueAt}`);
  if (series === null) return lines;
  const rule = ruleOf(series);
  if (rule !== null) {
    return [...lines, ...eventAt("-next", local(series.start), `RRULE:${rule}`)];
  }
  const single = endsOfMonths(series).flatMap((time) =>
    eventAt(`-${time.slice(0, 8)}`, local(time))
  );
  return [...lines, ...single];
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
 * The first occurrences of a rule that falls on the 29th or 30th, or on the last day of a February, up to the year 9999. The
 * rule of iCalendar for this needs `BYSETPOS`, which many apps read wrongly.
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
  }).filter((time) => time.length === start.length && (localUntil === null || time <= localUntil));
}
