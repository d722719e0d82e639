import { randomUUID } from "node:crypto";
import type { Json } from "./client.ts";
import { document } from "./contract.ts";

/** Ids that the values refer to: two resources of each kind, all of the account that the test acts for. */
export interface References {
  contacts: [string, string];
  networks: [string, string];
  noteTypes: [string, string];
}

/** How a test writes one member. */
export interface Change {
  /** The value that it has first, and the one that it is given. */
  values(references: References): [before: Json, after: Json];
  /** Values that are refused. */
  refused: Json[];
}

/** Members of an update that change single items of a list, and the list: test/http/contact-items.test.ts tries them. */
export const singleItems = {
  addEmails: "emails",
  removeEmails: "emails",
  addPhones: "phones",
  removePhones: "phones",
  addUrls: "urls",
  removeUrls: "urls",
  addNetworkIds: "networkIds",
  removeNetworkIds: "networkIds",
} as const;

const item = (value: string, label: string | null = null) => [{ value, label }];
const address = { label: null, street: "Torstraße 1", city: "Berlin", region: null };
const instants: [string, string] = ["2024-01-01T12:00:00.000Z", "2024-02-01T12:00:00.000Z"];

/** Values of the members whose schema does not say enough. */
const values: Record<string, Change["values"]> = {
  name: () => [`Before ${randomUUID()}`, `After ${randomUUID()}`],
  emails: () => [item("marzipan@example.com"), item("nougat@example.com")],
  phones: () => [item("+49 30 111222"), item("+49 30 333444")],
  urls: () => [[], item("https://example.com/a", "home")],
  addresses: () => [[], [{ ...address, postalCode: null, country: null }]],
  birthday: () => ["1990-05-17", "--02-29"],
  color: () => ["#000000", "#ffffff"],
  country: () => ["FR", "NZ"],
  timezone: () => ["Europe/Paris", "Pacific/Auckland"],
  recurrence: () => ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO"],
  expiresAt: () => ["2098-01-01T12:00:00.000Z", "2099-01-01T12:00:00.000Z"],
  scopes: () => [["contacts:read"], ["notes:read", "notes:write"]],
  contactId: ({ contacts }) => contacts,
  contactIds: ({ contacts: [one, other] }) => [[one], [other, one]],
  noteTypeId: ({ noteTypes }) => noteTypes,
  networkIds: ({ networks: [one, other] }) => [[one], [other]],
  // A text is the path of an upload, so a photo is attached first, and what is changed by a value is its removal.
  photoUrl: () => ["(attached)", null],
};

/** Values that are refused by what no schema says. */
const refusedBesides: Record<string, Json[]> = {
  emails: [[...item("a@b"), ...item("A@b")]],
  addresses: [[{ label: "Nowhere" }]],
  timezone: ["Mars"],
  country: ["ZZ"],
  recurrence: ["FREQ=HOURLY"],
  occurredAt: ["2999-01-01T00:00:00Z"],
};

/** @throws Error where nobody has said which values a member takes */
function valuesOf(name: string, schema: Json): Change["values"] {
  const own = values[name];
  if (own) return own;
  const words = /^\^\((\w+(?:\|\w+)+)\)\$$/.exec(schema.pattern ?? "")?.[1]?.split("|");
  const pair = schema.type === "boolean"
    ? [false, true]
    : schema.minimum !== undefined
    ? [schema.minimum, schema.maximum]
    : schema.format === "date"
    ? ["2024-01-01", "2024-02-01"]
    : words ?? (/At$/.test(name) && schema.pattern
      ? instants
      : schema.maxLength
      ? [`Before ${name}`, `After ${name}`]
      : undefined);
  if (!pair) throw new Error(`Say in test/support/field-changes.ts which values ${name} takes.`);
  return () => pair as [Json, Json];
}

/** Values that the schema refuses: too long, too many, out of range, of another pattern, and null where it may not be. */
function refusedBy(schema: Json, valid: Json): Json[] {
  const { maxLength, pattern, minimum, maximum, maxItems, format, items } = schema;
  const resolved = items?.$ref ? document.components.schemas[items.$ref.split("/").pop()] : items;
  return [
    ...([schema.type].flat().includes("null") ? [] : [null]),
    ...(maxLength ? ["x".repeat(maxLength + 1), "a\u0000b"] : []),
    ...(schema.minLength ? [""] : []),
    ...(pattern && !new RegExp(pattern, "u").test("?") ? ["?"] : []),
    ...(minimum === undefined ? [] : [minimum - 1, maximum + 1]),
    ...(format === "uuid" ? [randomUUID()] : []),
    ...(format === "date" ? ["2024-02-30"] : []),
    ...(maxItems
      ? [
        "?",
        Array.from({ length: maxItems + 1 }, (_, n) =>
          resolved.properties?.value ? { ...valid[0], value: `${valid[0].value}${n}` } : valid[0]),
      ]
      : []),
    ...(resolved?.properties ? [[{ ...valid[0], noSuchMember: "x" }]] : []),
    ...Object.entries<Json>(resolved?.properties ?? {}).flatMap(([name, each]) =>
      refusedBy(each, null).map((value) => [{ ...valid[0], [name]: value }])
    ),
  ];
}

const noReferences = { contacts: ["", ""], networks: ["", ""], noteTypes: ["", ""] } as References;

function changesOf(path: string): Record<string, Change> {
  const { schema } = document.paths[path].patch.requestBody.content["application/json"];
  const { properties } = document.components.schemas[schema.$ref.split("/").pop()];
  const members = Object.entries<Json>(properties)
    .filter(([name, { readOnly }]) => !readOnly && !(name in singleItems));
  return Object.fromEntries(members.map(([name, member]) => {
    const values = valuesOf(name, member);
    const refused = refusedBy(member, values(noReferences)[1]);
    return [name, { values, refused: [...refused, ...refusedBesides[name] ?? []] }];
  }));
}

/** A change of every member that a client may write, by the path of its resource. */
export const fieldChanges: Record<string, Record<string, Change>> = Object.fromEntries(
  Object.keys(document.paths).filter((path) => document.paths[path].patch)
    .map((path) => [path.replace("/{id}", ""), changesOf(path)]),
);
