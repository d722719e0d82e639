import { Problem, type ProblemCode, type Violation, type ViolationCode } from "./problem.ts";

/** Seconds after which a client may try again when a part that we need is away. */
const retryAfterOutage = 5;

/** More violations than this are counted but not listed, so that a hostile body cannot ask for a huge answer. */
const listedViolations = 100;

const noResource = "There is no such resource.";

function photoViolation(code: ViolationCode, message: string): Violation {
  return { in: "body", pointer: "/photoUrl", code, message };
}

/** One factory for each refusal that the function itself decides. */
export const problems = {
  unauthorized: (detail = "The credential is missing or not valid.") =>
    new Problem("unauthorized", detail, { headers: { "www-authenticate": "Bearer" } }),

  // Always these words, so that an id that is unknown, foreign or no id at all cannot be told apart.
  notFound: () => new Problem("not_found", noResource),

  methodNotAllowed: (allow: string) =>
    new Problem("method_not_allowed", `This path answers ${allow}.`, { headers: { allow } }),

  requestTimeout: () => new Problem("request_timeout", "The body did not arrive in time."),

  invalidJson: (detail: string) => new Problem("invalid_json", detail),

  validationFailed: (violations: Violation[]) => {
    const more = violations.length - listedViolations;
    const detail = more > 0
      ? `The request is not valid; the first ${listedViolations} of ${violations.length} violations are listed.`
      : details.validation_failed!;
    return new Problem("validation_failed", detail, {
      errors: violations.slice(0, listedViolations),
    });
  },

  // Always these words: whose path it is, or whether it exists, is nobody else's business.
  invalidPhotoPath: () =>
    new Problem(
      "invalid_photo_path",
      "That is not the path of an upload of this contact that waits to be attached.",
      { errors: [photoViolation("invalid_reference", "Send the path of a new upload.")] },
    ),

  invalidPhoto: () =>
    new Problem(
      "invalid_photo",
      "The upload is not a JPEG, PNG or WebP picture of at most 5,242,880 bytes and 50 megapixels. It was removed.",
      { errors: [photoViolation("invalid_format", "Upload a JPEG, PNG or WebP picture.")] },
    ),

  payloadTooLarge: (limit: number) =>
    new Problem("payload_too_large", `A body may have at most ${limit} bytes.`),

  unsupportedMediaType: () =>
    new Problem("unsupported_media_type", "Send the body as application/json in UTF-8."),

  unavailable: (
    cause: unknown,
    detail = "The service is not available for the moment. Try again soon.",
  ) =>
    new Problem("unavailable", detail, {
      cause,
      headers: { "retry-after": String(retryAfterOutage) },
    }),

  internal: (cause: unknown) =>
    new Problem("internal", "Something went wrong on our side.", { cause }),
};

/** The words of what the database refuses: it sends the code, and other words only where it has more to say. */
const details: Partial<Record<ProblemCode, string>> = {
  validation_failed: "The request is not valid.",
  invalid_reference: "The request refers to something that does not exist.",
  precondition_failed: "The resource has changed since it was read. Read it again.",
  name_taken: "The name is already taken, whatever the case of its letters.",
  api_key_limit_reached: "An account holds at most 20 API keys. Delete one that is no longer used.",
  idempotency_key_in_use: "A request with this Idempotency-Key is being answered just now.",
  idempotency_key_reused: "This Idempotency-Key came with another request before.",
  access_token_required: "This needs an access token; an API key is not enough.",
  rate_limited: "Too many requests with this key. Try again after the seconds in Retry-After.",
};

const messages: Partial<Record<ViolationCode, string>> = {
  required: "This member is required.",
  invalid_reference: noResource,
};

/** What the database refuses: a code and what goes with it. */
export interface Refusal {
  code: ProblemCode;
  detail?: string;
  /** Without a message where that of the code says all. */
  errors?: (Omit<Violation, "message"> & { message?: string })[];
}

/** A refusal that the database decided. */
export function refusedByDatabase(
  { code, detail, errors }: Refusal,
  retryAfter: number | null,
  cause: string | null,
): Problem {
  switch (code) {
    case "unauthorized":
      return problems.unauthorized();
    case "not_found":
      return problems.notFound();
    case "invalid_photo_path":
      return problems.invalidPhotoPath();
    case "unavailable":
      return problems.unavailable(cause, detail);
    case "internal":
      return problems.internal(cause);
  }
  const words = detail ?? details[code];
  if (words === undefined) return problems.internal(`The database refused with ${code}.`);
  return new Problem(code, words, {
    errors: errors?.map((error) => ({ ...error, message: error.message ?? messages[error.code]! })),
    headers: retryAfter === null ? {} : { "retry-after": String(retryAfter) },
    cause,
  });
}
