import { formatDay, formatInstantDay } from "../ui/dates.ts";

const units: Record<string, string> = {
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
};

const weekdays: Record<string, string> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

/** “every 2 weeks on Monday and Friday, until 5 Jan 2027”: a rule as the API answers it. */
export function recurrenceInWords(rule: string, from: string, timeZone: string): string {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const unit = units[parts.get("FREQ") ?? ""];
  // A rule that this version does not know.
  if (!unit) return "by a rule that this page does not know";
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const every = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`;
  const days = parts.get("BYDAY")?.split(",").map((day) => weekdays[day] ?? day);
  return [
    days ? `${every} on ${joined(days)}` : every,
    from === "completion" && "after I did it",
    parts.has("COUNT") && rest(Number(parts.get("COUNT"))),
    parts.has("UNTIL") && `until ${lastDay(parts.get("UNTIL")!, timeZone)}`,
  ].filter(Boolean).join(", ");
}

const joined = (words: string[]) =>
  new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);

/** The count has the reminder itself. */
function rest(count: number): string {
  if (count < 2) return "for the last time";
  return count === 2 ? "once more after this" : `${count - 1} more times after this`;
}

/** `YYYYMMDD`, or `YYYYMMDDTHHMMSSZ`. */
function lastDay(until: string, timeZone: string): string {
  const day = until.replace(/^(\d{4})(\d\d)(\d\d).*$/, "$1-$2-$3");
  const time = /T(\d\d)(\d\d)(\d\d)Z$/.exec(until);
  if (!time) return formatDay(day);
  return formatInstantDay(`${day}T${time.slice(1).join(":")}Z`, timeZone);
}
