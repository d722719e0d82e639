// A factory for each error that the Edge Function detects itself. They are one by one, so that the client takes those alone that reading files needs.
import { Problem, type Violation, type ViolationCode } from "./problem.ts";
import { bodyLimit, photoLimit, pixelLimit, written } from "./limits.ts";

/** Seconds after which a client may try again when the database, Auth or Storage is unavailable. */
const retryAfterOutage = 5;

/** At most this many violations are listed, so that a malicious body cannot cause a huge answer. */
export const listedViolations = 100;

export const noResource = "There is no such resource.";

export const notValid = "The request is not valid.";

function photoViolation(code: ViolationCode, message: string): Violation {
  return { in: "body", pointer: "/photoUrl", code, message };
}

export const unauthorized = (detail = "The credential is missing or not valid.") =>
  new Problem("unauthorized", detail, { headers: { "www-authenticate": "Bearer" } });

// Always the same text, so that an unknown id, another owner's id and an invalid id cannot be distinguished.
export const notFound = (mergedInto?: string) =>
  new Problem("not_found", noResource, mergedInto ? { members: { mergedInto } } : {});

export const methodNotAllowed = (allow: string) =>
  new Problem("method_not_allowed", `This path supports ${allow}.`, { headers: { allow } });

export const requestTimeout = () =>
  new Problem("request_timeout", "The body did not arrive in time.");

export const invalidJson = (detail: string) => new Problem("invalid_json", detail);

export const validationFailed = (violations: Violation[]) => {
  const more = violations.length - listedViolations;
  const detail = more > 0
    ? `The request is not valid. The first ${listedViolations} violations are listed; there are more.`
    : notValid;
  return new Problem("validation_failed", detail, {
    errors: violations.slice(0, listedViolations),
  });
};

// Always the same text, so that it does not reveal whether the path exists or whose it is.
export const invalidPhotoPath = () =>
  new Problem(
    "invalid_photo_path",
    "This is not the path of an upload for this contact that can still be attached.",
    { errors: [photoViolation("invalid_reference", "Send the path of a new upload.")] },
  );

export const invalidPhoto = () =>
  new Problem(
    "invalid_photo",
    `The upload is not a JPEG, PNG or WebP picture of at most ${written(photoLimit)} bytes and ${
      pixelLimit / 1_000_000
    } megapixels. It was removed.`,
    { errors: [photoViolation("invalid_format", "Upload a JPEG, PNG or WebP picture.")] },
  );

export const payloadTooLarge = (limit = bodyLimit) =>
  new Problem("payload_too_large", `A body may have at most ${limit} bytes.`);

export const tooManyRecords = (limit: number) =>
  new Problem(
    "payload_too_large",
    `A file may have at most ${limit} records. Send it in parts.`,
  );

export const unsupportedMediaType = (detail = "Send the body as application/json in UTF-8.") =>
  new Problem("unsupported_media_type", detail);

export const unavailable = (
  cause: unknown,
  detail = "The service is temporarily unavailable. Try again soon.",
) =>
  new Problem("unavailable", detail, {
    cause,
    headers: { "retry-after": String(retryAfterOutage) },
  });

export const internal = (cause: unknown) =>
  new Problem("internal", "Something went wrong on our side.", { cause });
