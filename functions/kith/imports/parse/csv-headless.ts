// Tables without a line of the names of their columns: what each column is, by what stands in it.
import type { Target } from "./csv-columns.ts";
import { type Dates, readDay } from "./dates.ts";
import { isAddressCell, isNumberCell } from "./places.ts";
import { cleanUrl } from "./values.ts";

/** The names of columns that have none. */
export const madeUpHeader = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Column ${index + 1}`);

/** Rows that are looked at. */
const sampled = 50;

/** What the columns of a table are, by their cells; null where nothing tells. */
export function guessTargets(header: string[], rows: string[][], dates: Dates): (Target | null)[] {
  const found = header.map((slot, index): Target | null => {
    const cells = rows.slice(0, sampled).map((row) => row[index]?.trim() ?? "")
      .filter((cell) => cell !== "");
    const isMost = (holds: (cell: string) => boolean) =>
      cells.length > 0 && 2 * cells.filter(holds).length > cells.length;
    const field = isMost(isAddressCell)
      ? "emails"
      : isMost((cell) => /^https?:/i.test(cleanUrl(cell)))
      ? "urls"
      : isMost((cell) => "day" in readDay(cell, dates))
      ? "birthday"
      : isMost(isNumberCell)
      ? "phones"
      : null;
    return field && { field, slot, label: null, ...(field === "birthday" ? {} : { isList: true }) };
  });
  // The first texts are names.
  const texts = header.flatMap((_, index) =>
    found[index] === null && rows.some((row) => /\p{L}/u.test(row[index] ?? "")) ? [index] : []
  );
  const names = texts.length === 1 ? ["name"] as const : ["firstName", "lastName"] as const;
  names.forEach((field, place) => {
    const index = texts[place];
    if (index !== undefined) found[index] = { field, slot: header[index]!, label: null };
  });
  return found;
}
