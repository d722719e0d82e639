import type { Problem } from "../http/problem.ts";
import { problems } from "../http/problems.ts";

// SQLSTATEs that say "not now": a broken connection, no resources, a shutdown or start, and what a lock, a timeout or
// a concurrent transaction took away. 25006 is a database that has become read-only, as the platform makes it when
// its disk is full.
const passing = /^(08...|53...|57P..|57014|25006|40001|40P01|55P03)$/;

/** What a failed statement means for the client: 503 when it passes by itself, 500 when it is a fault of ours. */
export function statementFailure(error: unknown): Problem {
  const state = sqlState(error);
  if (state !== null) {
    return passing.test(state) ? problems.unavailable(error) : problems.internal(error);
  }
  // No SQLSTATE: the connection broke or fell silent, unless it is plainly a mistake in the program.
  const isMistake = error instanceof TypeError || error instanceof RangeError ||
    error instanceof ReferenceError;
  return isMistake ? problems.internal(error) : problems.unavailable(error);
}

/** SQLSTATE of an error that Postgres or a pooler sent; null for anything else, such as `ECONNREFUSED`. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return null;
  return typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}
