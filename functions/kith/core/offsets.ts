// How far the local time of a time zone is ahead of UTC.

/** The minutes by which local time is ahead of UTC; null where the time zone is not known. */
export function offsetReader(name: string): ((time: number) => number) | null {
  const format = formatOf(name);
  return format && ((time) => {
    const text = format.formatToParts(time).find(({ type }) => type === "timeZoneName")!.value;
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return hours ? (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes)) : 0;
  });
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return null;
  }
}
