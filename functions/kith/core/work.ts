// How long an operation keeps a connection to the database, as whoever declares it says.
import type { ToolArguments, Work } from "./database.ts";

/** A list with more items on a page counts as a long read. Pages have fewer unless they are asked for more (`limits.ts`). */
const longReadAbove = 100;

/** Parameters of lists that match words, and so read many rows. */
const wordFilters = ["search", "company"];

/** The work of one statement: what was declared, and a long read where its arguments make it one. */
export function workOf(declared: Work, args: ToolArguments | null): Work {
  if (args === null) return "read";
  return declared === "read" && readsLong(args) ? "longRead" : declared;
}

function readsLong({ byName, query }: ToolArguments): boolean {
  const parameters = (query ?? {}) as Record<string, unknown>;
  return byName !== undefined || Number(parameters["pageSize"] ?? 0) > longReadAbove ||
    wordFilters.some((name) => parameters[name] !== undefined);
}
