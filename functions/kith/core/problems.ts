// The errors of the service, with a factory for each as `problems`, and those that the database reports.
import { Problem, type ProblemCode, type Violation, type ViolationCode } from "./problem.ts";
import * as problems from "./problem-factories.ts";
import { noResource, notValid } from "./problem-factories.ts";
import { inWords } from "./scopes.ts";
import { keyLimit } from "./limits.ts";

export * from "./problem.ts";
export { listedViolations } from "./problem-factories.ts";
export { problems };

/** `detail` by code, for errors that the database reports without a `detail` of its own. */
const details: Partial<Record<ProblemCode, string>> = {
  validation_failed: notValid,
  invalid_reference: "The request refers to something that does not exist.",
  precondition_failed: "The resource has changed since it was read. Read it again.",
  name_taken: "The name is already taken. Upper and lower case are the same.",
  conflict: "What would be undone has been changed since. Nothing was undone.",
  cursor_expired: "The cursor is not known, or older than the log of changes.",
  api_key_limit_reached:
    `An account has at most ${keyLimit} API keys. Delete one that is no longer used.`,
  quota_exceeded: "The account has reached one of its limits.",
  idempotency_key_in_use: "Another request with this Idempotency-Key is still running.",
  idempotency_key_reused: "This Idempotency-Key was used for another request before.",
  access_token_required:
    "This needs an access token of the project's own apps; an API key or a connection is not enough.",
  second_factor_required:
    "The account has a second factor. Sign in with it to manage API keys and connections, erase the log or delete the account.",
  connection_required:
    "This access token was issued to another app by OAuth, which has no connection. Have the owner approve it, or use an API key.",
  rate_limited: "Too many requests. Try again after the seconds in Retry-After.",
};

const messages: Partial<Record<ViolationCode, string>> = {
  required: "This member is required.",
  invalid_reference: noResource,
  conflict: "It has been changed again since.",
};

/** An error that the database reports. */
export interface Refusal {
  code: ProblemCode;
  detail?: string | undefined;
  /** The scopes that the key lacks. */
  scopes?: string[];
  /** The contact that the one which is missing was merged into. */
  mergedInto?: string;
  /** Without a message where the one of the code is enough. */
  errors?: (Omit<Violation, "message"> & { message?: string })[];
}

/** What may be limited; the database speaks of API keys only. */
export type LimitedCredential = "API key" | "connection";

/** RFC 6750 §3; the scopes only where some are missing. */
function insufficientScope(
  { scopes = [], detail }: Refusal,
  what: LimitedCredential,
  cause: string | null,
): Problem {
  const missing = scopes.length > 0 ? `, scope="${scopes.join(" ")}"` : "";
  const headers = { "www-authenticate": `Bearer error="insufficient_scope"${missing}` };
  const text = detail ?? `This ${what} lacks ${inWords(scopes)}.`;
  return new Problem("insufficient_scope", text, { headers, cause });
}

function withMessage(error: NonNullable<Refusal["errors"]>[number]): Violation {
  return { ...error, message: error.message ?? messages[error.code]! };
}

/** The problem for an error that the database reported. */
export function refusedByDatabase(
  refusal: Refusal,
  retryAfter: number | null,
  cause: string | null,
  what: LimitedCredential = "API key",
): Problem {
  const { code, errors } = refusal;
  const detail = refusal.detail?.replace("API key", what);
  switch (code) {
    case "unauthorized":
      return problems.unauthorized();
    case "not_found":
      // For an item of a request it says which item.
      return errors
        ? new Problem("not_found", noResource, { errors: errors.map(withMessage) })
        : problems.notFound(refusal.mergedInto);
    case "invalid_photo_path":
      return problems.invalidPhotoPath();
    case "insufficient_scope":
      return insufficientScope({ ...refusal, detail }, what, cause);
    case "unavailable":
      return problems.unavailable(cause, detail);
    case "internal":
      return problems.internal(cause);
  }
  const text = detail ?? details[code];
  if (text === undefined) return problems.internal(`The database refused with ${code}.`);
  return new Problem(code, text, {
    errors: errors?.map(withMessage),
    headers: retryAfter === null ? {} : { "retry-after": String(retryAfter) },
    cause,
  });
}
