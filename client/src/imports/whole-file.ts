import type {
  DroppedProperty,
  ImportApplicationCreate,
  ImportCounts,
  ImportRow,
} from "../types.ts";
import type { Part } from "./part.ts";
import { type Preview, rowsOf } from "./preview.ts";

// Counts of a whole file from the previews of its parts, and choices for rows of the whole file as those of a part.

/** How many rows of the file have each action. */
export function countsOf(previews: Preview[]): ImportCounts {
  const counts = { create: 0, match: 0, conflict: 0, error: 0 };
  for (const { shown, repeated } of previews) {
    for (const action of Object.keys(counts) as (keyof ImportCounts)[]) {
      counts[action] += (shown?.counts[action] ?? 0) - repeated[action];
    }
    if (shown === null) counts.error += 1;
  }
  return counts;
}

/** What was dropped of the file, each property once. */
export function droppedOf(previews: Preview[]): DroppedProperty[] {
  const found = new Map<string, number>();
  const all = previews.flatMap(({ shown, part }) => [...shown?.dropped ?? [], ...part.dropped]);
  for (const { property, count } of all) found.set(property, (found.get(property) ?? 0) + count);
  return [...found].map(([property, count]) => ({ property, count }));
}

/** The choices for rows of a part, by their numbers there. */
export function partOf(choices: ImportApplicationCreate["rows"], before: number, preview: Preview) {
  const offset = preview.part.repeated - before;
  const rows = (choices ?? [])
    .filter(({ number }) => number > before && number <= before + rowsOf(preview))
    .map((choice) => ({ ...choice, number: choice.number + offset }));
  return rows.length > 0 ? { rows } : {};
}

/** The row of a record that is larger than the service takes. */
export function tooLarge(number: number, part: Part): ImportRow {
  return {
    number,
    line: part.lineOf(1),
    resource: "contact",
    action: "error",
    value: null,
    networks: [],
    notes: [],
    hasPhoto: false,
    contact: null,
    matchedBy: null,
    candidates: [],
    problem: "This record is larger than 1 MB.",
    outcome: null,
  };
}
