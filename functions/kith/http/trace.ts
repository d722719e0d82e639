import type { RateLimit } from "../db/handle.ts";
import type { ProblemCode } from "./problem.ts";

/** What is learnt about a request on its way; the headers and the log line are made from it. */
export interface Trace {
  requestId: string;
  /** The route's pattern, never the path itself; null where no route matched. */
  route: string | null;
  credential: "api_key" | "access_token" | null;
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

/** One line of the log about what no request waits for. */
export interface Incident {
  time: string;
  event: string;
  cause: string | null;
}

/** What the middleware hands down. */
export interface AppEnvironment {
  Variables: { trace: Trace };
}

/** What may be a key or a token, which somebody has put into the wrong header: it would end up in the log. */
const secretLike = /kith_[0-9a-f]{8}|eyJ[\w-]+\./;

/** Starts a trace. A client's own X-Request-Id is taken over when it is short and harmless. */
export function startTrace(given: string | undefined): Trace {
  const isHarmless = given && /^[\w.:~-]{1,128}$/.test(given) && !secretLike.test(given);
  const requestId = isHarmless ? given : crypto.randomUUID();
  return {
    requestId,
    route: null,
    credential: null,
    keyId: null,
    code: null,
    cause: null,
    rateLimit: null,
  };
}

/** An error in one line: names and words, without values that a client may have sent. */
export function describeCause(cause: unknown): string | null {
  if (cause === undefined || cause === null) return null;
  if (!(cause instanceof Error)) return String(cause).slice(0, 500);
  const code = "code" in cause && cause.code !== undefined ? ` ${String(cause.code)}` : "";
  return `${cause.name}${code}: ${cause.message}`.slice(0, 500);
}
