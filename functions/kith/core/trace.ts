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
}

/** One line of the log. */
export interface LogEntry extends Omit<Trace, "rateLimit"> {
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
