import type { Pages } from "./page.ts";

/** A request does not fit what there is: other requests, resources, limits of an account. */
export const stateErrors = {
  idempotency_key_in_use: {
    meaning: "Another request with the same `Idempotency-Key` is still running.",
    remedy: "Wait a moment and send the request again: it gets the answer of the other one.",
    example: { detail: "Another request with this Idempotency-Key is still running." },
  },
  idempotency_key_reused: {
    meaning:
      "The `Idempotency-Key` was used with another path or body in the last 24 hours. Nothing was changed.",
    remedy: "Use a new key for each new request, and the same key only to repeat a request.",
    example: { detail: "This Idempotency-Key was used for another request before." },
  },
  precondition_failed: {
    meaning:
      "The resource was changed: its `ETag` is not in `If-Match` any more. Nothing was changed by this request.",
    remedy:
      "Read the resource again, check what has changed, and send the change with the new `ETag`.",
    example: { detail: "The resource has changed since it was read. Read it again." },
  },
  name_taken: {
    meaning:
      "The account has another network, or another note type, of that name; upper and lower case are the same. Undoing is " +
      "answered with it where the name of what would come back is taken.",
    remedy: "Choose another name, or use the existing one: list them and compare.",
    example: { detail: "The name is already taken. Upper and lower case are the same." },
  },
  conflict: {
    meaning:
      "What is to be undone was changed again since, or something else is in the way. `errors` names each resource and member " +
      "as `/<resource>/<id>/<member>`. Nothing was undone.",
    remedy:
      'Send it with `"dryRun": true` to see every conflict with its reason. Then send it with `"partial": true` to undo the ' +
      "rest, or undo first what was done since (`GET /activity?resourceId=…`).",
    example: {
      detail: "What would be undone has been changed since. Nothing was undone.",
      errors: [{
        in: "resource",
        pointer: "/contact/0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f/nickname",
        code: "conflict",
        message: "It has been changed again since.",
      }],
    },
  },
  cursor_expired: {
    meaning:
      "The cursor in `since` is older than the log of changes, which goes back 30 days, was made before the log was erased, " +
      "belongs to another account, or is unknown.",
    remedy:
      "Ask `GET /changes` without `since` for a new cursor, list everything again (contacts with `isArchived=any`, networks, notes, note types, " +
      "reminders, `GET /me`) and drop what is not listed any more, then go on from that cursor.",
    example: { detail: "The cursor is not known, or older than the log of changes." },
  },
  api_key_limit_reached: {
    meaning: "The account has 20 API keys, which is the limit.",
    remedy: "Delete a key that is no longer used; `lastUsedAt` shows when each was last used.",
    example: { detail: "An account has at most 20 API keys. Delete one that is no longer used." },
  },
  quota_exceeded: {
    meaning:
      "The account has as much as it may have: contacts (100,000), notes (1,000,000), bytes of photos (5 GiB), or uploads " +
      "that are not attached to a contact (20), of which administrators of the project can change the numbers; or 50 connections.",
    remedy: "Delete what is no longer needed. `detail` says which limit it is.",
    example: { detail: "An account may have at most 20 unattached uploads." },
  },
} satisfies Pages;
