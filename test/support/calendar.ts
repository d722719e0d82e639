import ICAL from "ical.js";
import { type Account, expectStatus } from "./accounts.ts";
import { anyone } from "./client.ts";

/** Switches the feed on and returns its path. */
export async function feedOf(account: Account): Promise<string> {
  const { url } = expectStatus(await account.post("/me/calendar"), 200);
  return url.slice(url.indexOf("/calendar/"));
}

/** Asks for a feed without a credential but the secret in its path. */
export const readFeed = (path: string, headers: Record<string, string> = {}) =>
  anyone().get(path, { headers });

/** The events of a feed between two instants, as another program expands them. */
export function occurrences(
  text: string,
  from: Date,
  to: Date,
): { day: string; at: Date; summary: string }[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents("vevent").map((each) =>
    // Otherwise ical.js takes the exceptions of all events for those of each.
    new ICAL.Event(each, { strictExceptions: true, exceptions: [] })
  );
  const found = events.filter((event) => !event.isRecurrenceException()).flatMap((event) => {
    for (const other of events) {
      if (other.uid === event.uid && other.isRecurrenceException()) event.relateException(other);
    }
    const shown = (details: { startDate: ICAL.Time; item: ICAL.Event }) => ({
      day: details.startDate.toString().slice(0, 10),
      at: details.startDate.toJSDate(),
      summary: details.item.summary,
    });
    if (!event.isRecurring()) return [shown({ startDate: event.startDate, item: event })];
    const all = [];
    const iterator = event.iterator();
    for (let time = iterator.next(); time && time.toJSDate() <= to; time = iterator.next()) {
      all.push(shown(event.getOccurrenceDetails(time)));
    }
    return all;
  });
  return found.filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.summary < b.summary ? -1 : 1));
}
