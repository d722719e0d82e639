/** The OpenAPI document, made from the routes. */
import { z } from "zod";
import { extensible, id, lazily } from "../../functions/kith/core/fields.ts";
import { publicPath } from "../../functions/kith/core/paths.ts";
import { problemCatalogue, violationCodes } from "../../functions/kith/core/problems.ts";
import type { Route } from "../../functions/kith/core/route.ts";
import { version } from "../../functions/kith/core/version.ts";
import { withNamedEnums } from "./enums.ts";
import { type Json, NamedSchemas } from "./json-schema.ts";
import { describeOperation, headers, refusals } from "./operation.ts";
import { logDays, rateLimit } from "../../functions/kith/core/limits.ts";

/** The OpenAPI 3.1 document of these routes. */
export function describeApi(routes: Route[]): Json {
  const schemas = new NamedSchemas();
  schemas.add(problemSchema(), "output");
  const paths: Json = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method] = describeOperation(route, schemas);
  }
  const enums: Record<string, Json> = {};
  const named = Object.entries(schemas.found).map(([name, schema]) =>
    // A schema that is an enum has its name already.
    [name, schema.enum ? schema : withNamedEnums(schema, enums)] as const
  );
  const referring = withNamedEnums(paths, enums);
  return {
    openapi: "3.1.0",
    info: {
      title: "Kith",
      version,
      summary: "A personal contact manager over HTTP.",
      description: about,
      contact: { name: "The administrator of the Supabase project that serves this document" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      // Relative, so that it is correct for every host that the document is served from.
      { url: publicPath, description: "Where this document was read." },
    ],
    tags: tags.filter(({ name }) => routes.some((route) => route.tags.includes(name))),
    paths: referring,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "kith_ and 40 hexadecimal characters",
          description:
            `An API key, for agents and scripts: ${rateLimit} requests in any 60 seconds. ` +
            "The access token of an app that was approved as a " +
            "connection counts as one.",
        },
        accessToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "An access token of the project's Supabase Auth, for apps that people sign in to.",
        },
      },
      schemas: sorted({ ...Object.fromEntries(named), ...enums }),
      responses: sorted(refusals(routes)),
      headers,
    },
  };
}

/** The document as text, as it is served and committed. */
export function documentText(routes: Route[]): string {
  return `${JSON.stringify(describeApi(routes), null, 2)}\n`;
}

function sorted(record: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1));
}

/** The description of the API, as Markdown. */
const about = `\
Contacts, the networks they belong to, notes about them, reminders, and who is due to be contacted.

**Credentials.** Send \`Authorization: Bearer <token>\` with an API key or an access token. All data belongs to the owner
of the credential; the id of another owner's resource is treated like one that does not exist.

**Format.** JSON in camelCase, ids are UUIDs, instants RFC 3339 in UTC with milliseconds, dates \`YYYY-MM-DD\`. A list is
\`{ data, page, pageSize, total }\`. \`PATCH\` keeps what is absent, clears what is \`null\` and replaces arrays; members such as \`addEmails\` change single items. Text is
trimmed, contains no NUL characters, and blank text is \`null\` where that is allowed. Unknown members of a body and unknown query parameters are
refused; operations without a credential accept any query parameter and ignore it.

**Errors** are \`application/problem+json\` with a \`code\`; \`errors\` lists every violation of an invalid request. What each
code means and what to do about it is at \`/errors\`; codes may be added. A path that is not listed here is 404 \`not_found\`, a method that a path
does not list is 405 \`method_not_allowed\` with \`Allow\`.

**Safe retries and edits.** Every \`POST\` accepts an \`Idempotency-Key\`: a request that is sent again within 24 hours
gets the first answer and is not run twice. Single resources have an \`ETag\`; \`PATCH\` and \`DELETE\` accept it as
\`If-Match\`, \`GET\` as \`If-None-Match\`.

**Log of changes.** Everything that changes contacts, networks, memberships, relationships, notes, note types, reminders and the profile
is in a log for ${logDays} days: \`GET /activity\`. An answer that changed something names its change set in \`X-Activity-Id\`, and
\`POST /activity/{id}/undo\` takes it back. \`GET /changes\` is for copies elsewhere. Computed members are not
logged: \`needsContact\` and \`nextContactOn\` follow from the day and the profile's time zone, and the \`sentence\` of a relationship
from names and the day, so a copy computes them or reads them again.

**API keys** may be limited: \`scopes\` says what a key may do, \`networkIds\` for which networks, \`expiresAt\` until when;
null is no limit. \`GET /me\` answers the limits of the key that asks, and needs no scope. An operation whose scope the key
lacks is 403 \`insufficient_scope\`. Contacts outside of its networks, and their notes and reminders, do not exist for
the key. Usual choices of scopes are "Read only" (every \`:read\`), "Read, and add notes and reminders" (these,
\`notes:write\`, \`reminders:write\` and \`activity:write\`) and "Everything" (null). An expired key is 401, like one that does
not exist. Rotating a key gives it a new secret under the same id; with \`overlapSeconds\` the old one works for that long.

**Connections** are apps that the owner has approved by OAuth, where the project has switched that on: their access tokens
name the app in the claim \`client_id\` and count as an API key of these limits. Without a connection they are 403
\`connection_required\`.

**Versions.** What this version of the API has stays as it is: its paths, members, codes and their meaning. Additions are not
breaking: new operations, optional parameters and members of bodies, new members of answers, and new values where a schema does not list
all of them. A client ignores what it does not know. What will be removed is marked \`deprecated\` here, and its answers have the headers
\`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594), at least a year before. A breaking change is a new version below another path.

**Rate limit.** An API key or a connection may send ${rateLimit} requests in any 60 seconds, as the headers \`X-RateLimit-*\` say; then the answer
is 429 with \`Retry-After\`.
Other access tokens have no limit.`;

/** The groups of operations, in order. */
export const tags = [
  {
    name: "Contacts",
    description: "People and companies, how to reach them, and when to contact them next.",
  },
  { name: "Networks", description: "Groups of contacts. A contact may belong to several." },
  {
    name: "Notes",
    description: "Texts about contacts. A note may count as contact with the person.",
  },
  { name: "Relationships", description: "What people are to each other." },
  { name: "Fields", description: "Fields of one's own, of which contacts have values." },
  { name: "Note types", description: "Kinds of notes, and whether they count as contact." },
  { name: "Reminders", description: "Things to do, with or without a contact." },
  {
    name: "Activity",
    description:
      "The log of changes: what was changed and who changed it, undoing it, the trash, and a feed for copies.",
  },
  {
    name: "Imports",
    description: "Files of contacts: read into a preview first, then applied in one change set.",
  },
  { name: "Profile", description: "The account itself: its name and time zone." },
  {
    name: "Notices",
    description: "Where one is told of what is due. Access tokens only.",
  },
  {
    name: "Meetings",
    description: "What was noticed in calendars, and which calendars are read. Access tokens only.",
  },
  {
    name: "Webhooks",
    description: "Addresses that are told of each change. Access tokens only.",
  },
  { name: "API keys", description: "Keys for agents and scripts. Access tokens only." },
  {
    name: "Connections",
    description: "Apps that were approved by OAuth, and what each may do. Access tokens only.",
  },
  { name: "Service", description: "About the service. No credential needed." },
];

const codeOf = (codes: readonly string[], description: string) =>
  extensible(codes, `${description} Codes may be added, so treat an unknown one like the status.`);

/** Problem details (RFC 9457), for the API document. */
const problemSchema = lazily(() =>
  z.object({
    type: z.string().meta({ description: "Page that explains the code.", format: "uri-reference" }),
    title: z.string().describe("The code in words."),
    status: z.int().min(400).max(599).describe("HTTP status."),
    detail: z.string().describe("What happened, for people."),
    code: codeOf(Object.keys(problemCatalogue), "What happened, for programs."),
    requestId: z.string().describe("The X-Request-Id of the answer."),
    errors: z.array(
      z.object({
        in: z.enum(["body", "query", "path", "header", "resource"]).describe(
          "Where in the request it is, or in which resource.",
        ),
        pointer: z.string().describe("JSON pointer (RFC 6901) to what is wrong."),
        code: codeOf(violationCodes, "What is wrong with it, for programs."),
        message: z.string(),
      }).meta({ id: "Violation" }),
    ).optional().describe("Every violation of an invalid request."),
    mergedInto: id("With 404 of `GET /contacts/{id}`: the contact that this one was merged into.")
      .optional(),
  }).meta({ id: "Problem" })
);
