// Makes responses: headers that all have, refusals, answers to preflights.
import { Buffer } from "node:buffer";
import { type Problem, problemCatalogue, problemType } from "../core/problems.ts";
import type { Deprecation } from "../core/route.ts";
import type { Trace } from "../core/trace.ts";

/** What is sent, but for the headers that all responses have. The names of the headers are in lower case. */
export interface Outgoing {
  status: number;
  headers: Record<string, string>;
  body: string | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Headers that pages of other origins may read. */
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

/**
 * Makes the response, with the headers that all have. They are complete before there is a response: changing those of a
 * `Response` takes longer than making it.
 */
export function toResponse(outgoing: Outgoing, trace: Trace, method: string): Response {
  const { status, headers, body } = outgoing;
  // Set here, because the response to HEAD has the length of the body that it leaves out.
  if (typeof body === "string") headers["content-length"] = String(Buffer.byteLength(body));
  headers["x-request-id"] = trace.requestId;
  headers["x-content-type-options"] = "nosniff";
  headers["cache-control"] ??= "no-store";
  headers["vary"] = headers["vary"] ? `${headers["vary"]}, Authorization` : "Authorization";
  headers["access-control-allow-origin"] = "*";
  headers["access-control-expose-headers"] = exposedHeaders;
  if (trace.rateLimit) {
    headers["x-ratelimit-limit"] = String(trace.rateLimit.limit);
    headers["x-ratelimit-remaining"] = String(trace.rateLimit.remaining);
    headers["x-ratelimit-reset"] = String(trace.rateLimit.reset);
  }
  if (method !== "HEAD") return new Response(body, { status, headers });
  if (body instanceof ReadableStream) body.cancel().catch(() => {});
  return new Response(null, { status, headers });
}

/** The answer to a refusal: `application/problem+json`. */
export function refuse(problem: Problem, requestId: string): Outgoing {
  const { code, status, message: detail, errors, headers, members } = problem;
  const body = {
    type: problemType(code),
    title: problemCatalogue[code].title,
    status,
    detail,
    code,
    requestId,
    ...(errors ? { errors } : {}),
    ...members,
  };
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify(body),
  };
}

/** Whether a request is a preflight, and not one of a client that asks what a path supports. */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");

/**
 * Answers a preflight: pages of any origin may send requests, without cookies. Preflights need no credential and are not
 * counted.
 */
export function answerPreflight({ headers }: Request): Outgoing {
  // Those that are asked for: "*" would not include `Authorization`.
  const asked = headers.get("access-control-request-headers");
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET,HEAD,POST,PUT,PATCH,DELETE,PROPFIND,REPORT",
      "access-control-max-age": "86400",
      ...(asked
        ? { "access-control-allow-headers": asked, "vary": "Access-Control-Request-Headers" }
        : {}),
    },
    body: null,
  };
}

/** The headers of every answer of a deprecated route: RFC 9745 and RFC 8594. */
export const deprecationHeaders = (
  { since, sunset, link }: Deprecation,
): Record<string, string> => ({
  deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  sunset: sunset.toUTCString(),
  link: `<${link}>; rel="deprecation"`,
});
