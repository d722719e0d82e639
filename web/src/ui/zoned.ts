/** The instant of a local time in a time zone: `YYYY-MM-DD` and `HH:MM`. A time that daylight saving skips is moved on. */
export function instantOf(date: string, time: string, timeZone: string): string {
  const wanted = Date.parse(`${date}T${time}Z`);
  let instant = wanted;
  // The second time with the offset of the instant that the first one found.
  for (let round = 0; round < 2; round++) instant = wanted - offsetAt(instant, timeZone);
  return new Date(instant).toISOString();
}

/** Milliseconds by which a time zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const { date, time } = localTime(new Date(instant).toISOString(), timeZone);
  return Date.parse(`${date}T${time}Z`) - Math.floor(instant / 60_000) * 60_000;
}

/** The local date and time of an instant, as inputs of a form take them. */
export function localTime(instant: string, timeZone: string): { date: string; time: string } {
  const text = new Intl.DateTimeFormat("sv", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  }).format(new Date(instant));
  const [date = "", time = ""] = text.split(" ");
  return { date, time };
}
