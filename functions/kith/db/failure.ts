import type { Problem } from "../core/problem.ts";
import { problems } from "../core/problems.ts";

// SQLSTATEs of transient failures: a broken connection, no resources, a shutdown or start, a lock, a timeout or a
// concurrent transaction. 25P04 is the time limit of `kith_private.handle`. 25006: the platform makes a
// database read-only when its disk is full.
const transientStates = /^(08...|53...|57P..|57014|25P04|25006|40001|40P01|55P03)$/;

/** The problem that a failed statement is answered with: 503 when the failure is transient, 500 when it is a defect. */
export function statementFailure(error: unknown): Problem {
  const state = sqlState(error);
  if (state !== null) {
    return transientStates.test(state) ? problems.unavailable(error) : problems.internal(error);
  }
  // Without an SQLSTATE the connection broke or timed out, unless the error is one of JavaScript.
  const isMistake = error instanceof TypeError || error instanceof RangeError ||
    error instanceof ReferenceError;
  return isMistake ? problems.internal(error) : problems.unavailable(error);
}

/** SQLSTATE of an error that Postgres or a pooler sent; null for anything else, such as `ECONNREFUSED`. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return null;
  return typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}
