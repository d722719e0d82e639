/**
 * Lite: answers 500 without the SQLSTATE for a database error that it has no rule for (a violated check, an exception
 * that a trigger raises).
 * PostgREST: has a status for every SQLSTATE, and answers with it and the database's message; most are 4xx.
 * Can be removed when lite does the same.
 */
import type { PostgresConnection } from "@supabase/lite/postgres";

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  hint?: string;
}

/** PostgREST's statuses by the beginning of the SQLSTATE, as far as lite lacks them; of the driver's own errors 503. */
const statuses: [status: number, beginning: RegExp][] = [
  [503, /^(08|53|57P01|CONNECT|ECONN)/],
  [403, /^(0L|0P|28)/],
  [400, /^(23514|23P01|P0001)/],
];

/** Gives errors that lite has no rule for the form in which a function of the database says its whole answer. */
export function adaptErrors(connection: PostgresConnection): void {
  connection.normalizeDbError = (error) => {
    const { code = "", message, detail = null, hint = null } = error as DatabaseError;
    const status = statuses.find(([, beginning]) => beginning.test(code))?.[0];
    if (status === undefined) return error;
    return {
      code: "PGRST",
      message: JSON.stringify({ code, message, details: detail, hint }),
      detail: JSON.stringify({ status, headers: {} }),
    };
  };
}
