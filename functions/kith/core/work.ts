// How long an operation keeps a connection to the database, as whoever declares it says.
import type { Arguments, Work } from "./database.ts";

/** A list with more items on a page reads for long. */
const usualPage = 100;

/** Parameters of lists that match words, and so read many rows. */
const wordFilters = ["search", "company"];

/** The work of one statement: what was declared, and a long read where its arguments make it one. */
export function workOf(declared: Work, args: Arguments | null): Work {
  if (args === null) return "read";
  return declared === "read" && readsLong(args) ? "longRead" : declared;
}

function readsLong({ byName, query }: Arguments): boolean {
  const parameters = (query ?? {}) as Record<string, unknown>;
  return byName !== undefined || Number(parameters["pageSize"] ?? 0) > usualPage ||
    wordFilters.some((name) => parameters[name] !== undefined);
}
