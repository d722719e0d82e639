import { publicPath } from "../core/paths.ts";
import { problemCatalogue, type ProblemCode } from "../core/problem.ts";
import type { Route } from "../core/route.ts";
import { operationSections } from "./agent-operations.ts";
import { errorPages } from "./error-pages.ts";

const opening = `\
# Kith

> A personal contact manager over HTTP: contacts, the networks they belong to, notes about them, reminders, and whom to
> contact next.

Base URL: \`<project URL>${publicPath}\`. All paths below are under it. The exact contract is \`GET /openapi.json\` (OpenAPI 3.1), \`GET /errors\` explains every
error code; neither needs a token.

## Conventions

- Send \`Authorization: Bearer <API key>\`; a key is \`kith_\` and 40 hexadecimal characters. Access tokens of the project's
  Auth work too.
- Send bodies as \`Content-Type: application/json\`. Unknown members and query parameters are refused; read-only members are
  ignored, so an object may be sent back as it was read, except a contact's \`photoUrl\`. Text is trimmed; blank text becomes
  null where null is allowed.
- \`PATCH\` keeps what is absent, clears what is null, and replaces arrays as a whole. To change single items of
  a contact's list send \`{ "addEmails": [{ "value": "…" }], "removeEmails": ["…"] }\`.
- A list is \`{ data, page, pageSize, total }\`. All take \`page\` and \`pageSize\`: send \`pageSize=200\` and read pages while \`page * pageSize < total\`.
  \`sort=field\` is ascending, \`sort=-field\` descending. \`fields=id,createdAt\` picks members of contacts, notes and reminders.
- Ids are UUIDs. Instants are RFC 3339 with offset, dates \`YYYY-MM-DD\`; a \`birthday\` without its year is \`--MM-DD\`.
- \`occurredAt\`, \`lastContactedAt\` and \`dueAt\` also accept a bare date: the start of that day, for \`dueAt\` 09:00, in
  the time zone of the profile. Read \`timezone\` from \`GET /me\` before you turn "yesterday" or "at 5" into a date or time.
- A key may be limited: \`GET /me\` says its \`scopes\`, \`networkIds\` and \`expiresAt\`; null is no limit. 403
  \`insufficient_scope\` names the scope that it lacks: do without, or ask the owner. Contacts outside of its networks are
  404 and in no list.
- A key may send 120 requests in any 60 seconds. On 429 wait the seconds in \`Retry-After\`.
- Creating answers 201 with the object, deleting 204 without a body. Both, and changes, name their change set in the
  header \`X-Activity-Id\`, which can be undone for 30 days.`;

const recipes = `\
## Recipes

- Find a person: \`GET /contacts?search=zoe mueller\`. Every word must match; case and accents do not matter.
  All about them: \`GET /contacts/{id}?include=notes,reminders,networks\`.
- What is due: \`GET /upcoming\` has reminders, contacts and birthdays by day, \`GET /contacts?needsContact=true\` whom to
  contact now. Without \`contactFrequencyDays\` nobody is due.
- Log a conversation: \`POST /notes { "content": "…", "contactIds": ["…"] }\`. It updates \`lastContactedAt\` and \`nextContactOn\`,
  unless the note's type has \`countsAsContact: false\`.
- Remind every second Monday: \`POST /reminders\` with \`dueAt\` and \`recurrence\`, here \`FREQ=WEEKLY;INTERVAL=2;BYDAY=MO\`. Completing
  it makes the next one, \`nextId\`; deleting it ends the series, unless \`keepSeries=true\`.
- Deleting a contact keeps its notes and reminders, without it until that is undone. Deleting a network keeps its contacts, a note type its notes.
- Set a photo, in three steps: \`POST /contacts/{id}/photo-upload { "extension": "jpg" }\`; send the bytes to the answer's
  \`uploadUrl\` with its \`method\` and \`headers\`, and without \`Authorization\`; then
  \`PATCH /contacts/{id} { "photoUrl": "<path of the answer>" }\`. JPEG, PNG or WebP, at most 5 MiB and 50
  megapixels. \`null\` removes it.
- Undo what you just did: every answer that changed something has the header \`X-Activity-Id\`. Send
  \`POST /activity/{id}/undo\`; it needs no body. 409 \`conflict\` names what was changed since; \`{ "partial": true }\` undoes
  the rest. \`{ "dryRun": true }\` only looks. Everything that you did:
  \`POST /activity/undo { "actorId": "<actor.id of your change sets>", "since": "…" }\`.
- Clean up: \`GET /contacts/duplicates?minScore=0.8\`, look with \`POST /contacts/{id}/merge { "duplicateId": "…", "dryRun": true }\`,
  merge without \`dryRun\`, or dismiss the pair.
- What changed since yesterday, and by whom: \`GET /activity?from=YYYY-MM-DD\`, with \`resourceId\` for one contact.
- Get back what was deleted: find it with \`GET /trash?search=zoe\`, then \`POST /activity/{id}/undo\` with the \`id\` of the item.
- Keep a copy up to date: \`GET /changes\` answers a \`cursor\`; then list everything once, contacts with \`isArchived=any\`. Later \`GET /changes?since=<cursor>\`:
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
