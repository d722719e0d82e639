/** All time zones that this browser supports, and UTC, which some browsers do not list. */
const timeZones: readonly string[] = [
  "UTC",
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC"),
];

/** The name of a time zone with spaces instead of underscores. */
export const zoneName = (zone: string) => zone.replaceAll("_", " ");

/** The zones in which every word of a search occurs; those whose city begins with it first. */
export function findZones(search: string): string[] {
  const words = plain(search).split(" ").filter(Boolean);
  if (words.length === 0) return [...timeZones];
  const found = timeZones.filter((zone) => words.every((word) => plain(zone).includes(word)));
  const starts = (zone: string) =>
    plain(zone).split(" ").some((part) => part.startsWith(words[0]!)) ? 0 : 1;
  return found.sort((one, other) => starts(one) - starts(other));
}

/** The current offset, such as “GMT+2”. */
export function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" })
    .formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const plain = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[/_\s-]+/g, " ").trim();
