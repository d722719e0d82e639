import type { ProblemCode } from "../core/problem.ts";
import { type Access, hasLocation, type Route } from "../core/route.ts";
import type { Json } from "./json-schema.ts";

const word = "[a-z]+:[a-z]+";
const whole = { type: "integer", minimum: 0 };

/** The response headers that clients may need. */
export const headers: Record<string, Json> = {
  RequestId: {
    description:
      "Identifies the request, also in the log. The client's own value is used where it sends one.",
    required: true,
    schema: { type: "string", pattern: "^[\\w.:~-]{1,128}$" },
    example: "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
  },
  Location: {
    description: "URL of the new resource, relative to the request's URL.",
    required: true,
    schema: { type: "string", format: "uri-reference" },
    example: "./contacts/0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
  },
  ContentDisposition: {
    description: "The name under which to save the file.",
    required: true,
    schema: { type: "string", pattern: '^attachment; filename="[\\w.-]+"$' },
    example: 'attachment; filename="kith-contacts-2026-03-14.vcf"',
  },
  NextPart: {
    description: "The address of the next part of an export in parts; absent after the last one.",
    schema: { type: "string", pattern: '^<[^<>]+>; rel="next"$' },
    example: '<?rows=100000&after=contacts.0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f>; rel="next"',
  },
  EntityTag: {
    description: "Entity tag of the resource, for `If-Match` and `If-None-Match`.",
    required: true,
    schema: { type: "string", pattern: '^"[0-9a-f]{32}"$' },
    example: '"6f1d2c3b4a5968778695a4b3c2d1e0f9"',
  },
  IdempotencyReplayed: {
    description: "Present when this is the stored answer to an earlier request with the same key.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
  ActivityId: {
    description:
      "The change set of what the request changed: read or undo it at `/activity/{id}`. Absent where nothing was changed.",
    schema: { type: "string", format: "uuid" },
    example: "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d",
  },
  RetryAfter: {
    description: "Seconds to wait before trying again.",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 12,
  },
  Authenticate: {
    description: "The authentication scheme.",
    required: true,
    schema: { type: "string", const: "Bearer" },
    example: "Bearer",
  },
  InsufficientScope: {
    description:
      "With `insufficient_scope`: RFC 6750, and in `scope` the scopes that the key lacks, separated by spaces. Without `scope` " +
      "where the networks of the key are what is in the way.",
    schema: {
      type: "string",
      pattern: `^Bearer error="insufficient_scope"(?:, scope="${word}(?: ${word})*")?$`,
    },
    example: 'Bearer error="insufficient_scope", scope="notes:write"',
  },
  RateLimit: {
    description: "Requests that an API key may send in any 60 seconds.",
    schema: whole,
    example: 120,
  },
  RateLimitRemaining: {
    description: "Requests that the API key may still send now.",
    schema: whole,
    example: 87,
  },
  RateLimitReset: {
    description: "When the oldest counted request leaves the window, in Unix seconds.",
    schema: whole,
    example: 1789000000,
  },
};

const refer = (name: string) => ({ $ref: `#/components/headers/${name}` });

const rateLimit = {
  "X-RateLimit-Limit": refer("RateLimit"),
  "X-RateLimit-Remaining": refer("RateLimitRemaining"),
  "X-RateLimit-Reset": refer("RateLimitReset"),
};

/** The headers of a successful answer; those about the rate limit only where API keys are accepted. */
export function successHeaders(route: Route): Json {
  const { access, success, tagged, idempotent, logged } = route;
  return {
    "X-Request-Id": refer("RequestId"),
    ...(hasLocation(route) ? { Location: refer("Location") } : {}),
    ...(success.isFile
      ? { "Content-Disposition": refer("ContentDisposition"), Link: refer("NextPart") }
      : {}),
    ...(tagged && success.schema ? { ETag: refer("EntityTag") } : {}),
    ...(idempotent ? { "Idempotency-Replayed": refer("IdempotencyReplayed") } : {}),
    ...(logged ? { "X-Activity-Id": refer("ActivityId") } : {}),
    ...(access === "any" ? rateLimit : {}),
  };
}

/** The headers of an error answer. Where only access tokens are accepted, a key gets 403 or 429. */
export function refusalHeaders(access: Access, codes: ProblemCode[]): Json {
  const has = (...some: ProblemCode[]) => codes.some((code) => some.includes(code));
  const ofKey = access === "any" && !has("unauthorized") ||
    has("access_token_required", "rate_limited");
  return {
    "X-Request-Id": refer("RequestId"),
    ...(has("unauthorized") ? { "WWW-Authenticate": refer("Authenticate") } : {}),
    ...(has("insufficient_scope") ? { "WWW-Authenticate": refer("InsufficientScope") } : {}),
    ...(has("rate_limited", "unavailable") ? { "Retry-After": refer("RetryAfter") } : {}),
    ...(ofKey ? rateLimit : {}),
  };
}
