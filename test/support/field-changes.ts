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
  refused: Refusal[];
}

/** A value that is refused, and where and why, below its member: `/0/label too_long`; null where an id leads nowhere. */
export type Refusal = [value: Json, place: string | null];

/** Members of an update that change single items of a list, and the list: test/http/contacts.test.ts tries them. */
export const singleItems = {
  addEmails: "emails",
  removeEmails: "emails",
  addPhones: "phones",
  removePhones: "phones",
  addUrls: "urls",
  removeUrls: "urls",
  addDates: "dates",
  removeDates: "dates",
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
  dates: () => [[], [{ kind: "nameDay", label: "Saint Anne", date: "--07-26" }]],
  options: () => [["vegan"], ["vegan", "vegetarian"]],
  type: () => ["text", "number"],
  key: () => ["diet", "food"],
  // Of a field that the account has to have.
  custom: () => [{}, { diet: "vegan" }],
  vcardLines: () => [null, "g1.X-AIM;TYPE=home:zoe\ng1.X-ABLABEL:Chat"],
  color: () => ["#000000", "#ffffff"],
  country: () => ["FR", "NZ"],
  timezone: () => ["Europe/Paris", "Pacific/Auckland"],
  digestAt: () => ["08:00", "07:30"],
  ownAddresses: () => [["a@example.com"], ["b@example.com"]],
  events: () => [["digest"], ["digest", "reminder"]],
  // Only keys and the like have such ids: test/sql/webhooks.test.ts has one.
  ignoreActorIds: () => [[], []],
  savedFilters: () => [[], [{ name: "Dentists", query: "search=dentist" }]],
  digestDays: () => [[1, 2, 3, 4, 5, 6, 7], [1, 5]],
  recurrence: () => ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO"],
  expiresAt: () => ["2098-01-01T12:00:00.000Z", "2099-01-01T12:00:00.000Z"],
  scopes: () => [["contacts:read"], ["notes:read", "notes:write"]],
  contactId: ({ contacts }) => contacts,
  relatedContactId: ({ contacts }) => contacts,
  contactIds: ({ contacts: [one, other] }) => [[one], [other, one]],
  noteTypeId: ({ noteTypes }) => noteTypes,
  networkIds: ({ networks: [one, other] }) => [[one], [other]],
  // A text is the path of an upload, so a photo is attached first, and what is changed by a value is its removal.
  photoUrl: () => ["(attached)", null],
};

/** Values that are refused by what no schema says. */
const refusedBesides: Record<string, Refusal[]> = {
  emails: [
    [[...item("a@b"), ...item("A@b")], "/1/value duplicate"],
    [item("a@b,c@d"), "/0/value invalid_format"],
  ],
  phones: [[[...item("1"), ...item("1")], "/1/value duplicate"]],
  urls: [[item("javascript:alert(1)"), "/0/value invalid_format"]],
  addresses: [[[{ label: "Nowhere" }], "/0 required"]],
  timezone: [["Mars", " invalid_format"], ["+02:00", " invalid_format"]],
  country: [["ZZ", " invalid_format"]],
  recurrence: [["FREQ=HOURLY", " invalid_format"]],
  occurredAt: [["2999-01-01T00:00:00Z", " too_big"]],
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

/** What the schema refuses: too long, too many, out of range, of another pattern, and null where it may not be. */
function refusedBy(schema: Json, valid: Json): Refusal[] {
  const { maxLength, pattern, minimum, maximum, minItems, maxItems, format, items } = schema;
  const resolved = items?.$ref ? document.components.schemas[items.$ref.split("/").pop()] : items;
  const many = () =>
    Array.from(
      { length: maxItems + 1 },
      (_, n) =>
        resolved.properties?.value ? { ...valid[0], value: `${valid[0].value}${n}` } : valid[0],
    );
  const found: [boolean, ...Refusal][] = [
    [![schema.type].flat().includes("null"), null, " invalid_type"],
    [maxLength, "x".repeat(maxLength + 1), " too_long"],
    [maxLength, "a\u0000b", " invalid_format"],
    [schema.minLength, "", " too_short"],
    [pattern && !new RegExp(pattern, "u").test("?"), "?", " invalid_format"],
    [minimum !== undefined, minimum - 1, " too_small"],
    [minimum !== undefined, minimum + 0.5, " invalid_type"],
    [minimum !== undefined, maximum + 1, " too_big"],
    [format === "uuid", randomUUID(), null],
    [format === "date", "2024-02-30", " invalid_format"],
    [maxItems, "?", " invalid_type"],
    [maxItems, maxItems && many(), " too_long"],
    [minItems, [], " too_short"],
    [
      resolved && !resolved.properties && !resolved.maxLength,
      ["?"],
      `/0 ${resolved?.type === "integer" ? "invalid_type" : "invalid_format"}`,
    ],
    [
      resolved?.properties,
      [{ ...valid?.[0], noSuchMember: "x" }],
      "/0/noSuchMember unknown_member",
    ],
  ];
  return [
    ...found.filter(([isRefused]) => isRefused).map(([, ...refusal]): Refusal => refusal),
    ...Object.entries<Json>(resolved?.properties ?? {}).flatMap(([name, each]) =>
      refusedBy(each, null).map(([value, place]): Refusal => [
        [{ ...valid[0], [name]: value }],
        `/0/${name}${place}`,
      ])
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

/**
 * A change of every member that a client may write, by the path of its resource. The calendar feed is none: its URL is made, and
 * test/http/calendar.test.ts changes what it has.
 */
export const fieldChanges: Record<string, Record<string, Change>> = Object.fromEntries(
  Object.keys(document.paths).filter((path) =>
    document.paths[path].patch && path !== "/me/calendar"
  )
    .map((path) => [path.replace("/{id}", ""), changesOf(path)]),
);
