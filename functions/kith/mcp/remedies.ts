import type { ProblemCode } from "../core/problem.ts";

/** What an assistant can do about a refusal. What is not here says it all in its detail, or cannot come out of a tool. */
export const remedies: Partial<Record<ProblemCode, string>> = {
  unauthorized: "Ask the user for another API key, or to connect again.",
  access_token_required: "Only the user can do this, on the settings page.",
  connection_required: "Ask the user to connect again.",
  insufficient_scope: "Do without it, or ask the user to widen the limits on the settings page.",
  not_found:
    "Use an id of search_contacts, search_notes, list_due, list_networks or recent_activity. It may have been deleted: " +
    "list_trash says so, and undo brings it back.",
  validation_failed: "Correct the arguments that the pointers name, and call again.",
  invalid_reference: "Ask the user who or what is meant, and pass its id.",
  idempotency_key_in_use: "Call again in a moment with the same idempotencyKey.",
  idempotency_key_reused:
    "Use a new idempotencyKey for each new call, and the same one only to repeat a call.",
  precondition_failed: "Read it again, and call again.",
  name_taken: "Choose another name, or use what has the name.",
  conflict:
    "Call undo with dryRun to see each conflict, and with partial to undo the rest; or first undo what was done since, " +
    "which recent_activity with resourceId lists.",
  quota_exceeded: "Tell the user; something has to be deleted first.",
  rate_limited: "Wait retryAfterSeconds, then go on with fewer calls.",
  internal: "Tell the user. Calling again is unlikely to help.",
  unavailable:
    "Call again after retryAfterSeconds. What creates something needs the same idempotencyKey as before.",
};
