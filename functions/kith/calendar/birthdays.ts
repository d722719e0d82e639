import { escapeText } from "../core/content-lines.ts";

export interface FeedBirthday {
  id: string;
  name: string;
  /** `YYYY-MM-DD`, or `--MM-DD`. */
  birthday: string;
  updatedAt: string;
}

/** A leap year, for birthdays without a year. Some apps know no days before the epoch of Unix. */
const anyYear = 1972;

/** A leap year; some apps know no days before 1901. */
const firstYear = 1904;

/**
 * A yearly event, and besides, where the year of birth is known, this year's and next year's with the age, because all events
 * of a rule have the same text.
 */
export function birthdayEvents(birthday: FeedBirthday, thisYear: number): string[] {
  const born = birthday.birthday.startsWith("--") ? null : Number(birthday.birthday.slice(0, 4));
  const monthAndDay = birthday.birthday.slice(-5).replace("-", "");
  const start = Math.max(born ?? anyYear, firstYear);
  const isLeapDay = monthAndDay === "0229";
  const years = born === null ? [] : [thisYear, thisYear + 1].filter((year) => year > born);
  const rule = isLeapDay ? "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1" : "FREQ=YEARLY";
  return [
    ...event(birthday, dayIn(start, monthAndDay), "", [`RRULE:${rule}`]),
    ...years.flatMap((year) => {
      const day = dayIn(year, monthAndDay);
      return event(birthday, day, ` (turns ${year - born!})`, [`RECURRENCE-ID;VALUE=DATE:${day}`]);
    }),
  ];
}

/** The day of a birthday in a year; 29 February falls on 28 February in others than leap years. */
function dayIn(year: number, monthAndDay: string): string {
  const isLeapYear = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
  const day = monthAndDay === "0229" && !isLeapYear ? "0228" : monthAndDay;
  return `${String(year).padStart(4, "0")}${day}`;
}

function event(
  { id, name, updatedAt }: FeedBirthday,
  day: string,
  age: string,
  more: string[],
): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:birthday-${id}@kith`,
    `DTSTAMP:${updatedAt}`,
    `DTSTART;VALUE=DATE:${day}`,
    ...more,
    `SUMMARY:${escapeText(name)}'s birthday${age}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}
