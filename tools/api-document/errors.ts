/** The catalogue of errors for developers of clients: what each code means and what to do about it. */
import {
  Problem,
  problemCatalogue,
  type ProblemCode,
  problems,
  problemType,
  type Refusal,
  refusedByDatabase,
  type ViolationCode,
} from "../../functions/kith/core/problems.ts";
import type { Json } from "./json-schema.ts";
import {
  bodyLimit,
  connectionLimit,
  headerLimit,
  inUnits,
  keyLimit,
  logDays,
  pageSizes,
  photoLimit,
  photoSize,
  pixelLimit,
  quotas,
  rateLimit,
  sideLimit,
  written,
} from "../../functions/kith/core/limits.ts";

/** What developers of clients should know about a code. */
interface Page {
  /** When the code is answered. */
  meaning: string;
  /** What to do about it. */
  remedy: string;
  /** A realistic answer, or what the database says of one; where it is absent, the database says no more than the code. */
  example?: Problem | Omit<Refusal, "code">;
}

/** A page for each code. */
export const errorPages: Record<ProblemCode, Page> = {
  // Who sends a request is not known, or may not do it.
  unauthorized: {
    meaning:
      "The request has no bearer token, or one that is malformed, unknown, revoked, expired or forged, or whose account " +
      "was deleted. The answer has the header `WWW-Authenticate: Bearer`.",
    remedy:
      "Send `Authorization: Bearer <token>` with an API key (`kith_` and 40 hexadecimal characters) or a current access " +
      "token. Refresh an expired access token with Supabase Auth; create a new key where the old one was deleted.",
  },
  access_token_required: {
    meaning:
      "The credential is a valid API key, or a connection's access token, but managing API keys and connections, erasing the " +
      "log of changes or the trash, undoing what another actor did, and deleting the account need an access token of the " +
      "project's own apps.",
    remedy: "Sign in with Supabase Auth and send the access token.",
  },
  second_factor_required: {
    meaning:
      "The account has a verified second factor (MFA), and the access token is of a sign-in without it (`aal1`). Managing " +
      "API keys and connections, erasing the log of changes or the trash, and deleting the account need it; everything else does not.",
    remedy:
      "Verify the second factor with Supabase Auth (`auth.mfa.challengeAndVerify`) and send the new access token.",
  },
  connection_required: {
    meaning:
      "The access token was issued to another app: the project's Supabase Auth works as an OAuth server, and the token " +
      "names that app in its claim `client_id`. It may do nothing here without a connection: the owner has not approved the " +
      "app in Kith, or has disconnected it, or the connection has expired.",
    remedy:
      "Have the owner approve the app: authorize it again, or `POST /connections`. Or send an API key.",
  },
  insufficient_scope: {
    meaning:
      "The API key or the connection is valid but limited: it lacks a scope that the operation needs, or it is for some networks only and may " +
      "not change networks, memberships and note types, or it would undo what it may not change. Where the operation needs scopes " +
      "that it lacks, `detail` names them, and so does the header, as in " +
      '`WWW-Authenticate: Bearer error="insufficient_scope", scope="notes:write"`. Nothing was changed.',
    remedy:
      "Do without it, or ask the owner to widen the limits; `GET /me` says its `scopes` and `networkIds`.",
    example: { scopes: ["notes:write"] },
  },

  // A request asks for what does not exist, or is wrong in itself.
  not_found: {
    meaning:
      "There is no such path, or the id in it is unknown, belongs to another owner, or is not a UUID. On purpose the " +
      "answers to these cases do not differ. That of `GET /contacts/{id}` has `mergedInto` where the contact was merged.",
    remedy:
      "Check the path, and use ids from lists or from the answer that created the resource. A second `DELETE` is also " +
      "answered with 404.",
  },
  method_not_allowed: {
    meaning:
      "The path exists but does not support this method. `Allow` lists the methods that it supports.",
    remedy: "Use one of the methods in `Allow`. Updates are `PATCH`, not `PUT`.",
    example: problems.methodNotAllowed("GET, POST, HEAD, OPTIONS"),
  },
  request_timeout: {
    meaning:
      "The body did not arrive in time: no byte for five seconds, or not complete after thirty.",
    remedy: "Send the request again. Nothing was changed.",
    example: problems.requestTimeout(),
  },
  validation_failed: {
    meaning:
      "The body, the query or a header is invalid. `errors` lists every violation, not only the first; see the list below.",
    remedy: "Correct the members and parameters that the `pointer`s name. Nothing was changed.",
    example: problems.validationFailed([{
      in: "body",
      pointer: "/emails/0/value",
      code: "invalid_format",
      message: "Must be an e-mail address.",
    }]),
  },
  invalid_json: {
    meaning:
      "The body is empty, not JSON, not UTF-8, incomplete, nested deeper than 32 levels, or has an object of more than " +
      "1,000 members or more than 50,000 objects and arrays.",
    remedy: "Send one JSON value. `detail` gives the position of the error.",
    example: problems.invalidJson("The body is not valid JSON at position 17."),
  },
  invalid_reference: {
    meaning:
      "An id in the body is unknown or belongs to another owner; the answers to both do not differ. `errors` says which id.",
    remedy: "Use ids from lists. The resource may have been deleted meanwhile.",
    example: { errors: [{ in: "body", pointer: "/contactId", code: "invalid_reference" }] },
  },
  invalid_photo_path: {
    meaning:
      "`photoUrl` is not the path of an upload for this contact that can still be attached: it is unknown, belongs to " +
      "another contact or owner, was used already, nothing was uploaded to it, or it is a URL.",
    remedy:
      "Request an upload (`POST /contacts/{id}/photo-upload`), `PUT` the bytes, then send its `path`, once. To keep the " +
      "photo, do not send `photoUrl`.",
  },
  invalid_photo: {
    meaning:
      `The uploaded file is empty, larger than ${
        written(photoLimit)
      } bytes, or its header is not that of a JPEG, PNG or WebP picture; ` +
      `or the picture has more than ${written(pixelLimit)} pixels or a side of more than ${
        written(sideLimit)
      }; or a JPEG file has more than ${inUnits(headerLimit)} ` +
      "of other data before its dimensions. It was removed; the contact was not changed.",
    remedy: `Request a new upload and send a JPEG, PNG or WebP file of at most ${photoSize}.`,
    example: problems.invalidPhoto(),
  },

  // A request does not fit what there is: other requests, resources, limits of an account.
  idempotency_key_in_use: {
    meaning: "Another request with the same `Idempotency-Key` is still running.",
    remedy: "Wait a moment and send the request again: it gets the answer of the other one.",
  },
  idempotency_key_reused: {
    meaning:
      "The `Idempotency-Key` was used with another path or body in the last 24 hours. Nothing was changed.",
    remedy: "Use a new key for each new request, and the same key only to repeat a request.",
  },
  precondition_failed: {
    meaning:
      "The resource was changed: its `ETag` is not in `If-Match` any more. Nothing was changed by this request.",
    remedy:
      "Read the resource again, check what has changed, and send the change with the new `ETag`.",
  },
  name_taken: {
    meaning:
      "The account has another network, or another note type, of that name; upper and lower case are the same. Undoing is " +
      "answered with it where the name of what would come back is taken.",
    remedy: "Choose another name, or use the existing one: list them and compare.",
  },
  conflict: {
    meaning:
      "What is to be undone was changed again since, or cannot be undone for another reason. `errors` names each resource and member " +
      "as `/<resource>/<id>/<member>`. Nothing was undone.",
    remedy:
      'Send it with `"dryRun": true` to see every conflict with its reason. Then send it with `"partial": true` to undo the ' +
      "rest, or undo first what was done since (`GET /activity?resourceId=…`).",
    example: {
      errors: [{
        in: "resource",
        pointer: "/contact/0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f/nickname",
        code: "conflict",
      }],
    },
  },
  cursor_expired: {
    meaning:
      `The cursor in \`since\` is older than the log of changes, which goes back ${logDays} days, was made before the log was erased, ` +
      "belongs to another account, or is unknown.",
    remedy:
      "Ask `GET /changes` without `since` for a new cursor, list everything again (contacts with `isArchived=any`, networks, notes, note types, " +
      "relationships, reminders, `GET /me`) and drop what is not listed any more, then go on from that cursor.",
  },
  api_key_limit_reached: {
    meaning: `The account has ${keyLimit} API keys, which is the limit.`,
    remedy: "Delete a key that is no longer used; `lastUsedAt` shows when each was last used.",
  },
  quota_exceeded: {
    meaning:
      `The account has as much as it may have: contacts (${written(quotas.contacts)}), notes (${
        written(quotas.notes)
      }), bytes of photos (${inUnits(quotas.photo_bytes)}), or uploads ` +
      `that are not attached to a contact (${quotas.uploads}), or ${connectionLimit} connections. ` +
      "Administrators of the project can change the numbers but the last.",
    remedy: "Delete what is no longer needed. `detail` says which limit it is.",
    example: { detail: `An account may have at most ${quotas.uploads} unattached uploads.` },
  },

  // A request is of a size, a type or a rate that the service does not take, or the service fails.
  payload_too_large: {
    meaning: `The body, or its \`Content-Length\`, is larger than ${written(bodyLimit)} bytes.`,
    remedy: "Send a smaller body. Photos are not sent to the API but to the `uploadUrl`.",
    example: problems.payloadTooLarge(),
  },
  unsupported_media_type: {
    meaning: "The body is not declared as JSON in UTF-8, or is compressed.",
    remedy: "Send `Content-Type: application/json`, and no `Content-Encoding`.",
    example: problems.unsupportedMediaType(),
  },
  rate_limited: {
    meaning: `The API key or the connection was used ${rateLimit} times in the last 60 seconds. ` +
      "Other access tokens have no limit. A calendar feed is answered 30 times a minute, and an inbox takes 200 messages a day.",
    remedy:
      "Wait the seconds in `Retry-After`, then go on; a request that is sent earlier does not lengthen the wait. " +
      `\`X-RateLimit-Remaining\` says how many requests are allowed now. A page of a list has up to ${pageSizes.most} items.`,
  },
  internal: {
    meaning: "An error in the service. Its log has the cause, the answer does not.",
    remedy: "Report it with the `requestId`. Sending the same request again is unlikely to help.",
  },
  unavailable: {
    meaning:
      "The database, Auth or Storage does not answer, or a concurrent request blocked this one.",
    remedy:
      "Try again after the seconds in `Retry-After`. Reads, `PATCH`, `PUT` and `DELETE` may be repeated as they are, a " +
      "`POST` with the same `Idempotency-Key`.",
  },
};

/** The body of a realistic answer with this code. */
export function problemExample(code: ProblemCode): Json {
  const { example = {} } = errorPages[code];
  const { message: detail, errors } = example instanceof Problem
    ? example
    : refusedByDatabase({ code, ...example }, null, null);
  const { title, status } = problemCatalogue[code];
  return {
    type: problemType(code),
    title,
    status,
    detail,
    code,
    requestId: "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
    ...(errors ? { errors } : {}),
  };
}

const violationMeanings: Record<ViolationCode, string> = {
  required: "A required member is missing.",
  unknown_member: "There is no member of that name. (Read-only members are accepted and ignored.)",
  unknown_parameter:
    "There is no query parameter of that name. The message has the nearest one, or those that there are.",
  invalid_type: "The JSON type is wrong.",
  invalid_format:
    "The format is wrong, or the text contains a NUL character or an unpaired surrogate.",
  too_short: "Too few characters or items.",
  too_long: "Too many characters or items. Characters are code points.",
  too_small: "The number or date is below the minimum.",
  too_big: "The number or date is above the maximum.",
  duplicate: "The value occurs twice in its list, or the query parameter was sent twice.",
  invalid_reference: "The id is unknown or belongs to another owner.",
  conflict:
    "The resource, or the member that the pointer names, is not any more what is to be undone.",
};

/** The page of a code as Markdown. */
function page(code: ProblemCode): string {
  const { status, title } = problemCatalogue[code];
  const { meaning, remedy } = errorPages[code];
  const example = JSON.stringify(problemExample(code), null, 2);
  return `## ${code}\n\n**${status} ${title}.** ${meaning}\n\n${remedy}\n\n\`\`\`json\n${example}\n\`\`\`\n`;
}

/** The catalogue as Markdown; the `type` of every problem is a link to it. */
export function errorGuide(): string {
  const codes = Object.keys(problemCatalogue) as ProblemCode[];
  const violations = Object.entries(violationMeanings)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
  return [
    "# Errors\n",
    "Every error is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `code` and",
    "`requestId`, and `errors` where members or parameters are invalid. Programs should use `code`, which is one of those",
    "below and never changes its meaning; the texts may change. `requestId` is the `X-Request-Id` of the answer.\n",
    ...codes.map(page),
    "## Items of `errors`\n",
    "Each has `in` (`body`, `query`, `header`, or `resource` where a stored resource is in the way), `pointer` (RFC 6901; `/` and the",
    "parameter's name; or `/<resource>/<id>/<member>`), `message`, and a `code`:\n",
    ...violations,
    "",
  ].join("\n");
}
