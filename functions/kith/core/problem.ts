// The closed catalogue of errors (RFC 9457).
import { publicPath } from "./paths.ts";

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
