import type { Context, MiddlewareHandler } from "hono";
import { Problem } from "./problem.ts";
import { problems } from "./problems.ts";
import { type AppEnvironment, describeCause, type LogEntry, startTrace } from "./trace.ts";

const exposedHeaders = [
  "X-Request-Id",
  "Location",
  "ETag",
  "Idempotency-Replayed",
  "Retry-After",
  "WWW-Authenticate",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
].join(", ");

/** Gives every answer its request id and headers, and every request its line in the log. */
export function observe(log: (entry: LogEntry) => void): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const start = performance.now();
    const trace = startTrace(context.req.header("x-request-id"));
    context.set("trace", trace);
    await next();
    const { headers, status } = context.res;
    headers.set("x-request-id", trace.requestId);
    headers.set("x-content-type-options", "nosniff");
    headers.set("cache-control", "no-store");
    headers.append("vary", "Authorization");
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

/** Lets pages of any origin in, without cookies. Preflights need no token and are not counted. */
export function cors(): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    if (context.req.method === "OPTIONS") context.res = preflight(context);
    else await next();
    context.res.headers.set("access-control-allow-origin", "*");
    context.res.headers.set("access-control-expose-headers", exposedHeaders);
  };
}

function preflight(context: Context): Response {
  // Named one by one, because a wildcard does not cover Authorization.
  const asked = context.req.header("access-control-request-headers") ?? "";
  const headers = /^[\w\-, ]{1,1000}$/.test(asked) ? asked : "authorization, content-type";
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": headers,
      "access-control-max-age": "86400",
      "vary": "Access-Control-Request-Headers",
    },
  });
}

/** Turns whatever was thrown into problem details. */
export function answerError(error: Error, context: Context<AppEnvironment>): Response {
  const problem = error instanceof Problem ? error : problems.internal(error);
  const trace = context.get("trace");
  trace.code = problem.code;
  trace.cause = describeCause(problem.cause);
  return problem.toResponse(trace.requestId);
}
