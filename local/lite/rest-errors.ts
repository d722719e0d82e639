/**
 * Lite: answers 500 without the SQLSTATE for a database error that it has no rule for (a violated check, an exception
 * that a trigger raises).
 * PostgREST: has a status for every SQLSTATE, and answers with it and the database's message; most are 4xx.
 * Can be removed when lite does the same.
 */
import type { PostgresConnection } from "@supabase/lite/postgres";
import { AsyncLocalStorage } from "node:async_hooks";

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  hint?: string;
}

const errorOfRequest = new AsyncLocalStorage<{ error?: DatabaseError }>();

/** Records the database error of each request on this connection, for `adaptErrors`. */
export function recordErrors(connection: PostgresConnection): void {
  connection.normalizeDbError = (error) => {
    const request = errorOfRequest.getStore();
    if (request) request.error = error as DatabaseError;
    return error;
  };
}

/** The answer to a request, with PostgREST's status and body where lite answers 500 without the SQLSTATE. */
export async function adaptErrors(fetch: () => Promise<Response>): Promise<Response> {
  const request: { error?: DatabaseError } = {};
  const answer = await errorOfRequest.run(request, fetch);
  const { error } = request;
  if (answer.status !== 500 || !error?.code) return answer;
  const { code } = await answer.clone().json() as { code?: string };
  if (code !== "SUP") return answer;
  await answer.body?.cancel();
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const isSqlState = /^[0-9A-Z]{5}$/.test(error.code);
  const body = isSqlState
    ? {
      code: error.code,
      details: error.detail ?? null,
      hint: error.hint ?? null,
      message: error.message,
    }
    : {
      code: "PGRST001",
      details: null,
      hint: null,
      message: "Database client error. Retrying the connection.",
    };
  const status = isSqlState ? statusOf(error.code) : 503;
  return new Response(JSON.stringify(body), { status, headers });
}

/** PostgREST's statuses other than 400 by the beginning of the SQLSTATE, as far as lite lacks them. */
const statuses: [status: number, beginning: RegExp][] = [
  [503, /^(08|53|57P01)/],
  [403, /^(0L|0P|28)/],
  [400, /^P0001/],
  [500, /^(09|25|2D|38|39|3B|40|54|55|57|58|F0|HV|P0)/],
];

const statusOf = (sqlState: string) =>
  statuses.find(([, beginning]) => beginning.test(sqlState))?.[0] ?? 400;
