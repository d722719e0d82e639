import { publicPath } from "../core/paths.ts";
import { problemCatalogue, type ProblemCode } from "../core/problem.ts";
import type { Route } from "../core/route.ts";
import { operationSections } from "./agent-operations.ts";
import { errorPages } from "./error-pages.ts";

const opening = `\
# Kith

> A personal contact manager over HTTP: contacts, the networks they belong to, notes about them, reminders, and whom to
> contact next.

Base URL: \`<project URL>${publicPath}\`. The exact contract is \`GET /openapi.json\`, \`GET /errors\` explains every
error code; neither needs a token.

## Conventions

- Send \`Authorization: Bearer <API key>\`, or an access token of the project's Auth.
- Send bodies as \`Content-Type: application/json\`. Unknown members and query parameters are refused; read-only members are
  ignored, so an object may be sent back as it was read, except a contact's \`photoUrl\`. Text is trimmed; blank text becomes
  null where null is allowed.
- \`PATCH\` keeps what is absent, clears what is null, and replaces arrays as a whole. To change single items of
  a contact's list send \`{ "addEmails": [{ "value": "…" }], "removeEmails": ["…"] }\`.
- A list is \`{ data, page, pageSize, total }\`. All take \`page\` and \`pageSize\`: send \`pageSize=200\` and read pages while \`page * pageSize < total\`.
  \`sort=-field\` is descending. \`fields=id,createdAt\` picks members of contacts, notes, reminders and change sets.
- Ids are UUIDs. Instants are RFC 3339 with offset, dates \`YYYY-MM-DD\`; a \`birthday\` without its year is \`--MM-DD\`.
- \`occurredAt\`, \`lastContactedAt\` and \`dueAt\` also accept a bare date: the start of that day, for \`dueAt\` 09:00, in
  the time zone of the profile. Read \`timezone\` from \`GET /me\` before you turn "yesterday" into a date.
- A key may be limited: \`GET /me\` says its \`scopes\`, \`networkIds\` and \`expiresAt\`; null is no limit. 403
  \`insufficient_scope\` names the scope that it lacks: ask the owner. Contacts outside of its networks are
  404 and in no list.
- A key may send 120 requests in any 60 seconds. On 429 wait the seconds of \`Retry-After\`.
- Every \`POST\` takes an \`Idempotency-Key\` of yours: send it again with the same key where an answer was lost. \`If-Match\` with the \`ETag\`
  that you read refuses (412) to change what has changed since.
- Creating answers 201 with the object, deleting 204 without a body. Both, and changes, name their change set in the
  header \`X-Activity-Id\`, which can be undone for 30 days.`;

const recipes = `\
## Recipes

- Find a person: \`GET /contacts?search=zoe mueller\`. Every word must match; case and accents do not matter. \`archivedCount\`: how many archived ones match.
  All about them: \`GET /contacts/{id}?include=notes,reminders,networks\`.
- What is due: \`GET /upcoming?include=names\` has reminders, contacts and birthdays by day, \`GET /contacts?needsContact=true\` whom to
  contact now. Without \`contactFrequencyDays\` nobody is due.
- Log a conversation: \`POST /notes { "content": "…", "contactIds": ["…"] }\`. It updates \`lastContactedAt\` and \`nextContactOn\`,
  unless the note's type has \`countsAsContact: false\`.
- Remind every first Monday: \`POST /reminders\` with \`dueAt\` and \`recurrence\`, here \`FREQ=MONTHLY;BYDAY=1MO\`. Completing
  it makes the next one, \`nextId\`; deleting it ends the series, unless \`keepSeries=true\`.
- Deleting a contact keeps its notes and reminders, without it; a network its contacts, a note type its notes.
- Set a photo, in three steps: \`POST /contacts/{id}/photo-upload { "extension": "jpg" }\`; send the bytes to the answer's
  \`uploadUrl\` with its \`method\` and \`headers\`, without \`Authorization\`; then
  \`PATCH /contacts/{id} { "photoUrl": "<its path>" }\`. JPEG, PNG or WebP, at most 5 MiB and 50
  megapixels; \`null\` removes it.
- Undo what you just did: \`POST /activity/{id}/undo\`; it needs no body, and \`id\` is the \`X-Activity-Id\`. 409 \`conflict\` names what was changed since; \`{ "partial": true }\` undoes
  the rest, \`{ "dryRun": true }\` only looks. All that you did:
  \`POST /activity/undo { "actorId": "<actor.id of your change sets>", "since": "…" }\`.
- Archived contacts are in exports, but in lists only with \`isArchived=any\`.
- Clean up: \`GET /contacts/duplicates?minScore=0.8\`, try \`POST /contacts/{id}/merge { "duplicateId": "…", "dryRun": true }\`,
  merge without \`dryRun\`, or dismiss the pair.
- Import up to 1,000 contacts: \`POST /imports\` a file as \`text/vcard\` or \`text/csv\` (\`Content-Type\`), then
  \`POST /imports/{id}/apply { "onMatch": "merge" }\`.
- What changed since yesterday, by whom: \`GET /activity?from=YYYY-MM-DD&fields=at,actor,summary\`, with \`resourceId\` for one contact.
- Get back what was deleted: \`GET /trash?search=zoe\`, then \`POST /activity/{id}/undo\` with the item's \`id\`.
- Keep a copy up to date: \`GET /changes\` answers a \`cursor\`; then list everything once. Later \`GET /changes?since=<cursor>\`:
  replace each \`value\`, remove what is \`deleted\`, store the new \`cursor\`, and go on while \`hasMore\`. 410
  \`cursor_expired\`: begin again. \`needsContact\` and \`nextContactOn\` also change without a change, at midnight.`;

// Their details say all there is to say, or an agent with an API key does not get them.
const omittedCodes: ProblemCode[] = [
  "access_token_required",
  "second_factor_required",
  "connection_required",
  "api_key_limit_reached",
  "method_not_allowed",
  "request_timeout",
  "invalid_json",
  "payload_too_large",
  "unsupported_media_type",
  "internal",
];

/** What an agent needs to use the API, as Markdown; operations and errors are taken from the routes. */
export function agentGuide(routes: Route[]): string {
  const codes = (Object.keys(problemCatalogue) as ProblemCode[]).filter((code) =>
    !omittedCodes.includes(code)
  );
  return [
    opening,
    "## Operations\n\nBodies show every member; all are optional unless the line says what it needs.",
    ...operationSections(routes),
    recipes,
    "## Errors\n\n`application/problem+json` with `code`, `detail`, `requestId`, and `errors: [{ in, pointer, code, message }]`. Of these codes `detail` does not say what to do:",
    codes.map(errorLine).join("\n"),
  ].map(withoutBreaks).join("\n\n") + "\n";
}

/** Each item of a list in one line, which needs fewer lines than in the source. */
function withoutBreaks(text: string): string {
  return text.replace(/\n {2}(?=\S)/g, " ");
}

function errorLine(code: ProblemCode): string {
  return `- ${problemCatalogue[code].status} \`${code}\`: ${errorPages[code].remedy}`;
}
