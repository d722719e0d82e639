/** `llms.txt`, the guide for agents: what people wrote, and the operations and errors from the routes. */
import { z } from "zod";
import { uuidPattern } from "../../functions/kith/core/fields.ts";
import { publicPath } from "../../functions/kith/core/paths.ts";
import { problemCatalogue, type ProblemCode } from "../../functions/kith/core/problems.ts";
import type { Route } from "../../functions/kith/core/route.ts";
import { tags } from "./document.ts";
import { errorPages } from "./errors.ts";
import type { Json } from "./json-schema.ts";
import { logDays, pageSizes, rateLimit } from "../../functions/kith/core/limits.ts";

const opening = `\
# Kith

> A personal contact manager over HTTP: contacts, the networks they belong to, notes, reminders, and whom
> to contact.

Base URL: \`<project URL>${publicPath}\`. Without a token: \`GET /openapi.json\`, the contract,
\`GET /errors\`, all error codes, \`GET /health\`, and this, \`GET /llms.txt\`.

## Conventions

- Send \`Authorization: Bearer <API key>\`, or an access token of the project's Auth.
- Bodies are \`application/json\`. Unknown members and query parameters are refused. Read-only members are ignored,
  except a contact's \`photoUrl\`. Text is trimmed; blank text becomes
  null where null is allowed.
- \`PATCH\` keeps members that are absent, clears those that are null, and replaces whole arrays. To change single items of
  a contact's list send \`{ "addEmails": [{ "value": "…" }], "removeEmails": ["…"] }\`.
- A list answers \`{ data, page, pageSize, total }\`. For all of it send \`pageSize=${pageSizes.most}\` and go on while
  \`page * pageSize < total\`. Pages move while others write; \`GET /changes\` and the export
  do not. \`sort=-field\` sorts descending. \`fields=id,createdAt\` selects members of contacts, notes,
  reminders and change sets.
- Ids are UUIDs, instants RFC 3339 with an offset, dates \`YYYY-MM-DD\`; a \`birthday\` without a year is \`--MM-DD\`.
- \`occurredAt\`, \`lastContactedAt\` and \`dueAt\` also take a date: the start of that day, or 09:00 for \`dueAt\`, in
  the profile's time zone. Read \`timezone\` from \`GET /me\` for "yesterday".
- A key may be limited: \`GET /me\` has its \`scopes\`, \`networkIds\` and \`expiresAt\`; null is no limit. 403
  \`insufficient_scope\` names the missing scope: ask the owner.
- A key may send ${rateLimit} requests in any 60 seconds. After 429 wait the seconds in \`Retry-After\`.
- Send an \`Idempotency-Key\` with a \`POST\`; without an answer, send it again with that key. \`If-Match\` with the \`ETag\`
  that you read refuses a change (412) if the resource has changed since.
- Creating answers 201 with the object, deleting 204. Each change has an id in the header \`X-Activity-Id\`
  and can be undone for ${logDays} days.`;

const recipes = `\
## Recipes

- Find a person: \`GET /contacts?search=zoe mueller\`. Every word must match, in the contact or its notes; \`matches\` says where; the best is first. All about one: \`GET /contacts/{id}?include=notes,reminders,networks,relationships\`.
- See what is due: \`GET /upcoming?include=names\` lists reminders, contacts and birthdays by day, and
  \`GET /contacts?needsContact=true\` the contacts that are due now. Without \`contactFrequencyDays\` a contact is never
  due; \`snoozedUntil\` puts it off.
- Log a conversation: \`POST /notes { "content": "…", "contactIds": ["…"] }\`. It updates \`lastContactedAt\`, unless the
  note's type has \`countsAsContact: false\`. With a reminder: \`POST /notes/with-reminder\`.
- Remind every first Monday: \`POST /reminders\` with \`dueAt\` and \`"recurrence": "FREQ=MONTHLY;BYDAY=1MO"\`. Completing
  the reminder creates the next one, \`nextId\`. Deleting it ends the series, unless \`keepSeries=true\`.
- "Zoë is Max's sister": \`POST /relationships { "contactId": "<Max>", "relatedContactId": "<Zoë>", "kind": "sibling", "label": "sister" }\`, once
  for both.
- Deleting a contact keeps its notes and reminders and ends its relationships, deleting a network its contacts, deleting a note type its notes.
- Set a photo: \`POST /contacts/{id}/photo-upload { "extension": "jpg" }\`; send the bytes to the \`uploadUrl\` of the answer
  with its \`method\` and \`headers\`, without \`Authorization\`; then \`PATCH /contacts/{id} { "photoUrl": "<its path>" }\`.
- Undo a change: \`POST /activity/{id}/undo\` with the \`X-Activity-Id\`, without a body. Undo all that you did:
  \`POST /activity/undo\` with the \`actor.id\` of your change sets.
- Archived contacts are in exports, and in lists only with \`isArchived=any\`; \`archivedCount\` says how many match.
- Merge duplicates: \`GET /contacts/duplicates?minScore=0.8\`, preview \`POST /contacts/{id}/merge { "duplicateId": "…", "dryRun": true }\`,
  then merge without \`dryRun\`, or dismiss the pair.
- Import up to 1,000 contacts: \`POST /imports\` with a file as \`text/vcard\` or \`text/csv\`, then
  \`POST /imports/{id}/apply { "onMatch": "merge" }\`.
- Restore the deleted: \`GET /trash?search=zoe\`, then \`POST /activity/{id}/undo\` with the \`id\` of the item.
- Keep a copy up to date: \`GET /changes\` answers a \`cursor\`; then list everything once. Later \`GET /changes?since=<cursor>\`:
  replace each \`value\`, remove what is \`deleted\`, store the new \`cursor\`, repeat while \`hasMore\`. After 410
  \`cursor_expired\` start again. \`needsContact\` and \`nextContactOn\` also change at midnight, without an entry.`;

// Their details say all there is to say, or an agent with an API key does not get them.
const omittedCodes: ProblemCode[] = [
  "access_token_required",
  "second_factor_required",
  "connection_required",
  "api_key_limit_reached",
  "idempotency_key_in_use",
  "idempotency_key_reused",
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
    "## Operations\n\nBodies show all members; those not needed are optional.",
    ...operationSections(routes),
    recipes,
    "## Errors\n\n`application/problem+json` with `code`, `detail`, `requestId`, and `errors: [{ in, pointer, code, message }]`. What to do about these codes:",
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
  // What has a secret in its path is for calendar apps and mail providers.
  const forAgents = routes.filter(({ secret }) => !secret);
  const forKeys = forAgents.filter(({ access }) => access !== "accessToken");
  // What needs no token is said in the beginning.
  const sections = tags.filter(({ name }) => name !== "Service").map(({ name }) => {
    const lines = forKeys.filter((route) => route.tags.includes(name))
      .map((route) => operationLine(route, routes));
    return lines.length > 0 ? `### ${name}\n\n${joined(lines)}` : "";
  });
  const others = forAgents.filter((route) => !forKeys.includes(route));
  const paths = [...new Set(others.map(({ path }) => path))];
  const byPath = paths.map((path) => {
    const methods = others.filter((route) => route.path === path)
      .map(({ method }) => method.toUpperCase());
    return `\`${methods.join("|")} ${path}\``;
  });
  return [...sections.filter(Boolean), `### With an access token only\n\n${byPath.join(", ")}.`];
}

function operationName({ method, path }: Route): string {
  return `\`${method.toUpperCase()} ${path}\``;
}

/** The lines, with those that have only the names of operations in one. */
const joined = (lines: string[]) =>
  lines.reduce((text, line) =>
    /[`)]$/.test(text) && /[`)]$/.test(line) ? `${text}, ${line.slice(2)}` : `${text}\n${line}`
  );

/** What an operation does that its method does not say. */
const summaryOf = ({ path, summary }: Route): string =>
  /^\/[^/]+(\/\{id\})?$/.test(path) &&
    /^(List|Create|Get|Update|Delete) \S+( \S+){0,2}$/.test(summary)
    ? ""
    : `: ${summary}.`;

function operationLine(route: Route, routes: Route[]): string {
  return [
    `- ${operationName(route)}${summaryOf(route)}`,
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
      return `\`sort=${fields.join("|")}\`${fields.length > 1 ? ` (${order} if absent)` : ""}`;
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
  // What changes single items of lists is explained once.
  const isExplained = (name: string) => known.includes(name) || /^(add|remove)[A-Z]/.test(name);
  const more = members.filter((name) => !isExplained(name)).map((name) => `, \`${name}\``);
  return more.length > 0 ? `Body: the same members${more.join("")}.` : "(the same members)";
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
