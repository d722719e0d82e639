/** When reminders are due and how they repeat, in words and as rules. */
import type { Reminder } from "@kith/client";
import {
  daysUntilInstant,
  formatDay,
  formatInstant,
  formatInstantDay,
  inWords,
  localDay,
  monthsOf,
} from "../base/dates.ts";
import { dayCode, firstDay, isLastDay, isLastWeekday, placeInMonth } from "../base/calendar.ts";
import { every, joined } from "../base/words.ts";

/** “due in 3 days”; the day itself of one that is done. */
export function dueInWords({ dueAt, completed }: Reminder, timeZone: string): string | undefined {
  if (!dueAt) return undefined;
  return completed
    ? formatInstant(dueAt, timeZone)
    : `due ${inWords(daysUntilInstant(dueAt, timeZone))}`;
}

export interface Group {
  title: string;
  reminders: Reminder[];
}

/** Reminders under when they are due, in the order in which they come: overdue ones first, those without a time last. */
export function groupsOf(reminders: readonly Reminder[], now: Date, timeZone: string): Group[] {
  const today = localDay(now, timeZone);
  const groups = ["Overdue", "Today", "Later", "Whenever"].map((title): Group => ({
    title,
    reminders: [],
  }));
  for (const reminder of reminders) {
    const { dueAt } = reminder;
    const day = dueAt && localDay(new Date(dueAt), timeZone);
    const place = !day ? 3 : day < today ? 0 : day === today ? 1 : 2;
    groups[place]!.reminders.push(reminder);
  }
  return groups.filter(({ reminders }) => reminders.length > 0);
}

const units: Record<string, string> = {
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
};

const weekdays: Record<string, string> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

/** “every 2 weeks on Monday and Friday, until 5 Jan 2027”: a rule as the API answers it. */
export function recurrenceInWords(rule: string, from: string, timeZone: string): string {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const unit = units[parts.get("FREQ") ?? ""];
  // A rule that this version does not know.
  if (!unit) return "by a rule that this page does not know";
  const often = every(Number(parts.get("INTERVAL") ?? 1), unit);
  return [
    isLastDay(rule)
      ? `${often} on the last day`
      : parts.has("BYDAY")
      ? `${often} on ${daysInWords(parts)}`
      : often,
    from === "completion" && "after I did it",
    parts.has("COUNT") && rest(Number(parts.get("COUNT"))),
    parts.has("UNTIL") && `until ${lastDay(parts.get("UNTIL")!, timeZone)}`,
  ].filter(Boolean).join(", ");
}

/** “Monday and Friday”, “the fourth Thursday of November”, “the last of Saturday and Sunday”. */
function daysInWords(parts: Map<string, string>): string {
  const days = parts.get("BYDAY")!;
  const named = days === workdays ? "Monday to Friday" : joined(
    days.split(",").map((day) => {
      const number = Number.parseInt(day, 10);
      const weekday = weekdays[day.slice(-2)] ?? day;
      return number ? `the ${placeInWords(number)} ${weekday}` : weekday;
    }),
  );
  const places = parts.get("BYSETPOS")?.split(",").map(Number).map(placeInWords);
  const months = parts.get("BYMONTH")?.split(",").map((month) => monthNames[Number(month) - 1]!);
  return (places ? `the ${joined(places)} of ` : "") + named +
    (months ? ` ${places ? "in" : "of"} ${joined(months)}` : "");
}

/** “first”, “last”, “12th”, “second to last”. */
function placeInWords(place: number): string {
  if (place === -1) return "last";
  const number = Math.abs(place);
  const [last, teens] = [number % 10, number % 100];
  const ending = (teens < 11 || teens > 13) && ["st", "nd", "rd"][last - 1] || "th";
  return (ordinals[number - 1] ?? number + ending) + (place < 0 ? " to last" : "");
}

const workdays = "MO,TU,WE,TH,FR";
const ordinals = ["first", "second", "third", "fourth", "fifth"];
const monthNames = monthsOf("en");

/** The count has the reminder itself. */
function rest(count: number): string {
  if (count < 2) return "for the last time";
  return count === 2 ? "once more after this" : `${count - 1} more times after this`;
}

/** `YYYYMMDD`, or `YYYYMMDDTHHMMSSZ`. */
function lastDay(until: string, timeZone: string): string {
  const day = until.replace(/^(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3");
  const time = /T(\d\d)(\d\d)(\d\d)Z$/.exec(until);
  if (!time) return formatDay(day);
  return formatInstantDay(`${day}T${time.slice(1).join(":")}Z`, timeZone);
}

/** As the API stores it. */
const lastDayRule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1";

/** What the form offers for a day, as rules with their words: the day is one of which the rule speaks, or is moved to the next. */
export function recurrencesOn(date: string): [rule: string, words: string][] {
  const day = date || "2026-01-01";
  const code = dayCode(day);
  const name = weekdays[code]!;
  const place = placeInMonth(day);
  const nth = (which: number): [string, string] => [
    `FREQ=MONTHLY;BYDAY=${which}${code}`,
    `Every ${placeInWords(which)} ${name}`,
  ];
  return [
    ["", "Does not repeat"],
    ["FREQ=DAILY", "Every day"],
    [`FREQ=WEEKLY;BYDAY=${workdays}`, "Monday to Friday"],
    ["FREQ=WEEKLY", "Every week"],
    ["FREQ=WEEKLY;INTERVAL=2", "Every 2 weeks"],
    ["FREQ=WEEKLY;INTERVAL=3", "Every 3 weeks"],
    ["FREQ=MONTHLY", "Every month"],
    [lastDayRule, "Every last day of the month"],
    ...date ? [...new Set([1, place < 5 ? place : 1, -1])].map(nth) : [],
    ["FREQ=MONTHLY;INTERVAL=3", "Every 3 months"],
    ["FREQ=MONTHLY;INTERVAL=6", "Every 6 months"],
    ["FREQ=YEARLY", "Every year"],
  ];
}

/** The rule for another day: one that speaks of a weekday of the month speaks of that of the new day. */
export function recurrenceOn(rule: string, date: string): string {
  const place = /^FREQ=MONTHLY;BYDAY=(-?\d)\w\w$/.exec(rule)?.[1];
  if (!place || !date || firstDay(rule, date) === date) return rule;
  const isStillLast = place === "-1" && isLastWeekday(date);
  const number = isStillLast || placeInMonth(date) > 4 ? -1 : placeInMonth(date);
  return `FREQ=MONTHLY;BYDAY=${number}${dayCode(date)}`;
}
