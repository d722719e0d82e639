import type { PostgresConnection } from "@supabase/lite/postgres";
import { AsyncLocalStorage } from "node:async_hooks";

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  hint?: string;
}

const errorOfRequest = new AsyncLocalStorage<{ error?: DatabaseError }>();

/** Has the errors that lite meets on this connection noted for `adaptRest`. */
export function noteErrors(connection: PostgresConnection): void {
  connection.normalizeDbError = (error) => {
    const request = errorOfRequest.getStore();
    if (request) request.error = error as DatabaseError;
    return error;
  };
}

/**
 * Answers of REST as PostgREST gives them, where lite's differ: for half of a surrogate pair in a body, see below, and for a
 * database error that it has no rule for (a violated check, an exception that a trigger raises) lite
 * answers 500 and keeps the SQLSTATE to itself. PostgREST has a status for every SQLSTATE, and most
 * are the client's doing.
 */
export async function adaptRest(
  request: Request,
  fetch: () => Promise<Response>,
): Promise<Response> {
  if (await holdsHalfPair(request)) return refusedJson();
  return await adaptErrors(fetch);
}

/**
 * Whether a text in the body holds half of a surrogate pair. Postgres, which reads the body itself behind PostgREST,
 * refuses that; lite reads it in JavaScript and would store U+FFFD in its place.
 */
async function holdsHalfPair(request: Request): Promise<boolean> {
  if (!["POST", "PATCH", "PUT"].includes(request.method)) return false;
  const text = await request.clone().text();
  if (!/\\u[dD][89a-fA-F]/.test(text)) return false;
  let found = false;
  try {
    JSON.parse(text, (key, value) => {
      found ||= !key.isWellFormed() || (typeof value === "string" && !value.isWellFormed());
      return value;
    });
  } catch {
    return false;
  }
  return found;
}

function refusedJson(): Response {
  const body = {
    code: "22P02",
    details: "Unicode low surrogate must follow a high surrogate.",
    hint: null,
    message: "invalid input syntax for type json",
  };
  return Response.json(body, { status: 400 });
}

async function adaptErrors(fetch: () => Promise<Response>): Promise<Response> {
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

/** PostgREST's table, as far as lite does not have it itself: the first prefix that fits. */
const statuses: [prefix: string, status: number][] = [
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 500],
  ["53400", 500],
  ["53", 503],
  ["54", 500],
  ["55", 500],
  ["57P01", 503],
  ["57", 500],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0001", 400],
  ["P0", 500],
];

const statusOf = (sqlState: string) =>
  statuses.find(([prefix]) => sqlState.startsWith(prefix))?.[1] ?? 400;
