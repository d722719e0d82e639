// Days and instants as clients write them, and whether they exist.
import { z } from "zod";
import { isBirthday, isDay, isPartialDate, toInstant } from "./days.ts";

export { isBirthday, isDay, isPartialDate, toInstant };

// Patterns for the API document. They accept 29 February of every year, which the checks above do not.
// Written without a lookahead, which some languages do not have.
const year = "(?:[0-9]{3}[1-9]|[0-9]{2}[1-9][0-9]|[0-9][1-9][0-9]{2}|[1-9][0-9]{3})";
const monthAndDay = "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|" +
  "(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|[12][0-9]))";
const time = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?";
const offset = "(?:Z|[+-](?:0[0-9]|1[0-5]):[0-5][0-9])";
const dayOrInstantPattern = `^${year}-${monthAndDay}(?:T${time}${offset})?$`;

/** Pattern of a date, or of one without its year. */
export const birthdayPattern = `^(?:${year}|-)-${monthAndDay}$`;

/** Pattern of a date as far as it is known. */
export const partialDatePattern =
  `^(?:${year}(?:-(?:0[1-9]|1[0-2]))?|(?:${year}|-)-${monthAndDay})$`;

/** Schema of a calendar date `YYYY-MM-DD`. */
export function day(description: string) {
  return z.string().refine(isDay, "Must be a real date as YYYY-MM-DD.").meta({
    description,
    format: "date",
    example: "2026-03-14",
  });
}

/** Schema of an RFC 3339 instant in an answer. */
export function instant(description: string) {
  return z.string().meta({ description, format: "date-time", example: "2026-03-14T09:26:53.000Z" });
}

/** Schema of an RFC 3339 instant, or of a date, which the database converts with the profile's time zone. */
export function instantOrDay(description: string) {
  return z.string()
    .refine(
      (text) => isDay(text) || toInstant(text) !== null,
      "Must be an RFC 3339 instant with offset, or a real date as YYYY-MM-DD.",
    )
    .overwrite((text) => toInstant(text) ?? text)
    .meta({ description, pattern: dayOrInstantPattern, example: "2026-03-14T09:26:53.000Z" });
}
