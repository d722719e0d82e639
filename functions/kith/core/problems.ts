// The closed catalogue of errors (RFC 9457), with a factory for each.
import { publicPath } from "./paths.ts";
import { inWords } from "./scopes.ts";
import { bodyLimit, keyLimit, photoLimit, pixelLimit, written } from "./limits.ts";

/**
 * The closed list of error codes: RFC 9457 problem details that clients may switch on. An error is thrown as a
 * {@link Problem}, created by a factory in {@link problems}, and one error handler turns it into a response.
 */
export const problemCatalogue = {
  unauthorized: { status: 401, title: "Unauthorized" },
  access_token_required: { status: 403, title: "Access token required" },
  second_factor_required: { status: 403, title: "Second factor required" },
  connection_required: { status: 403, title: "Connection required" },
  insufficient_scope: { status: 403, title: "Insufficient scope" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Request timeout" },
  validation_failed: { status: 400, title: "Validation failed" },
  invalid_json: { status: 400, title: "Invalid JSON" },
  invalid_reference: { status: 400, title: "Invalid reference" },
  invalid_photo_path: { status: 400, title: "Invalid photo path" },
  invalid_photo: { status: 400, title: "Invalid photo" },
  idempotency_key_in_use: { status: 409, title: "Idempotency key in use" },
  idempotency_key_reused: { status: 422, title: "Idempotency key reused" },
  precondition_failed: { status: 412, title: "Precondition failed" },
  name_taken: { status: 409, title: "Name taken" },
  conflict: { status: 409, title: "Conflict" },
  api_key_limit_reached: { status: 409, title: "API key limit reached" },
  quota_exceeded: { status: 409, title: "Quota exceeded" },
  cursor_expired: { status: 410, title: "Cursor expired" },
  payload_too_large: { status: 413, title: "Payload too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "Service unavailable" },
} as const;

export type ProblemCode = keyof typeof problemCatalogue;

/** The `type` of a code: its section in the catalogue of errors that the service itself serves. */
export function problemType(code: ProblemCode): string {
  return `${publicPath}/errors#${code}`;
}

/** The closed list of codes for one invalid member or parameter. */
export const violationCodes = [
  "required",
  "unknown_member",
  "unknown_parameter",
  "invalid_type",
  "invalid_format",
  "too_short",
  "too_long",
  "too_small",
  "too_big",
  "duplicate",
  "invalid_reference",
  "conflict",
] as const;

export type ViolationCode = (typeof violationCodes)[number];

/**
 * One error in a request; `pointer` is an RFC 6901 JSON pointer. In `resource` it is a resource, its id and the member that
 * is in the way: `/contact/<id>/nickname`.
 */
export interface Violation {
  in: "body" | "query" | "path" | "header" | "resource";
  pointer: string;
  code: ViolationCode;
  message: string;
}

interface ProblemOptions {
  errors?: Violation[] | undefined;
  headers?: Record<string, string>;
  /** Members in addition to those of every problem. */
  members?: Record<string, string> | undefined;
  /** Why it happened, for the log and never for the client. */
  cause?: unknown;
}

/** An error answer, thrown anywhere and turned into a response by the error handler. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: Violation[] | undefined;
  readonly headers: Record<string, string>;
  readonly members: Record<string, string>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = "Problem";
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
  }

  get status(): number {
    return problemCatalogue[this.code].status;
  }
}

/** Whether the value, which the database returned, is one of the codes. */
export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === "string" && Object.hasOwn(problemCatalogue, value);
}

/** Seconds after which a client may try again when the database, Auth or Storage is unavailable. */
const retryAfterOutage = 5;

/** At most this many violations are listed, so that a malicious body cannot cause a huge answer. */
export const listedViolations = 100;

const noResource = "There is no such resource.";

function photoViolation(code: ViolationCode, message: string): Violation {
  return { in: "body", pointer: "/photoUrl", code, message };
}

/** A factory for each error that the Edge Function detects itself. */
export const problems = {
  unauthorized: (detail = "The credential is missing or not valid.") =>
    new Problem("unauthorized", detail, { headers: { "www-authenticate": "Bearer" } }),

  // Always the same text, so that an unknown id, another owner's id and an invalid id cannot be distinguished.
  notFound: (mergedInto?: string) =>
    new Problem("not_found", noResource, mergedInto ? { members: { mergedInto } } : {}),

  methodNotAllowed: (allow: string) =>
    new Problem("method_not_allowed", `This path supports ${allow}.`, { headers: { allow } }),

  requestTimeout: () => new Problem("request_timeout", "The body did not arrive in time."),

  invalidJson: (detail: string) => new Problem("invalid_json", detail),

  validationFailed: (violations: Violation[]) => {
    const more = violations.length - listedViolations;
    const detail = more > 0
      ? `The request is not valid. The first ${listedViolations} violations are listed; there are more.`
      : details.validation_failed!;
    return new Problem("validation_failed", detail, {
      errors: violations.slice(0, listedViolations),
    });
  },

  // Always the same text, so that it does not reveal whether the path exists or whose it is.
  invalidPhotoPath: () =>
    new Problem(
      "invalid_photo_path",
      "This is not the path of an upload for this contact that can still be attached.",
      { errors: [photoViolation("invalid_reference", "Send the path of a new upload.")] },
    ),

  invalidPhoto: () =>
    new Problem(
      "invalid_photo",
      `The upload is not a JPEG, PNG or WebP picture of at most ${written(photoLimit)} bytes and ${
        pixelLimit / 1_000_000
      } megapixels. It was removed.`,
      { errors: [photoViolation("invalid_format", "Upload a JPEG, PNG or WebP picture.")] },
    ),

  payloadTooLarge: (limit = bodyLimit) =>
    new Problem("payload_too_large", `A body may have at most ${limit} bytes.`),

  tooManyRecords: (limit: number) =>
    new Problem(
      "payload_too_large",
      `A file may have at most ${limit} records. Send it in parts.`,
    ),

  unsupportedMediaType: (detail = "Send the body as application/json in UTF-8.") =>
    new Problem("unsupported_media_type", detail),

  unavailable: (
    cause: unknown,
    detail = "The service is temporarily unavailable. Try again soon.",
  ) =>
    new Problem("unavailable", detail, {
      cause,
      headers: { "retry-after": String(retryAfterOutage) },
    }),

  internal: (cause: unknown) =>
    new Problem("internal", "Something went wrong on our side.", { cause }),
};

/** `detail` by code, for errors that the database reports without a `detail` of its own. */
const details: Partial<Record<ProblemCode, string>> = {
  validation_failed: "The request is not valid.",
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
