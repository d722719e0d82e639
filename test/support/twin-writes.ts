import fc from "fast-check";
import type { components } from "../../client/src/index.ts";
import type { Json } from "./client.ts";
import { dateLike, emailLike, oddText, padded, urlLike } from "./odd-texts.ts";
import {
  addresses,
  color,
  flag,
  instant,
  type Member,
  methods,
  Raw,
  recurrenceRule,
  reference,
  references,
  required,
  shortText,
  text,
  uniqueName,
} from "./twin-members.ts";
import type { singleItems } from "./field-changes.ts";
import type { WrittenMembers } from "./written-members.ts";

/** A member for each that the API takes, those aside that PostgREST has no column for. */
type MembersOf<Patch extends keyof components["schemas"]> = Record<
  Exclude<
    WrittenMembers<components["schemas"][Patch]>,
    "photoUrl" | "networkIds" | keyof typeof singleItems
  >,
  Member
>;

export interface Resource {
  path: string;
  table: string;
  members: Record<string, Member>;
  /** What a row cannot be without, for new ones. */
  required: string[];
  /** How many cases of a thousand. */
  share: number;
}

export const resources: Resource[] = [
  {
    path: "/contacts",
    table: "contacts",
    required: [],
    share: 350,
    members: {
      firstName: text(255),
      lastName: text(255),
      nickname: text(255),
      company: text(255),
      jobTitle: text(255),
      emails: methods(
        fc.tuple(fc.nat(99), fc.constantFrom("@example.com", "@É.de", "@x"))
          .map(([n, end]) => `a${n}${end}`),
        emailLike(),
      ),
      phones: methods(shortText.filter((value) => value.trim() !== ""), padded(50)),
      urls: methods(fc.nat(99).map((n) => `https://example.com/${n}`), urlLike()),
      addresses,
      birthday: { good: fc.constantFrom("1990-05-17", "--02-29", null), near: dateLike() },
      description: text(10_000),
      isFavorite: flag,
      isArchived: flag,
      contactFrequencyDays: {
        good: fc.oneof(fc.integer({ min: 1, max: 3650 }), fc.constant(null)),
        near: fc.constantFrom(
          0,
          -1,
          3650,
          3651,
          1.5,
          2 ** 31,
          2 ** 63,
          new Raw("1e400"),
          new Raw("-0"),
          "x",
        ),
      },
      lastContactedAt: instant(["1850", "1999", "2024", "2300"]),
    } satisfies MembersOf<"ContactUpdate">,
  },
  {
    path: "/networks",
    table: "networks",
    required: ["name"],
    share: 150,
    members: { name: uniqueName, description: text(500), color } satisfies MembersOf<
      "NetworkUpdate"
    >,
  },
  {
    path: "/note-types",
    table: "note_types",
    required: ["name"],
    share: 150,
    members: { name: uniqueName, icon: text(16), color, countsAsContact: flag } satisfies MembersOf<
      "NoteTypeUpdate"
    >,
  },
  {
    path: "/notes",
    table: "notes",
    required: ["content"],
    share: 150,
    members: {
      content: {
        good: fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }),
        near: fc.oneof(padded(100_000), oddText, fc.constant(null)),
      },
      contactId: reference,
      contactIds: references,
      noteTypeId: reference,
      occurredAt: instant(["1850", "1999", "2024"]),
    } satisfies MembersOf<"NoteUpdate">,
  },
  {
    path: "/reminders",
    table: "reminders",
    required: ["title"],
    share: 150,
    members: {
      title: required(text(255)),
      description: text(10_000),
      contactId: reference,
      contactIds: references,
      dueAt: instant(["1850", "2024", "2300"]),
      recurrence: recurrenceRule,
      recurrenceFrom: {
        good: fc.constantFrom("due", "completion"),
        near: fc.constantFrom("Due", "due ", "", "start", null),
      },
      completed: flag,
    } satisfies MembersOf<"ReminderUpdate">,
  },
  {
    path: "/me",
    table: "profiles",
    required: [],
    share: 50,
    members: {
      name: text(255),
      country: {
        good: fc.constantFrom("DE", "US", "XK", null),
        near: fc.constantFrom(" FR ", "fr", "", "ZZ", "DEU", "D", "4\u0000"),
      },
      timezone: {
        good: fc.constantFrom("UTC", "Europe/Paris", "Pacific/Auckland", "Etc/GMT+12"),
        near: fc.constantFrom(
          " Europe/Paris",
          "europe/paris",
          "EST5EDT",
          "+02",
          "Mars",
          "",
          null,
          "posix/UTC",
          "Factory",
          "localtime",
          "UTC\u0000",
          "GMT0BST",
        ),
      },
    } satisfies MembersOf<"ProfileUpdate">,
  },
];

/** Members that no resource has, or that are nobody's to write. */
const strange = fc.constantFrom<[string, Json][]>(
  ["noSuchMember", 1],
  ["__proto__x", {}],
  ["constructor", "x"],
  ["photoUrl", "uploads/x.png"],
  ["searchText", "x"],
  ["lastNotedAt", "2024-01-01T00:00:00Z"],
  ["ownerId", "00000000-0000-4000-8000-000000000000"],
);

/** A write: valid in half of the cases, nearly so or hostile in one member in the others. */
export function writesOf(resource: Resource, isNew: boolean): fc.Arbitrary<Record<string, Json>> {
  const { members, required } = resource;
  const good = fc.record(
    Object.fromEntries(Object.entries(members).map(([name, { good }]) => [name, good])),
    { requiredKeys: isNew ? required : [] },
  );
  const spoiled = fc.constantFrom(...Object.keys(members)).chain((name) =>
    fc.tuple(good, members[name]!.near).map(([row, value]) => ({ ...row, [name]: value }))
  );
  const lacking = good.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !required.includes(name)))
  );
  const estranged = fc.tuple(good, strange).map(([row, [name, value]]) => ({
    ...row,
    [name]: value,
  }));
  return fc.oneof(
    { weight: 50, arbitrary: good },
    { weight: 40, arbitrary: spoiled },
    { weight: 5, arbitrary: lacking },
    { weight: 5, arbitrary: estranged },
  ).map(withoutTwoAnswers);
}

/** Both at once say whom it is about; test/http/notes-about-several.test.ts tries that. */
function withoutTwoAnswers({ contactId, ...row }: Record<string, Json>): Record<string, Json> {
  return contactId === undefined || "contactIds" in row ? row : { ...row, contactId };
}
