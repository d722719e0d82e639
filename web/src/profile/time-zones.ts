/** What a browser calls them; UTC first, which some do not list. */
const supported = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** The current offset, such as “GMT+2”. It takes too long to find those of all time zones. */
export const offsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value;

/** “Sao Paulo, America”: with the city first, by which it is found when that is typed. */
function nameOf(zone: string): string {
  const [city, ...regions] = zone.replaceAll("_", " ").split("/").reverse();
  return [city, regions.reverse().join("/")].filter(Boolean).join(", ");
}

/** All time zones by their cities, and the one that is chosen, which may have an older name. */
export const timeZones = (chosen: string): [zone: string, name: string][] =>
  [...new Set([...supported, chosen])].map((zone): [string, string] => [zone, nameOf(zone)])
    .sort(([, one], [, other]) => one.localeCompare(other));
