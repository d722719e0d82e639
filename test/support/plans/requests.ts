import { createHash } from "node:crypto";
import { z } from "zod";
import type { Arguments, Credential } from "../../../functions/kith/core/database.ts";
import type { Route } from "../../../functions/kith/core/route.ts";
import { validateBody, validateQuery } from "../../../functions/kith/core/validate.ts";
import { routes as table } from "../../../functions/kith/routes.ts";
import type { Json } from "../client.ts";
import { collectionOf, exampleBody } from "../route-examples.ts";
import { routes as facts, type TestRoute } from "../route-table.ts";
import { credentials, seededId, type Step } from "./database.ts";

/** A request whose statements are looked at. */
export interface PlannedRequest {
  name: string;
  steps: Step[];
  /** How its last statement has to be answered; with success where nothing is said. */
  status?: number;
  /** Its account's token, or the secret in its path. */
  credential: Credential;
}

/** Every route that runs an operation. */
export const operationRoutes = table.flatMap((route, index) =>
  route.operation === undefined
    ? []
    : [{ ...route, operation: route.operation, facts: facts[index]! }]
);
export type OperationRoute = Route & { operation: string; facts: TestRoute };

/** Whether a route lists or searches. */
export const isList = ({ request, files }: Route) => request.query !== undefined && !files;

export function toRequest(
  route: OperationRoute,
  account: number,
  args: Arguments | null,
): PlannedRequest {
  return {
    name: `${route.operation} ${JSON.stringify(args)}`,
    steps: [() => ({ operation: route.operation, arguments: args })],
    credential: credentials[route.secret?.kind ?? "token"](account),
  };
}

/** What there is for a list to be asked about. */
export interface Known {
  id(collection: string, number: number): string;
  /** Of the feed. */
  cursors: string[];
}

/** @param limits of the key that asks, as a cursor has them */
export const knownOf = (account: number, limits: string[] = []): Known => ({
  id: (collection, number) => seededId(collection, account, number),
  cursors: ["0-0", `${seededId("activity", account, 30)}-1`]
    .map((place) => cursorAt(place, seededId("accounts", account, 0), limits)),
});

/** A cursor as kith_private.cursor_text makes it; `0-0` is the place before all changes. */
export function cursorAt(place: string, owner: string, limits: string[]): string {
  const text = [owner, place, ...limits].join(" ");
  return `${place}-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}

/** A list with all that it has, by each of its filters alone, and in each of its orders. */
export function listRequests(route: OperationRoute, account: number, limits: string[] = []) {
  const known = knownOf(account, limits);
  return ["", ...filtersOf(route, known).map(({ text }) => text)]
    .map((query) => toRequest(route, account, queryArguments(route, known, query)));
}

export function queryArguments(route: OperationRoute, known: Known, text: string): Arguments {
  const { value, violations } = validateQuery(route.request.query!(), `?${text}`);
  if (violations.length > 0) {
    throw new Error(`${route.operation} ${text}: ${JSON.stringify(violations)}`);
  }
  return { ...idsOf(route, known), query: value };
}

export const idsOf = (route: OperationRoute, known: Known) =>
  Object.fromEntries(
    route.facts.ids.map(({ name, collection }) => [name, known.id(collection, 4)]),
  );

/** What the function adds to a request. */
const additions: Record<string, Partial<Arguments>> = {
  create_api_key: { hash: "0".repeat(64), keyPrefix: "kith_0000" },
  rotate_api_key: { hash: "0".repeat(64), keyPrefix: "kith_0000" },
  create_calendar: { hash: "0".repeat(64) },
  create_webhook: { secret: `whsec_${"A".repeat(43)}=` },
  rotate_webhook: { secret: `whsec_${"B".repeat(43)}=` },
  create_inbox: { hash: "1".repeat(64) },
  receive_message: {
    body: {
      subject: "Climbing",
      text: "See you there.",
      people: [{ address: "c1@example.com", name: "" }, { address: "x@example.org", name: "X" }],
    },
  },
};

/** Arguments with the example of a body, with and without ids in it, and with these bodies besides. */
export function bodyArguments(
  route: OperationRoute,
  account: number,
  besides: Json[],
): Arguments[] {
  const added = { ...idsOf(route, knownOf(account)), ...additions[route.operation] };
  if (route.files) return [{ body: readFile(account), ...added }];
  const schema = route.request.body?.schema();
  if (!schema) return [added];
  const { bodyIds } = route.facts;
  const example = exampleBody(route.facts);
  const idOf = (collection: string, number: number) => seededId(collection, account, number);
  const isItem = (name: string) => /^(add|remove)[A-Z]/.test(name);
  const references = bodyIds.filter(({ name }) => !isItem(name)).map(
    ({ name, many, least, collection }) => {
      const first = name === "relatedContactId" ? 4 : 3;
      const ids = Array.from({ length: least }, (_, n) => idOf(collection, first + n));
      return [name, many ? ids : ids[0]];
    },
  );
  // Somebody who is no contact has a name in the place of an id.
  const { relatedName: _, ...withoutName } = example;
  const bodies = [
    // An example that needs an id has one of nothing.
    ...(bodyIds.some(({ name, required }) => required || name in example) ? [] : [example]),
    ...bodyIds.filter(({ name }) => isItem(name))
      .map(({ name, collection }) => ({ [name]: [idOf(collection, 3)] })),
    ...bodyIds.filter(({ name }) => name === "contactIds")
      .map(({ name }) => ({ ...example, [name]: [idOf("contacts", 4), idOf("contacts", 3)] })),
    { ...withoutName, ...Object.fromEntries(references) },
    ...besides,
  ];
  return bodies.map((body) => {
    const { value, violations } = validateBody(schema, route.readOnly(), body);
    if (violations.length > 0) throw new Error(`${route.operation}: ${JSON.stringify(violations)}`);
    return { ...added, body: value as Json };
  });
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

/** Values of the parameters whose schema does not say what they may be. */
const texts: Record<string, string[]> = {
  // Of one, two, three and more letters, several words, digits, and what nobody has.
  search: ["a", "an", "ann", "anna mül", "9", "030/12", "zzzz", "secret"],
  dueAfter: ["2026-01-01", "2026-01-01T12:00:00Z"],
  dueBefore: ["2027-01-01"],
  days: ["1", "14", "366"],
  from: ["2026-01-01"],
  to: ["2026-12-31"],
  nextContactBefore: ["2026-12-31"],
  lastContactedBefore: ["2026-12-31", "2026-01-01T12:00:00Z"],
  company: ["a", "acme gmbh"],
  place: ["a", "berlin germany"],
  birthdayMonth: ["2"],
  dateMonth: ["6"],
  kind: ["parent", "child"],
  minScore: ["0.9", "0"],
  rows: ["1", "100"],
};

/** A filter of a list, or an order of it, in words as a client writes them. */
export interface Filter {
  name: string;
  text: string;
}

/** Every value of every parameter of a list, but for its pages. */
export function filtersOf(route: Route, known: Known): Filter[] {
  const schema = z.toJSONSchema(route.request.query!(), { io: "input", unrepresentable: "any" });
  return Object.entries<Json>(schema.properties ?? {})
    .filter(([name]) => name !== "page" && name !== "pageSize")
    .flatMap(([name, parameter]) =>
      valuesOf(name, parameter, known)
        .map((value) => ({
          name,
          text: `${name === "custom" ? "custom.diet" : name}=${encodeURIComponent(value)}`,
        }))
    );
}

/** Every two filters together. */
export function pairsOf(filters: Filter[]): string[] {
  return filters.flatMap((one, index) =>
    filters.slice(index + 1).filter((other) => other.name !== one.name)
      .map((other) => `${one.text}&${other.text}`)
  );
}

/** @throws Error where nobody has said what a parameter takes */
function valuesOf(name: string, parameter: Json, { id, cursors }: Known): string[] {
  if (parameter.enum) return parameter.enum;
  if (parameter.type === "boolean") return ["true", "false"];
  // Each word, and all of them, as in its example.
  if (name === "include") return [...new Set([parameter.example, ...parameter.example.split(",")])];
  // One member, and some of the last, of which the log has to count something.
  if (name === "fields") return ["id", parameter.example.split(",").slice(-3).join()];
  if (name === "custom") return ["vegan"];
  if (name === "ids") return [[3, 4].map((each) => id("contacts", each)).join()];
  if (/[a-z]Id$/.test(name)) return [id(collectionOf(name), 3)];
  if (name === "after") return [`contacts.${id("contacts", 3)}`];
  if (name === "since") return cursors;
  const values = texts[name];
  if (!values) throw new Error(`Say in test/support/plans/requests.ts what to ask of ${name}.`);
  return values;
}
