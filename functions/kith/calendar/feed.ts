import { contentLine, escapeText } from "../core/content-lines.ts";
import { birthdayEvents, type FeedBirthday } from "./birthdays.ts";
import { type FeedReminder, reminderEvents } from "./reminders.ts";
import { knowsTimezone, timezoneLines } from "./timezone.ts";

/** What the database answers for a feed. */
export interface Feed {
  timezone: string;
  /** The year of today in the time zone. */
  year: number;
  birthdays: FeedBirthday[];
  contacts: { id: string; name: string; day: string; updatedAt: string }[];
  reminders: FeedReminder[];
}

/** How often calendar apps should read the feed again, as a duration of ISO 8601. */
const refreshInterval = "PT6H";

/** Writes a feed in iCalendar (RFC 5545, with the properties of RFC 7986 for feeds). */
export function writeFeed(feed: Feed): string {
  const series = feed.reminders.flatMap((reminder) => reminder.series ?? []);
  // Without its rules a time zone cannot be written; then series are in UTC.
  const timezone = knowsTimezone(feed.timezone) ? feed.timezone : null;
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
    ...(series.length > 0 && timezone !== null
      ? timezoneLines(timezone, feed.year - 10, feed.year + 10)
      : []),
    ...feed.birthdays.flatMap((birthday) => birthdayEvents(birthday, feed.year)),
    ...feed.contacts.flatMap(contactEvent),
    ...feed.reminders.flatMap((reminder) => reminderEvents(reminder, timezone)),
    "END:VCALENDAR",
  ];
  return lines.map(contentLine).join("");
}

function contactEvent({ id, name, day, updatedAt }: Feed["contacts"][number]): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:contact-${id}@kith`,
    `DTSTAMP:${updatedAt}`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:Get in touch with ${escapeText(name)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}
