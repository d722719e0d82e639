/** When reminders are due and how they repeat, in words and as rules. */
import { locale, t } from "../base/texts.ts";
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
    : t("due {0}", inWords(daysUntilInstant(dueAt, timeZone)));
}

export interface Group {
  title: string;
  reminders: Reminder[];
}

/** Reminders under when they are due, in the order in which they come: overdue ones first, those without a time last. */
export function groupsOf(reminders: readonly Reminder[], now: Date, timeZone: string): Group[] {
  const today = localDay(now, timeZone);
  const groups = [t("Overdue"), t("Today"), t("Later"), t("Whenever")].map((title): Group => ({
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
  MO: t("Monday"),
  TU: t("Tuesday"),
  WE: t("Wednesday"),
  TH: t("Thursday"),
  FR: t("Friday"),
  SA: t("Saturday"),
  SU: t("Sunday"),
};

/** “every 2 weeks on Monday and Friday, until 5 Jan 2027”: a rule as the API answers it. */
export function recurrenceInWords(rule: string, from: string, timeZone: string): string {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const unit = units[parts.get("FREQ") ?? ""];
  // A rule that this version does not know.
  if (!unit) return t("by a rule that this page does not know");
  const often = every(Number(parts.get("INTERVAL") ?? 1), unit);
  return [
    isLastDay(rule)
      ? t("{0} on the last day", often)
      : parts.has("BYDAY")
      ? t("{0} on {1}", often, daysInWords(parts))
      : often,
    from === "completion" && t("after I did it"),
    parts.has("COUNT") && rest(Number(parts.get("COUNT"))),
    parts.has("UNTIL") && t("until {0}", lastDay(parts.get("UNTIL")!, timeZone)),
  ].filter(Boolean).join(", ");
}

/** “Monday and Friday”, “the fourth Thursday of November”, “the last of Saturday and Sunday”. */
function daysInWords(parts: Map<string, string>): string {
  const days = parts.get("BYDAY")!;
  const named = days === workdays ? t("Monday to Friday") : joined(
    days.split(",").map((day) => {
      const number = Number.parseInt(day, 10);
      const weekday = weekdays[day.slice(-2)] ?? day;
      return number ? t("the {0} {1}", placeInWords(number), weekday) : weekday;
    }),
  );
  const places = parts.get("BYSETPOS")?.split(",").map(Number).map(placeInWords);
  const months = parts.get("BYMONTH")?.split(",").map((month) => monthNames[Number(month) - 1]!);
  return (places ? t("the {0} of ", joined(places)) : "") + named +
    (months ? places ? t(" in {0}", joined(months)) : t(" of {0}", joined(months)) : "");
}

/** “first”, “last”, “12th”, “second to last”. */
function placeInWords(place: number): string {
  if (place === -1) return t("last");
  const number = Math.abs(place);
  const [last, teens] = [number % 10, number % 100];
  const ending = (teens < 11 || teens > 13) && ["st", "nd", "rd"][last - 1] || "th";
  const known = ordinals[number - 1];
  const words = known ? t(known) : number + t(ending);
  return place < 0 ? t("{0} to last", words) : words;
}

const workdays = "MO,TU,WE,TH,FR";
const ordinals = ["first", "second", "third", "fourth", "fifth"];
const monthNames = monthsOf(locale);

/** The count has the reminder itself. */
function rest(count: number): string {
  if (count < 2) return t("for the last time");
  return count === 2 ? t("once more after this") : t("{0} more times after this", count - 1);
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
    t("Every {0} {1}", placeInWords(which), name),
  ];
  return [
    ["", t("Does not repeat")],
    ["FREQ=DAILY", t("Every day")],
    [`FREQ=WEEKLY;BYDAY=${workdays}`, t("Monday to Friday")],
    ["FREQ=WEEKLY", t("Every week")],
    ["FREQ=WEEKLY;INTERVAL=2", t("Every 2 weeks")],
    ["FREQ=WEEKLY;INTERVAL=3", t("Every 3 weeks")],
    ["FREQ=MONTHLY", t("Every month")],
    [lastDayRule, t("Every last day of the month")],
    ...date ? [...new Set([1, place < 5 ? place : 1, -1])].map(nth) : [],
    ["FREQ=MONTHLY;INTERVAL=3", t("Every 3 months")],
    ["FREQ=MONTHLY;INTERVAL=6", t("Every 6 months")],
    ["FREQ=YEARLY", t("Every year")],
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
