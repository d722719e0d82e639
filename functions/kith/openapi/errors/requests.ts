import type { Pages } from "./page.ts";

/** A request asks for what does not exist, or is wrong in itself. */
export const requestErrors = {
  not_found: {
    meaning:
      "There is no such path, or the id in it is unknown, belongs to another owner, or is not a UUID. On purpose the " +
      "answers to these cases do not differ. That of `GET /contacts/{id}` has `mergedInto` where the contact was merged.",
    remedy:
      "Check the path, and use ids from lists or from the answer that created the resource. A second `DELETE` is also " +
      "answered with 404.",
    example: { detail: "There is no such resource." },
  },
  method_not_allowed: {
    meaning:
      "The path exists but does not support this method. `Allow` lists the methods that it supports.",
    remedy: "Use one of the methods in `Allow`. Updates are `PATCH`, not `PUT`.",
    example: { detail: "This path supports GET, POST, HEAD, OPTIONS." },
  },
  request_timeout: {
    meaning:
      "The body did not arrive in time: no byte for five seconds, or not complete after thirty.",
    remedy: "Send the request again. Nothing was changed.",
    example: { detail: "The body did not arrive in time." },
  },
  validation_failed: {
    meaning:
      "The body, the query or a header is invalid. `errors` lists every violation, not only the first; see the list below.",
    remedy: "Correct the members and parameters that the `pointer`s name. Nothing was changed.",
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
    meaning:
      "The body is empty, not JSON, not UTF-8, incomplete, nested deeper than 32 levels, or has an object of more than " +
      "1,000 members or more than 50,000 objects and arrays.",
    remedy: "Send one JSON value. `detail` gives the position of the error.",
    example: { detail: "The body is not valid JSON at position 17." },
  },
  invalid_reference: {
    meaning:
      "An id in the body is unknown or belongs to another owner; the answers to both do not differ. `errors` says which id.",
    remedy: "Use ids from lists. The resource may have been deleted meanwhile.",
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
      "`photoUrl` is not the path of an upload for this contact that can still be attached: it is unknown, belongs to " +
      "another contact or owner, was used already, nothing was uploaded to it, or it is a URL.",
    remedy:
      "Request an upload (`POST /contacts/{id}/photo-upload`), `PUT` the bytes, then send its `path`, once. To keep the " +
      "photo, do not send `photoUrl`.",
    example: {
      detail: "This is not the path of an upload for this contact that can still be attached.",
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
      "The uploaded file is empty, larger than 5,242,880 bytes, or its header is not that of a JPEG, PNG or WebP picture; " +
      "or the picture has more than 50,000,000 pixels or a side of more than 16,384; or a JPEG file has more than 1 MiB " +
      "of other data before its dimensions. It was removed; the contact was not changed.",
    remedy:
      "Request a new upload and send a JPEG, PNG or WebP file of at most 5 MiB and 50 megapixels.",
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
} satisfies Pages;
