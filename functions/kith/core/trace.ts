// What the log line of a request says, and how causes of errors are described without secrets.
import type { CredentialKind, RateLimit } from "./database.ts";
import type { ProblemCode } from "./problems.ts";

/** What is known about a request, collected while it is handled, for response headers and the log line. */
export interface Trace {
  requestId: string;
  /** The route's pattern, never the path itself; null where no route matched. */
  route: string | null;
  credential: CredentialKind | null;
  /** The API key, or the connection. */
  keyId: string | null;
  code: ProblemCode | null;
  cause: string | null;
  rateLimit: RateLimit | null;
  /** Headers that all answers of the route have, refusals too. */
  headers: Record<string, string> | null;
}

/** What looks like an API key, an access token or the secret of a calendar: sent here by mistake, it must not be logged. */
const secretLike = /kith_[0-9a-f]{8}|eyJ[\w-]{1,128}\.|[0-9a-f]{64}/;

/** Starts a trace, with the client's `X-Request-Id` where that is short and harmless. */
export function startTrace(given: string | null): Trace {
  const isHarmless = given && /^[\w.:~-]{1,128}$/.test(given) && !secretLike.test(given);
  return {
    requestId: isHarmless ? given : crypto.randomUUID(),
    route: null,
    credential: null,
    keyId: null,
    code: null,
    cause: null,
    rateLimit: null,
    headers: null,
  };
}

/** One line of the log. */
export interface LogEntry extends Omit<Trace, "rateLimit" | "headers"> {
  time: string;
  method: string;
  status: number;
  durationMs: number;
}

/** One line of the log about work after an answer. */
export interface Incident {
  time: string;
  event: string;
  cause: string | null;
}

/** An error in one line, for the log. */
export function describeCause(cause: unknown): string | null {
  if (cause === undefined || cause === null) return null;
  if (!(cause instanceof Error)) return String(cause).slice(0, 500);
  const code = "code" in cause && cause.code !== undefined ? ` ${String(cause.code)}` : "";
  return `${cause.name}${code}: ${cause.message}`.slice(0, 500);
}
