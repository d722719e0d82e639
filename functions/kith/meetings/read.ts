// Reads the calendars that are due, and has the database notice whom their owners met.
import type { Dependencies } from "../core/call.ts";
import type { CalendarToRead, CalendarValidators } from "../core/database.ts";
import { runFor } from "../core/run-for.ts";
import { sha256 } from "../core/sha256.ts";
import { describeCause } from "../core/trace.ts";
import { ReachError } from "../outside/addresses.ts";
import { CalendarError, calendarLimits } from "./limits.ts";

/** Calendars of a tick: parsing takes what a function may compute in one request. */
const mostOfTick = 20;

/** Events that the database is given at a time. */
const partSize = 50;

/** For one calendar. */
const timeoutMs = 10_000;

/** The word for a status that is an error. */
const errorOf = (status: number) => status === 404 || status === 410 ? "gone" : "status";

/** Fetches a calendar; null where it has not changed. */
async function fetchCalendar(
  { url, validators }: CalendarToRead,
  { reach }: Dependencies,
): Promise<{ text: string; validators: CalendarValidators } | null> {
  const { etag, lastModified, sameUntil } = validators;
  const isSame = sameUntil !== undefined && Date.parse(sameUntil) > Date.now();
  const { status, headers, body } = await reach(url, {
    method: "GET",
    headers: {
      accept: "text/calendar, text/*;q=0.5",
      ...(isSame && etag && { "if-none-match": etag }),
      ...(isSame && lastModified && { "if-modified-since": lastModified }),
    },
    limit: calendarLimits.bytes,
    timeoutMs,
  });
  if (status === 304) return null;
  if (status !== 200) throw new CalendarError(errorOf(status), `It answered ${status}.`);
  const shortHeader = (name: string) => {
    const value = headers.get(name);
    return value && value.length < 300 ? value : undefined;
  };
  const [newTag, newDate] = [shortHeader("etag"), shortHeader("last-modified")];
  return {
    text: new TextDecoder().decode(body),
    validators: { ...(newTag && { etag: newTag }), ...(newDate && { lastModified: newDate }) },
  };
}

async function readOne(calendar: CalendarToRead, dependencies: Dependencies): Promise<void> {
  const { database } = dependencies;
  const { id: calendarId, ownerId, timeZone, ownAddresses: own } = calendar;
  const fetched = await fetchCalendar(calendar, dependencies);
  if (fetched === null) return await database.markCalendar(calendar, null);
  // With its library, which most ticks do not need.
  const { readEvents } = await import("./events.ts");
  const reading = { now: Date.now(), timeZone, own };
  const { events, broken, sameUntil } = readEvents(fetched.text, reading);
  if (broken > 0) {
    const cause = `${broken} events are broken`;
    dependencies.log({ time: new Date().toISOString(), event: "calendar_events_left_out", cause });
  }
  // Providers write a new time stamp into every answer: what counts is the events.
  const digest = sha256(JSON.stringify(events));
  const validators = {
    ...fetched.validators,
    digest,
    sameUntil: new Date(sameUntil).toISOString(),
  };
  if (digest === calendar.validators.digest) {
    return await database.markCalendar(calendar, null, validators);
  }
  const credential = { kind: "clock", sub: ownerId, calendarId } as const;
  // In parts, because each event may become a note about twelve people. All of them are named with the last one.
  for (let start = 0; start === 0 || start < events.length; start += partSize) {
    const part = events.slice(start, start + partSize);
    const isLast = start + partSize >= events.length;
    const all = isLast ? { all: events.map(({ event }) => event) } : {};
    const args = { body: { calendarId, events: part, ...all } };
    const noticed = await runFor(database, credential, "notice_meetings", args, "write")
      .catch((error: Error) => {
        throw new CalendarError("status", error.message);
      });
    // The calendar was deleted meanwhile.
    if (noticed === null) return;
  }
  await database.markCalendar(calendar, null, validators);
}

/**
 * Reads calendars that are due, one after the other, until none is left, or some were read, or the time is over. Returns how many.
 * @param seconds after which no further one is read
 */
export async function readCalendars(dependencies: Dependencies, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  while (count < mostOfTick && performance.now() < end) {
    const [calendar] = await dependencies.database.takeCalendars(1);
    if (!calendar) break;
    count += 1;
    try {
      await readOne(calendar, dependencies);
    } catch (error) {
      const isKnown = error instanceof ReachError || error instanceof CalendarError;
      // Any other error comes of what somebody has written.
      const code = isKnown ? error.code : "not_a_calendar";
      const cause = String(describeCause(error)).replaceAll(calendar.url, "its address");
      dependencies.log({ time: new Date().toISOString(), event: "calendar_not_read", cause });
      await dependencies.database.markCalendar(calendar, code);
    }
  }
  return count;
}
