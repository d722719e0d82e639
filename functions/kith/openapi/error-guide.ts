import {
  problemCatalogue,
  type ProblemCode,
  type Violation,
  type ViolationCode,
} from "../core/problem.ts";

/** What a client's author should know of a code. */
interface Page {
  /** When it is answered. */
  meaning: string;
  /** What to do about it. */
  remedy: string;
  /** `detail` and `errors` of a realistic answer. */
  example: { detail: string; errors?: Violation[] };
}

/** A page for each code, in the order in which they are listed. */
export const errorPages: Record<ProblemCode, Page> = {
  unauthorized: {
    meaning:
      "The request carries no bearer token, or one that is malformed, unknown, revoked, expired, forged, or whose " +
      "account is gone. `WWW-Authenticate: Bearer` comes with it.",
    remedy:
      "Send `Authorization: Bearer <token>` with an API key (`kith_` and 40 hexadecimal characters) or a current access " +
      "token. Refresh an expired access token at Supabase Auth; make a new key where one was deleted.",
    example: { detail: "The credential is missing or not valid." },
  },
  access_token_required: {
    meaning:
      "The credential is a good API key, but deleting the account and managing API keys need a person's session.",
    remedy: "Sign in at Supabase Auth and send the access token.",
    example: { detail: "This needs an access token; an API key is not enough." },
  },
  not_found: {
    meaning:
      "There is no such path, or the id in it is unknown, belongs to somebody else, or is no UUID. These cannot be told " +
      "apart on purpose.",
    remedy:
      "Check the path, and take ids from lists or from the answer that created the resource. A second DELETE is 404.",
    example: { detail: "There is no such resource." },
  },
  method_not_allowed: {
    meaning: "The path exists and does not offer this method. `Allow` lists those that it offers.",
    remedy: "Use one of the methods in `Allow`. Updates are `PATCH`, not `PUT`.",
    example: { detail: "This path answers GET, POST, HEAD, OPTIONS." },
  },
  request_timeout: {
    meaning: "The body stopped arriving: five seconds without a byte, or thirty in all.",
    remedy: "Send the request again. Nothing was changed.",
    example: { detail: "The body did not arrive in time." },
  },
  validation_failed: {
    meaning:
      "The body or the query breaks rules. `errors` names every violation, not only the first; see the list below.",
    remedy: "Correct what each `pointer` points to. Nothing was changed.",
    example: {
      detail: "The request is not valid.",
      errors: [{
        in: "body",
        pointer: "/emails/0/value",
        code: "invalid_format",
        message: "Must be an e-mail address.",
      }],
    },
  },
  invalid_json: {
    meaning: "The body is empty, no JSON, not UTF-8, broken off, or nested deeper than 32 levels.",
    remedy: "Send one JSON value. `detail` says where the text stops being JSON.",
    example: { detail: "The body is not valid JSON at position 17." },
  },
  invalid_reference: {
    meaning:
      "An id in the body is unknown or belongs to somebody else; the two cannot be told apart. `errors` says which.",
    remedy: "Take ids from lists. What they named may have been deleted meanwhile.",
    example: {
      detail: "The request refers to something that does not exist.",
      errors: [{
        in: "body",
        pointer: "/contactId",
        code: "invalid_reference",
        message: "There is no such resource.",
      }],
    },
  },
  invalid_photo_path: {
    meaning:
      "`photoUrl` is not the path of an upload that waits to be attached to this contact: it is unknown, another's, " +
      "used already, never uploaded, or a URL.",
    remedy:
      "Ask for an upload (`POST /contacts/{id}/photo-upload`), `PUT` the bytes, then send its `path`, once. To leave the " +
      "photo as it is, leave `photoUrl` out.",
    example: {
      detail: "That is not the path of an upload of this contact that waits to be attached.",
      errors: [{
        in: "body",
        pointer: "/photoUrl",
        code: "invalid_reference",
        message: "Send the path of a new upload.",
      }],
    },
  },
  invalid_photo: {
    meaning:
      "What was uploaded is empty, over 5,242,880 bytes, or neither a JPEG, PNG nor WebP picture by its header, whatever " +
      "it calls itself; or the picture has over 50,000,000 pixels or a side of over 16,384; or a JPEG file has over " +
      "1 MiB of other data before its dimensions. " +
      "It has been removed; the contact is as it was.",
    remedy:
      "Ask for a new upload and send a JPEG, PNG or WebP file of at most 5 MiB and 50 megapixels.",
    example: {
      detail:
        "The upload is not a JPEG, PNG or WebP picture of at most 5,242,880 bytes and 50 megapixels. It was removed.",
      errors: [{
        in: "body",
        pointer: "/photoUrl",
        code: "invalid_format",
        message: "Upload a JPEG, PNG or WebP picture.",
      }],
    },
  },
  idempotency_key_in_use: {
    meaning: "Another request with the same `Idempotency-Key` is being answered at this moment.",
    remedy: "Wait a moment and send it again: the answer of the other one will be given again.",
    example: { detail: "A request with this Idempotency-Key is being answered just now." },
  },
  idempotency_key_reused: {
    meaning:
      "The `Idempotency-Key` came with another path or body in the last 24 hours. Nothing was changed.",
    remedy: "Use a new key for each thing to be done, and the same one only to repeat it.",
    example: { detail: "This Idempotency-Key came with another request before." },
  },
  precondition_failed: {
    meaning: "The resource is not any more what `If-Match` names; somebody changed it.",
    remedy: "Read it again, look at what has changed, and send the change with the new `ETag`.",
    example: { detail: "The resource has changed since it was read. Read it again." },
  },
  name_taken: {
    meaning:
      "The account has another network, or another note type, of that name; upper and lower case are the same.",
    remedy: "Choose another name, or use the one that is there: list them and compare.",
    example: { detail: "The name is already taken, whatever the case of its letters." },
  },
  api_key_limit_reached: {
    meaning: "The account holds 20 API keys, which is the most.",
    remedy: "Delete a key that is no longer used; `lastUsedAt` tells which.",
    example: { detail: "An account holds at most 20 API keys. Delete one that is no longer used." },
  },
  payload_too_large: {
    meaning: "The body has more than 1,048,576 bytes, or says that it will.",
    remedy: "Send less. Photos do not go through the API but to the `uploadUrl`.",
    example: { detail: "A body may have at most 1048576 bytes." },
  },
  unsupported_media_type: {
    meaning: "The body is not declared as JSON in UTF-8, or is compressed.",
    remedy: "Send `Content-Type: application/json`, and no `Content-Encoding`.",
    example: { detail: "Send the body as application/json in UTF-8." },
  },
  rate_limited: {
    meaning: "The API key was used 120 times in the last 60 seconds. Access tokens have no limit.",
    remedy:
      "Wait the whole seconds in `Retry-After`, then go on; asking earlier does not lengthen the wait. " +
      "`X-RateLimit-Remaining` tells beforehand how many are left, lists take up to 200 items at once.",
    example: {
      detail: "Too many requests with this key. Try again after the seconds in Retry-After.",
    },
  },
  internal: {
    meaning: "A fault of the service. The answer does not say which; its log does.",
    remedy: "Report it with the `requestId`. Trying the same again is unlikely to help.",
    example: { detail: "Something went wrong on our side." },
  },
  unavailable: {
    meaning: "The database, Auth or Storage does not answer, or another request was in the way.",
    remedy:
      "Try again after the seconds in `Retry-After`. Reads, `PATCH`, `PUT` and `DELETE` may be repeated as they are, a " +
      "`POST` with the same `Idempotency-Key`.",
    example: { detail: "The service is not available for the moment. Try again soon." },
  },
};

const violationMeanings: Record<ViolationCode, string> = {
  required: "It is missing, and has to be there.",
  unknown_member:
    "There is no member of that name. Read-only ones are not meant: they are accepted and ignored.",
  invalid_type: "It has another JSON type than it should.",
  invalid_format: "It is not written as it should be, or holds a NUL or half of a surrogate pair.",
  too_short: "Too few characters or items.",
  too_long: "Too many characters or items. Characters are code points.",
  too_small: "The number or date is below the least.",
  too_big: "The number or date is above the greatest.",
  duplicate: "It stands there twice, or a query parameter was given twice.",
  invalid_reference: "The id leads nowhere that this account may see.",
};

/** The page of a code as Markdown. */
function page(code: ProblemCode): string {
  const { status, title } = problemCatalogue[code];
  const { meaning, remedy } = errorPages[code];
  return `## ${code}\n\n**${status} ${title}.** ${meaning}\n\n${remedy}\n`;
}

/** The catalogue as Markdown: what `type` of every refusal points to. */
export function errorGuide(): string {
  const codes = Object.keys(problemCatalogue) as ProblemCode[];
  const violations = Object.entries(violationMeanings)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
  return [
    "# Errors\n",
    "Every refusal is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `code` and",
    "`requestId`, and `errors` where members or parameters are at fault. Programs decide by `code`, which is one of those",
    "below and never changes its meaning; the words may change. `requestId` is the `X-Request-Id` of the answer.\n",
    ...codes.map(page),
    "## What `errors` say\n",
    "Each has `in` (`body`, `query` or `header`), `pointer` (RFC 6901, or `/` and the parameter's name), `message`, and a `code`:\n",
    ...violations,
    "",
  ].join("\n");
}
