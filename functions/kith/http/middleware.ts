import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { Problem, problems } from "../core/problems.ts";
import type { Deprecation } from "../core/route.ts";
import { describeCause, type LogEntry, type Trace } from "../core/trace.ts";
import { respondWithProblem } from "./respond.ts";

/** The variables that Hono keeps for each request. */
export interface AppEnvironment {
  Variables: { trace: Trace; deprecation?: Deprecation | undefined };
}

/** What looks like an API key, an access token or the secret of a calendar: sent here by mistake, it must not be logged. */
const secretLike = /kith_[0-9a-f]{8}|eyJ[\w-]+\.|[0-9a-f]{64}/;

/** Starts a trace, with the client's `X-Request-Id` where that is short and harmless. */
function startTrace(given: string | undefined): Trace {
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

/** The headers of every answer of a deprecated route: RFC 9745 and RFC 8594. */
const deprecationHeaders = (
  { since, sunset, link }: Deprecation,
): Record<string, string> => ({
  deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  sunset: sunset.toUTCString(),
  link: `<${link}>; rel="deprecation"`,
});

const exposedHeaders = [
  "X-Request-Id",
  "X-Activity-Id",
  "Location",
  "Content-Disposition",
  "ETag",
  "Idempotency-Replayed",
  "Retry-After",
  "WWW-Authenticate",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Deprecation",
  "Sunset",
  "Link",
].join(",");

/** Adds the common headers, those for pages of other origins included, to every response and logs every request. */
export function observe(log: (entry: LogEntry) => void): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const start = performance.now();
    const trace = startTrace(context.req.header("x-request-id"));
    context.set("trace", trace);
    await next();
    const { headers, status } = context.res;
    headers.set("x-request-id", trace.requestId);
    headers.set("x-content-type-options", "nosniff");
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    headers.append("vary", "Authorization");
    headers.set("access-control-allow-origin", "*");
    headers.set("access-control-expose-headers", exposedHeaders);
    const deprecation = context.get("deprecation");
    if (deprecation) {
      for (const header of Object.entries(deprecationHeaders(deprecation))) headers.set(...header);
    }
    if (trace.rateLimit) {
      headers.set("x-ratelimit-limit", String(trace.rateLimit.limit));
      headers.set("x-ratelimit-remaining", String(trace.rateLimit.remaining));
      headers.set("x-ratelimit-reset", String(trace.rateLimit.reset));
    }
    const { rateLimit: _, ...known } = trace;
    log({
      time: new Date().toISOString(),
      method: context.req.method,
      status,
      durationMs: Math.round((performance.now() - start) * 10) / 10,
      ...known,
    });
  };
}

/**
 * Answers preflights: pages of any origin may send requests, without cookies. Preflights need no credential and are not
 * counted. Other requests do not pass here: `cors` sets headers before there is a response, which Hono then copies, for
 * a fifth of the function's CPU time of a small answer. `observe` sets the headers that they need.
 */
export function answerPreflight(): MiddlewareHandler<AppEnvironment> {
  return cors({
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    // Without `allowHeaders` the requested ones are allowed; "*" would not include `Authorization`.
    maxAge: 86_400,
  });
}

/** Turns whatever was thrown into problem details. */
export function answerError(error: Error, context: Context<AppEnvironment>): Response {
  const problem = error instanceof Problem ? error : problems.internal(error);
  const trace = context.get("trace");
  trace.code = problem.code;
  trace.cause = describeCause(problem.cause);
  return respondWithProblem(problem, trace.requestId);
}
