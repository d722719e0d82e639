import type { Pages } from "./page.ts";

/** A request is of a size, a type or a rate that the service does not take, or the service fails. */
export const serviceErrors = {
  payload_too_large: {
    meaning: "The body, or its `Content-Length`, is larger than 1,048,576 bytes.",
    remedy: "Send a smaller body. Photos are not sent to the API but to the `uploadUrl`.",
    example: { detail: "A body may have at most 1048576 bytes." },
  },
  unsupported_media_type: {
    meaning: "The body is not declared as JSON in UTF-8, or is compressed.",
    remedy: "Send `Content-Type: application/json`, and no `Content-Encoding`.",
    example: { detail: "Send the body as application/json in UTF-8." },
  },
  rate_limited: {
    meaning:
      "The API key or the connection was used 120 times in the last 60 seconds. Other access tokens have no limit. A calendar feed is answered 30 times a minute.",
    remedy:
      "Wait the seconds in `Retry-After`, then go on; a request that is sent earlier does not lengthen the wait. " +
      "`X-RateLimit-Remaining` says how many requests are allowed now. A page of a list has up to 200 items.",
    example: {
      detail: "Too many requests. Try again after the seconds in Retry-After.",
    },
  },
  internal: {
    meaning: "An error in the service. Its log has the cause, the answer does not.",
    remedy: "Report it with the `requestId`. Sending the same request again is unlikely to help.",
    example: { detail: "Something went wrong on our side." },
  },
  unavailable: {
    meaning:
      "The database, Auth or Storage does not answer, or a concurrent request blocked this one.",
    remedy:
      "Try again after the seconds in `Retry-After`. Reads, `PATCH`, `PUT` and `DELETE` may be repeated as they are, a " +
      "`POST` with the same `Idempotency-Key`.",
    example: { detail: "The service is temporarily unavailable. Try again soon." },
  },
} satisfies Pages;
