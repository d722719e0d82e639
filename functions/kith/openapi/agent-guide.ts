import { z } from "zod";
import { uuidPattern } from "../core/fields.ts";
import { publicPath } from "../core/paths.ts";
import { problemCatalogue, type ProblemCode } from "../core/problems.ts";
import type { Route } from "../core/route.ts";
import { tags } from "./document.ts";
import { errorPages } from "./errors.ts";
import type { Json } from "./json-schema.ts";

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
- Log a conversation: \`POST /notes { "content": "…", "contactIds": ["…"] }\`. It updates \`lastContactedAt\`, unless the note's
  type has \`countsAsContact: false\`. With a reminder: \`POST /notes/with-reminder\`.
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

/** The operations as Markdown, a section for each group, with their parameters and the shapes of their bodies. */
function operationSections(routes: Route[]): string[] {
  const forKeys = routes.filter(({ access }) => access !== "accessToken");
  const sections = tags.map(({ name }) => {
    const lines = forKeys.filter((route) => route.tags.includes(name))
      .map((route) => operationLine(route, routes));
    return lines.length > 0 ? `### ${name}\n\n${lines.join("\n")}` : "";
  });
  const others = routes.filter((route) => !forKeys.includes(route)).map(operationName).join(", ");
  return [...sections.filter(Boolean), `### With an access token only\n\n${others}.`];
}

function operationName({ method, path }: Route): string {
  return `\`${method.toUpperCase()} ${path}\``;
}

function operationLine(route: Route, routes: Route[]): string {
  return [
    `- ${operationName(route)}: ${route.summary}.`,
    queryOf(route, routes),
    bodyOf(route, routes),
  ].filter(Boolean).join(" ");
}

/** The parameters; those that the list of the same resources has are not said again. */
function queryOf(route: Route, routes: Route[]): string {
  const list = routes.find(({ method, path }) =>
    method === "get" && route.path === `${path}/export`
  );
  const known = list ? parametersOf(list) : [];
  const query = parametersOf(route).filter((each) => !known.includes(each));
  if (query.length === 0) return "";
  return `Query: ${list ? "the filters of the list, " : ""}${query.join(", ")}.`;
}

/** What the guide explains once. */
const explained = ["fields", "page", "pageSize"];

function parametersOf({ request }: Route): string[] {
  if (!request.query) return [];
  const { properties } = z.toJSONSchema(request.query(), { io: "input" }) as Json;
  const listed = Object.entries<Json>(properties).filter(([name]) => !explained.includes(name));
  return listed.map(([name, schema]) => {
    const { type, format, enum: words } = schema;
    if (name === "sort") {
      const fields = words.filter((order: string) => !order.startsWith("-"));
      const order = schema.default ?? schema["x-default-order"];
      return `\`sort\` (one of ${fields.join(", ")}; ${order} if absent)`;
    }
    if (words) return `\`${name}=${words.join("|")}\``;
    if (type === "boolean") return `\`${name}=true|false\``;
    return format === "date" ? `\`${name}=YYYY-MM-DD\`` : `\`${name}\``;
  });
}

/** The shape of a body where it is first needed: an update takes the members of the creation. */
function bodyOf(route: Route, routes: Route[]): string {
  const members = writtenMembers(route);
  if (members.length === 0) return "";
  const collection = route.path.replace("/{id}", "");
  const creation = routes.find(({ method, path }) => method === "post" && path === collection);
  if (!creation || route.method !== "patch") {
    return `Body: \`${exampleOf(route, members)}\`.${needed(route)}`;
  }
  const known = writtenMembers(creation);
  const more = members.filter((name) => !known.includes(name)).map((name) => `, \`${name}\``);
  return `Body: any of the same members${more.join("")}.`;
}

function bodySchema({ request }: Route): z.ZodObject | undefined {
  return request.body?.schema();
}

function writtenMembers(route: Route): string[] {
  const shape: Record<string, z.ZodType> = bodySchema(route)?.shape ?? {};
  return Object.keys(shape).filter((name) => !metadata(shape[name])["undocumented"]);
}

/** All members that a client writes of a resource, with the values of its example; of other bodies their example. */
function exampleOf(route: Route, members: string[]): string {
  const { schema } = route.success;
  const answer = metadata(schema?.())["example"] ?? {};
  const values = route.resource && members.every((name) => name in answer)
    ? Object.fromEntries(members.map((name) => [name, answer[name]]))
    : metadata(bodySchema(route))["example"];
  return spaced(values);
}

/** JSON in one line, with spaces where people write them. */
function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  // An id would only be an example, and several are long.
  if (typeof value === "string" && uuidPattern.test(value)) return '"<id>"';
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `"${name}": ${spaced(member)}`);
  return `{ ${members.join(", ")} }`;
}

function needed(route: Route): string {
  const shape: Record<string, z.ZodType> = bodySchema(route)!.shape;
  const names = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success);
  if (names.length > 0) return ` Needs ${names.map((name) => `\`${name}\``).join(", ")}.`;
  const { description } = metadata(bodySchema(route));
  return description ? ` ${description}` : "";
}

function metadata(schema: z.ZodType | undefined): Json {
  return schema?.meta() ?? {};
}
