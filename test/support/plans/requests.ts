import type { Arguments } from "../../../functions/kith/core/database.ts";
import { type Route, takesIfMatch } from "../../../functions/kith/core/route.ts";
import { validateBody, validateQuery } from "../../../functions/kith/http/validate.ts";
import { routes as table } from "../../../functions/kith/routes.ts";
import type { Json } from "../client.ts";
import { exampleBody } from "../route-examples.ts";
import { routes as facts, type TestRoute } from "../route-table.ts";
import { queriesOf } from "./queries.ts";
import { seededId } from "./seed.ts";
import type { Told } from "./session.ts";

/** One statement of a request, made from what those before were told. */
export type Step = (told: Told[]) => { operation: string; arguments: Arguments | null };

/** A request whose statements are to be looked at. */
export interface PlannedRequest {
  name: string;
  steps: Step[];
  /** With what its last statement has to be answered. */
  status: "succeeds" | number;
  needsToken: boolean;
  /** Whether only the secret of a calendar is good for it. */
  needsSecret: boolean;
  /** Whose it is. */
  account: number;
}

/** Every route that runs an operation. */
const operationRoutes = table.flatMap((route, index) =>
  route.operation === undefined
    ? []
    : [{ ...route, operation: route.operation, facts: facts[index]! }]
);
type OperationRoute = Route & { operation: string; facts: TestRoute };

/** What can be written besides the examples, because other statements come of it. */
const bodies = (account: number): Record<string, Json[]> => ({
  create_contact: [{ company: "Example", lastContactedAt: "2026-01-31", contactFrequencyDays: 7 }],
  update_contact: [{ photoUrl: null, lastContactedAt: "2026-01-31" }, { networkIds: [] }, {
    addEmails: [{ value: "ann@example.com" }],
    removePhones: ["1"],
    addUrls: [],
  }],
  bulk_contacts: [{
    update: [3, 4].map((n) => ({ id: seededId("contacts", account, n), nickname: "Changed" })),
  }],
  create_note: [{ content: "Example", occurredAt: "2026-01-31" }],
  update_note: [{ occurredAt: "2026-01-31", contactId: null }, { noteTypeId: null }],
  update_note_type: [{ countsAsContact: false }],
  create_reminder: [
    { title: "Example", dueAt: "2026-01-31", completed: true },
    { title: "Example", dueAt: "2026-01-31", recurrence: "FREQ=DAILY;COUNT=9999", completed: true },
  ],
  update_reminder: [{ dueAt: "2026-01-31", completed: true }, { contactId: null }, {
    dueAt: "2026-01-31",
    recurrence: "FREQ=MONTHLY",
    completed: true,
  }],
  create_api_key: [{ name: "Example", expiresAt: "2099-01-31" }],
  dismiss_duplicate: [{
    contactIds: [seededId("contacts", account, 3), seededId("contacts", account, 4)],
    dismissed: false,
  }],
  merge_contacts: [{ duplicateId: seededId("contacts", account, 8), dryRun: true }, {
    duplicateId: seededId("contacts", account, 8),
    fields: { photoUrl: "duplicate", emails: "duplicate", nickname: "duplicate" },
  }],
  update_api_key: [{ expiresAt: "2099-01-31" }, { expiresAt: null }],
  rotate_api_key: [{}],
  update_me: [{ timezone: "Europe/Paris" }],
});

/** What the function adds to a request of its own. */
const additions: Record<string, Partial<Arguments>> = {
  create_api_key: { hash: "0".repeat(64), keyPrefix: "kith_0000" },
  rotate_api_key: { hash: "0".repeat(64), keyPrefix: "kith_0000" },
  create_calendar: { hash: "0".repeat(64) },
};

/** Where the function goes on in an export. */
const places = (account: number): Record<string, Json[]> => ({
  export_contacts: [{ part: "contacts", after: seededId("contacts", account, 3) }],
  export_account: ["networks", "note_types", "contacts", "notes", "reminders"].map((part) => ({
    part,
    after: seededId(part.replace("_", "-"), account, 3),
  })),
});

/**
 * By operation, the requests of an account, the plainest first.
 * @param limits of the key that sends them, as a cursor has them
 */
export function requestsOf(account: number, limits: string[] = []): Map<string, PlannedRequest[]> {
  const requests = operationRoutes.map((route): [string, PlannedRequest[]] => [
    route.operation,
    [...plainRequests(route, account, limits), ...refusedRequests(route, account)],
  ]);
  return new Map([...requests, ["attach_photo", [attachment(account)]]]);
}

function plainRequests(
  route: OperationRoute,
  account: number,
  limits: string[],
): PlannedRequest[] {
  const { operation, request: { query } } = route;
  const ids = idsOf(route, (collection) => seededId(collection, account, 4));
  const args = query && !route.files
    ? queriesOf(route, account, limits).map((text) => ({ ...ids, query: queryOf(route, text) }))
    : bodiesOf(route, account).map((body) => ({ ...ids, ...body, ...additions[operation] }));
  const later = (places(account)[operation] ?? []).map((place) => ({ query: { place } }));
  return [...args, ...later].flatMap((each) => [
    toRequest(route, account, each),
    ...(route.idempotent ? [repeated(route, account, each)] : []),
    ...(takesIfMatch(route) ? [conditional(route, account, each)] : []),
  ]);
}

/** Without arguments, as for what the function has found wanting, and about what is not there. */
function refusedRequests(route: OperationRoute, account: number): PlannedRequest[] {
  const ids = idsOf(route, () => seededId("nothing", 0, 0));
  const nowhere = { ...ids, ...bodiesOf(route, account)[0] };
  return [
    { ...toRequest(route, account, null), status: 0 },
    ...(route.facts.ids.length === 0
      ? []
      : [{ ...toRequest(route, account, nowhere), status: 404 }]),
  ];
}

function toRequest(route: OperationRoute, account: number, args: Arguments | null): PlannedRequest {
  return {
    name: `${route.operation} ${JSON.stringify(args)}`,
    steps: [() => ({ operation: route.operation, arguments: args })],
    status: "succeeds",
    // What is undone here was done by another key than those that ask.
    needsToken: route.access === "accessToken" || route.operation.startsWith("undo_"),
    needsSecret: route.credentialIn !== undefined,
    account,
  };
}

/** Twice with the same key: carried out, and answered again. */
function repeated(route: OperationRoute, account: number, args: Arguments): PlannedRequest {
  const request = toRequest(route, account, { ...args, idempotencyKey: "key" });
  return { ...request, steps: [...request.steps, ...request.steps] };
}

/** With the tag that the resource has. */
function conditional(route: OperationRoute, account: number, args: Arguments): PlannedRequest {
  const get = route.operation.replace(/^[a-z]+/, "get");
  return {
    ...toRequest(route, account, args),
    name: `${route.operation} ${JSON.stringify(args)} if it matches`,
    steps: [
      () => ({ operation: get, arguments: args }),
      ([current]) => ({
        operation: route.operation,
        arguments: { ...args, ifMatch: [current!.tag!] },
      }),
    ],
  };
}

/** Both statements of attaching a photo. */
function attachment(account: number): PlannedRequest {
  const id = seededId("contacts", account, 2);
  const upload = `uploads/${seededId("uploads", account, 2)}.png`;
  const args = { id, body: { nickname: "Changed", photoUrl: upload } };
  return {
    name: "attach_photo",
    steps: [
      () => ({ operation: "prepare_photo", arguments: args }),
      ([prepared]) => ({
        operation: "attach_photo",
        arguments: { ...args, photo: JSON.parse(prepared!.body!).path },
      }),
    ],
    status: "succeeds",
    needsToken: false,
    needsSecret: false,
    account,
  };
}

function idsOf(route: OperationRoute, idOf: (collection: string) => string) {
  return Object.fromEntries(
    route.facts.ids.map(({ name, collection }) => [name, idOf(collection)]),
  );
}

function queryOf({ request, operation }: OperationRoute, text: string): unknown {
  const { value, violations } = validateQuery(request.query!, text);
  if (violations.length > 0) throw new Error(`${operation} ${text}: ${JSON.stringify(violations)}`);
  return value;
}

/** What the function reads from a file: contacts with uids, addresses, numbers and names, notes and a reminder about them. */
function readFile(account: number): Json {
  const about = { contactUids: ["uid 1"] };
  const row = { line: 1, uid: null, networks: [], notes: [] };
  const value = {
    firstName: "Read",
    emails: [{ value: "read@example.com" }],
    phones: [{ value: "+49 30 901820" }],
  };
  const rows = [
    { ...row, resource: "contact", uid: "uid 1", value, networks: ["A"], photo: "png" },
    { ...row, resource: "contact", uid: seededId("contacts", account, 3), value },
    { ...row, resource: "network", uid: "uid 3", value: { name: "A" } },
    { ...row, resource: "note_type", uid: "uid 4", value: { name: "B" } },
    { ...row, resource: "note", uid: "uid 5", value: { content: "C" }, refs: about },
    { ...row, resource: "reminder", uid: "uid 6", value: { title: "D" }, refs: about },
    { line: 9, problem: "Not a contact." },
  ];
  return { format: "json", dropped: [], rows };
}

/** The arguments' body: the example, with and without ids in it, and what else there is to write. */
function bodiesOf(route: OperationRoute, account: number): { body?: Json }[] {
  if (route.files) return [{ body: readFile(account) }];
  const schema = route.request.body?.content["application/json"]?.schema;
  if (!schema) return [{}];
  const replaced = route.facts.bodyIds.filter(({ name }) => !/^(add|remove)[A-Z]/.test(name));
  const references = replaced.map(({ name, many, least, collection }) => {
    const ids = Array.from({ length: least }, (_, n) => seededId(collection, account, 3 + n));
    return [name, many ? ids : ids[0]];
  });
  const example = exampleBody(route.facts);
  // An example that needs an id has one of nothing.
  const isWhole = !route.facts.bodyIds.some(({ name, required }) => required || name in example);
  const single = route.facts.bodyIds.filter((member) => !replaced.includes(member))
    .map(({ name, collection }) => ({ [name]: [seededId(collection, account, 3)] }));
  const several = route.facts.bodyIds.filter(({ name }) => name === "contactIds")
    .map(({ name }) => ({
      ...example,
      [name]: [4, 3].map((n) => seededId("contacts", account, n)),
    }));
  const all = [
    ...(isWhole ? [example] : []),
    ...single,
    ...several,
    { ...example, ...Object.fromEntries(references) },
    ...(bodies(account)[route.operation] ?? []),
  ];
  return all.map((each) => {
    const { value, violations } = validateBody(schema, route.readOnly, each);
    if (violations.length > 0) throw new Error(`${route.operation}: ${JSON.stringify(violations)}`);
    return { body: value as Json };
  });
}
