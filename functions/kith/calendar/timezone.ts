const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Whether the runtime knows the rules of a time zone; those of Postgres have a few names more. */
export function knowsTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * A `VTIMEZONE` with each change of the offset in these years; the last one goes on. Programs that do not know the name of
 * a time zone read it.
 */
export function timezoneLines(name: string, firstYear: number, lastYear: number): string[] {
  const offsetAt = offsetReader(name);
  const start = Date.UTC(firstYear, 0, 1);
  const observances = observance(start, offsetAt(start), offsetAt(start), false);
  let [before, offset] = [start, offsetAt(start)];
  // No offset lasts less than a week.
  for (let time = start; time < Date.UTC(lastYear + 1, 0, 1); time += 7 * dayMs) {
    const found = offsetAt(time);
    if (found !== offset) {
      const change = changeBetween(before, time, offsetAt);
      observances.push(...observance(change, offset, found, found > offset));
      offset = found;
    }
    before = time;
  }
  return ["BEGIN:VTIMEZONE", `TZID:${name}`, ...observances, "END:VTIMEZONE"];
}

/** The minutes by which local time is ahead of UTC. */
function offsetReader(name: string): (time: number) => number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  return (time) => {
    const text = format.formatToParts(time).find(({ type }) => type === "timeZoneName")!.value;
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return hours ? (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes)) : 0;
  };
}

/** The first minute of the later offset. */
function changeBetween(before: number, after: number, offsetAt: (time: number) => number): number {
  const offset = offsetAt(before);
  let [low, high] = [before, after];
  while (high - low > minuteMs) {
    const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function observance(time: number, from: number, to: number, isDaylight: boolean): string[] {
  const kind = isDaylight ? "DAYLIGHT" : "STANDARD";
  // The local time of a change is that of the offset before it.
  const local = new Date(time + from * minuteMs).toISOString().replace(/[-:]|\.\d+Z/g, "");
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${written(from)}`,
    `TZOFFSETTO:${written(to)}`,
    `END:${kind}`,
  ];
}

function written(offset: number): string {
  const minutes = Math.abs(offset);
  const digits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${digits(minutes / 60)}${digits(minutes % 60)}`;
}
