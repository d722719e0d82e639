/** What the document says about the whole, as Markdown. */
export const about = `\
Contacts, the networks they belong to, notes about them, reminders, and who it is time to get in touch with.

**Credentials.** Send \`Authorization: Bearer <token>\` with an API key or an access token. All data belongs to the owner
of the credential; an id of somebody else's behaves like one that does not exist.

**Shapes.** JSON in camelCase, ids are UUIDs, instants RFC 3339 in UTC with milliseconds, dates \`YYYY-MM-DD\`. A list is
\`{ data, page, pageSize, total }\`. \`PATCH\` keeps what is absent, clears what is \`null\` and replaces arrays. Text is
trimmed, and blank text is \`null\` where that is allowed. Unknown members of a body are refused, unknown query parameters
ignored.

**Errors** are \`application/problem+json\` with a \`code\`; \`errors\` lists every violation of an invalid request. What each
code means and how to mend it is at \`/errors\`. A path that is not listed here is 404 \`not_found\`, a method that a path
does not list is 405 \`method_not_allowed\` with \`Allow\`.

**Safe retries and edits.** Every \`POST\` takes an \`Idempotency-Key\`: sent again within 24 hours, the request is
answered as before and not done twice. Single resources carry an \`ETag\`; \`PATCH\` and \`DELETE\` take it as \`If-Match\`,
\`GET\` as \`If-None-Match\`.

**Limit.** An API key may send 120 requests in any 60 seconds, told by \`X-RateLimit-*\`; then 429 with \`Retry-After\`.
Access tokens have no limit.`;

/** The groups of operations, in order. */
export const tags = [
  { name: "Contacts", description: "People, how to reach them, and when to be in touch again." },
  { name: "Networks", description: "Groups that contacts belong to, any number of them." },
  { name: "Notes", description: "What happened and what was said; a note may count as contact." },
  { name: "Note types", description: "Kinds of notes, and whether they count as contact." },
  { name: "Reminders", description: "What is to be done, for a contact or in general." },
  { name: "Profile", description: "The account itself: its name and time zone." },
  { name: "API keys", description: "Keys for agents and scripts. Access tokens only." },
  { name: "Service", description: "About the service. No credential needed." },
];
