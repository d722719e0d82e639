// Reads events that have ended out of calendars (RFC 5545), as Google, Apple, Outlook, Fastmail and Nextcloud publish them.
import ICAL from "ical.js";
import { offsetReader } from "../core/offsets.ts";
import { sha256 } from "../core/sha256.ts";
import { CalendarError, calendarLimits } from "./limits.ts";

/** An event that has ended, and whom it says one was with. */
export interface MetEvent {
  /** Identifies it and, of one that recurs, the occurrence. */
  event: string;
  title: string;
  startedAt: string;
  endedAt: string;
  /** Addresses of organizer and attendees who have not declined, in lower case. */
  addresses: string[];
}

/** More people than this are no meeting. */
const mostPeople = 12;

const dayMs = 86_400_000;
/** How long ago events may have ended. */
const windowMs = 30 * dayMs;

/** What the owner's own calendar needs besides its text. */
export interface Reading {
  now: number;
  /** Of events without a time zone, or with one that nobody knows. */
  timeZone: string;
  /** The owner's own addresses, in lower case. */
  own: string[];
}

/** What a calendar has. */
export interface ReadEvents {
  events: MetEvent[];
  /** How many are broken, and left out. */
  broken: number;
  /** Until when reading the same calendar again finds the same, in milliseconds: the next end of an event, within a day. */
  sameUntil: number;
}

/**
 * The events that ended in the last 30 days, the latest first, without those of a whole day, cancelled ones, those of more than twelve people
 * and those that the owner has declined.
 * @throws CalendarError
 */
export function readEvents(text: string, reading: Reading): ReadEvents {
  const blocks = blocksOf(text);
  const from = reading.now - windowMs;
  const wanted = blocks.events.filter((block) => mayHaveEnded(block, from, reading.now));
  const root = parse(blocks.zones, wanted);
  const events = root.getAllSubcomponents("vevent").filter((each) =>
    each.getFirstPropertyValue("uid") && each.getFirstPropertyValue("dtstart")
  );
  const zone = [blocks.zone, reading.timeZone].find((name) => name && offsetsOf(name)) ?? "UTC";
  workEnd = performance.now() + calendarLimits.workMs;
  const moved = new Set<string>();
  forEachWhole(events, (each) => {
    const id = each.getFirstPropertyValue("recurrence-id") as ICAL.Time | null;
    if (id) moved.add(keyOf(each, instantOf(id, zone, each, "recurrence-id")));
  });
  const found = new Map<string, MetEvent>();
  let sameUntil = reading.now + dayMs;
  const add = (component: ICAL.Component, key: string, startedAt: number, endedAt: number) => {
    if (endedAt > reading.now) sameUntil = Math.min(sameUntil, endedAt);
    if (endedAt > reading.now || endedAt < from || endedAt < startedAt) return;
    const addresses = peopleOf(component, reading.own);
    if (addresses === null) return;
    const title = String(component.getFirstPropertyValue("summary") ?? "")
      .toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
    const [startIso, endIso] = [startedAt, endedAt].map((each) => new Date(each).toISOString());
    found.set(key, {
      event: sha256(key),
      title: [...title.slice(0, 510)].slice(0, 255).join(""),
      startedAt: startIso!,
      endedAt: endIso!,
      addresses,
    });
  };
  const broken = forEachWhole(events, (component) => {
    const start = component.getFirstPropertyValue("dtstart") as ICAL.Time;
    if (!(start instanceof ICAL.Time) || start.isDate) return;
    const startedAt = instantOf(start, zone, component, "dtstart");
    const length = lengthOf(component, startedAt, zone);
    const id = component.getFirstPropertyValue("recurrence-id") as ICAL.Time | null;
    if (id) {
      const key = keyOf(component, instantOf(id, zone, component, "recurrence-id"));
      add(component, key, startedAt, startedAt + length);
    } else if (component.hasProperty("rrule") || component.hasProperty("rdate")) {
      for (const each of occurrencesOf(component, start, from - length, reading.now)) {
        const at = instantOf(each, zone, component, "dtstart");
        const key = keyOf(component, at);
        if (!moved.has(key)) add(component, key, at, at + length);
      }
    } else {
      add(component, keyOf(component, null), startedAt, startedAt + length);
    }
  });
  const latest = [...found.values()].sort((one, other) => one.endedAt < other.endedAt ? 1 : -1)
    .slice(0, calendarLimits.found);
  return { events: latest, broken, sameUntil };
}

/** Reads events one after the other. @returns how many are broken @throws CalendarError where it takes too long */
function forEachWhole(events: ICAL.Component[], read: (event: ICAL.Component) => void): number {
  let broken = 0;
  for (const event of events) {
    checkTime();
    try {
      read(event);
    } catch (error) {
      if (error instanceof CalendarError) throw error;
      broken += 1;
    }
  }
  return broken;
}

/** The properties of events that are read; descriptions are long. */
const kept =
  /^(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY|STATUS|ORGANIZER|ATTENDEE)[;:]/i;

/** A calendar cut into its time zones and events, of these what is read. One that is longer than any real one is left out. */
function blocksOf(text: string) {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text.slice(0, 1_000).replace(/^\ufeff/, ""))) {
    throw new CalendarError("not_a_calendar", "It does not begin like a calendar.");
  }
  const zones: string[] = [];
  const events: string[] = [];
  let zone: string | undefined;
  let block: string[] | undefined;
  let length = 0;
  let isKept = true;
  let inner = 0;
  let isZone = false;
  for (const line of text.split(/\r?\n/)) {
    const [, edge, kind] = /^(BEGIN|END):([A-Za-z-]{1,30})\s*$/.exec(line) ?? [];
    const name = kind?.toUpperCase();
    if (block) {
      // Alarms within events are left out.
      if (edge === "BEGIN" && name === "VALARM") inner += 1;
      isKept = /^[ \t]/.test(line) ? isKept : isZone || kept.test(line);
      if (inner === 0 && isKept && (length += line.length) <= calendarLimits.event) {
        block.push(line);
      }
      if (edge === "END" && name === "VALARM") inner = Math.max(0, inner - 1);
      if (edge === "END" && (name === "VEVENT" || name === "VTIMEZONE")) {
        const whole = block.join("\r\n");
        const isRead = length <= calendarLimits.event &&
          // The rules of a time zone come once a year.
          (!isZone || zones.length < 100 && !/FREQ=(?!YEARLY)/i.test(whole));
        if (isRead) (isZone ? zones : events).push(whole);
        block = undefined;
        if (events.length > calendarLimits.events) {
          throw new CalendarError("too_large", `It has more than ${calendarLimits.events} events.`);
        }
      }
    } else if (edge === "BEGIN" && (name === "VEVENT" || name === "VTIMEZONE")) {
      [block, length, inner, isKept] = [[line], 0, 0, true];
      isZone = name === "VTIMEZONE";
    } else {
      zone ??= /^X-WR-TIMEZONE:\s*([\w/+-]{1,60})/i.exec(line)?.[1];
    }
  }
  return { zones, events, zone };
}

/** Until when the calendar that is being read may take. Nothing is awaited while one is read, so there is never a second one. */
let workEnd = Infinity;

/** @throws CalendarError where it has taken too long */
function checkTime(): void {
  if (performance.now() > workEnd) {
    throw new CalendarError("too_large", "Reading it takes too long.");
  }
}

/** Steps from occurrence to occurrence, and from day to day. A step to another month or year takes longer, and counts as eight. */
const mostSteps = 20_000;

/** The iterator of ical.js, which never ends for a rule without occurrences, such as the fifth Monday of each fourth February. */
class BoundedIterator extends ICAL.RecurIterator {
  declare private steps: number | undefined;

  private step(weight: number): void {
    this.steps = (this.steps ?? 0) + weight;
    if (this.steps > mostSteps) throw new Error("The rule has no further occurrence.");
    if (this.steps % 64 < weight) checkTime();
  }
  override next_hour(): number {
    this.step(1);
    return super.next_hour();
  }
  override increment_monthday(by: number): void {
    this.step(Math.max(1, by / 7));
    super.increment_monthday(by);
  }
  override increment_month(): void {
    this.step(8);
    super.increment_month();
  }
  override increment_year(by: number): void {
    this.step(8);
    super.increment_year(by);
  }
}

// Rules of time zones are iterated by ical.js itself.
ICAL.Recur.prototype.iterator = function (this: ICAL.Recur, dtstart: ICAL.Time) {
  return new BoundedIterator({ rule: this, dtstart });
};

/** Time zones and events as one calendar, without those that are broken. */
function parse(zones: string[], events: string[]): ICAL.Component {
  const whole = (parts: string[]) =>
    new ICAL.Component(
      ICAL.parse(["BEGIN:VCALENDAR", ...parts, "END:VCALENDAR"].join("\r\n")),
    );
  try {
    return whole([...zones, ...events]);
  } catch {
    const isWhole = (part: string) => {
      try {
        return whole([part]) !== null;
      } catch {
        return false;
      }
    };
    return whole([...zones, ...events].filter(isWhole));
  }
}

/** Whether an event may have ended within the window, by its text: of thousands most have long ended, and are not parsed. */
function mayHaveEnded(block: string, from: number, now: number): boolean {
  if (/^(?:RRULE|RDATE|RECURRENCE-ID)[;:]/im.test(block)) return true;
  const [, day] = /^DTSTART(?:;[^:\r\n]{0,300})?:(\d{8})T/im.exec(block) ?? [];
  if (day === undefined) return false;
  const at = Date.parse(day.replace(/(....)(..)(..)/, "$1-$2-$3T12:00:00Z"));
  // One that lasts for more than a week is no meeting.
  return at > from - 9 * dayMs && at < now + 2 * dayMs;
}

/** Addresses of whom an event was with; null where it is none that counts. */
function peopleOf(component: ICAL.Component, own: string[]): string[] | null {
  if (/^cancelled$/i.test(String(component.getFirstPropertyValue("status") ?? ""))) return null;
  const addresses = new Set<string>();
  const attendees = component.getAllProperties("attendee");
  if (attendees.length > mostPeople * 10) return null;
  let people = 0;
  for (const property of [...component.getAllProperties("organizer"), ...attendees]) {
    const kind = String(property.getParameter("cutype") ?? "INDIVIDUAL").toUpperCase();
    if (kind === "ROOM" || kind === "RESOURCE") continue;
    const [, address] = /^mailto:([^\s?]{3,254})$/i.exec(String(property.getFirstValue())) ?? [];
    const mail = address?.toLowerCase() ??
      String(property.getParameter("email") ?? "").toLowerCase();
    const hasDeclined = /^declined$/i.test(String(property.getParameter("partstat") ?? ""));
    if (property.name === "attendee") people += 1;
    if (hasDeclined && own.includes(mail)) return null;
    if (!mail.includes("@") || mail.length > 254 || /\p{Cc}/u.test(mail)) continue;
    if (hasDeclined) addresses.delete(mail);
    else addresses.add(mail);
  }
  return people > mostPeople ? null : [...addresses];
}

/** How long an event lasts, in milliseconds. */
function lengthOf(component: ICAL.Component, startedAt: number, zone: string): number {
  const end = component.getFirstPropertyValue("dtend");
  if (end instanceof ICAL.Time) {
    return Math.max(0, instantOf(end, zone, component, "dtend") - startedAt);
  }
  const duration = component.getFirstPropertyValue("duration");
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : 0;
  return Math.max(0, Math.min(seconds, 366 * 86_400)) * 1000;
}

/** Identifies an event by its UID, and an occurrence by when it was to begin. */
const keyOf = (component: ICAL.Component, at: number | null) =>
  `${String(component.getFirstPropertyValue("uid")).slice(0, 1_000)}\n${at ?? ""}`;

/**
 * The starts of an event that recurs, between two instants and some more.
 * @throws CalendarError where it takes too long to find them, Error where the rule has none
 */
function occurrencesOf(
  component: ICAL.Component,
  start: ICAL.Time,
  from: number,
  to: number,
): ICAL.Time[] {
  const rule = component.getFirstPropertyValue("rrule");
  const begin = start.clone();
  if (rule instanceof ICAL.Recur) {
    // Those of hours are no meetings.
    if (!/^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(rule.freq)) return [];
    if (!(rule.interval >= 1 && rule.interval <= 1_000)) return [];
    advance(begin, rule, from);
  }
  const copy = new ICAL.Component(structuredClone(component.toJSON()), component.parent);
  copy.updatePropertyWithValue("dtstart", begin);
  const original = component.getFirstProperty("dtstart")!.getParameter("tzid");
  if (original) copy.getFirstProperty("dtstart")!.setParameter("tzid", original);
  const found: ICAL.Time[] = [];
  const expansion = new ICAL.RecurExpansion({ component: copy, dtstart: begin });
  while (true) {
    const next = expansion.next();
    // Two days around the window, for time zones.
    if (!next || next.toUnixTime() * 1000 > to + 2 * dayMs) return found;
    if (next.toUnixTime() * 1000 > from - 2 * dayMs) found.push(next.clone());
  }
}

/** Moves the start of a rule of days or weeks that has no end by count near to an instant, by whole intervals, which changes no occurrence after it. */
function advance(begin: ICAL.Time, rule: ICAL.Recur, from: number): void {
  const days = { DAILY: 1, WEEKLY: 7 }[rule.freq as string];
  if (days === undefined || rule.count) return;
  const step = days * Math.max(1, rule.interval);
  const gap = Math.floor((from - begin.toUnixTime() * 1000) / dayMs) - 2 * step - 7;
  if (gap > step) begin.adjust(Math.floor(gap / step) * step, 0, 0, 0);
}

/** The instant of a time in milliseconds: in the zone of its name, else by the rules that the calendar has of it, else in the calendar's zone. */
function instantOf(time: ICAL.Time, zone: string, component: ICAL.Component, name: string): number {
  const named = component.getFirstProperty(name)?.getParameter("tzid");
  const offsets = typeof named === "string" ? offsetsOf(named) : null;
  const isUtc = time.zone === ICAL.Timezone.utcTimezone;
  if (isUtc || !offsets && time.zone?.component) return time.toUnixTime() * 1000;
  const offsetMs = (at: number) => (offsets ?? offsetsOf(zone)!)(at) * 60_000;
  const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
  // The offset there, as the local time itself may be on the other side of a change.
  return local - offsetMs(local - offsetMs(local));
}

const readers = new Map<string, ReturnType<typeof offsetReader>>();

/** What says the offset of a zone; null where the runtime does not know its name. */
function offsetsOf(timeZone: string): ReturnType<typeof offsetReader> {
  const known = readers.get(timeZone);
  if (known !== undefined) return known;
  if (readers.size > 1_000) readers.clear();
  const reader = offsetReader(timeZone);
  readers.set(timeZone, reader);
  return reader;
}
