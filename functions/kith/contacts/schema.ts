// The schemas of contacts.
import { z } from "zod";
import {
  extensible,
  id,
  lazily,
  notAllBlank,
  nullableLine,
  nullableText,
  nullIfBlank,
  onObjects,
  resourceNamed,
  text,
  trimmed,
  violation,
} from "../core/fields.ts";
import { birthdayPattern, day, instant, instantOrDay, isBirthday } from "../core/dates.ts";
import {
  fieldsOf,
  flag,
  ids,
  number,
  oneOf,
  orCustom,
  pageOf,
  paging,
  pickable,
  searchIn,
  someOf,
  sortedBy,
  timestamps,
} from "../core/lists.ts";
import { fieldsLimit, searchLimit } from "../core/limits.ts";
import { matchFields, type TextField, textFields, type TextName, textNames } from "./fields.ts";
import { keyPattern } from "../core/own-fields.ts";
import { keptLimit, keptPattern } from "../core/vcard-lines.ts";
import { dateChanges, dates } from "./dates.ts";
import { dateKinds } from "../core/date-kinds.ts";
import { addresses, emails, methodChanges, phones, urls } from "./methods.ts";

const names = textNames(({ isName }) => isName);

function networkIds(description: string) {
  return z.array(id("Id of a network.")).max(100, "Must have at most 100 items.")
    .meta({ description });
}

/** Values of texts in the API document. */
const examples: { [name in TextName]?: string } = { firstName: "Zoë", lastName: "Müller" };

type TextSchemas = Record<TextName, ReturnType<typeof nullableText>>;

const textSchemas = (holds: (field: TextField) => unknown) =>
  Object.fromEntries(
    textFields.filter(([, field]) => holds(field)).map(([name, { maxLength, isLong }]) => {
      const schema = isLong ? nullableText(maxLength) : nullableLine(maxLength);
      return [name, name in examples ? schema.meta({ example: examples[name] }) : schema];
    }),
  ) as TextSchemas;

/** What a field of one's own may have; its type says which. */
const customValue = lazily(() =>
  z.unknown().refine(
    (value) =>
      value === null || ["string", "boolean"].includes(typeof value) || isExact(value) ||
      (Array.isArray(value) && value.every((item) => typeof item === "string")),
    "Must be a text, a number from -9,007,199,254,740,991 to 9,007,199,254,740,991, true, false, a list of texts, or null.",
  )
);

/** Whether it is a number that JSON parsers keep: they round larger ones, or read them as infinite. */
const isExact = (value: unknown) =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const fields = lazily(() => ({
  ...textSchemas(({ isLong }) => !isLong),
  emails: emails(),
  phones: phones(),
  urls: urls(),
  addresses: addresses(),
  birthday: nullIfBlank(
    z.string().trim().refine(
      (value) => value === "" || isBirthday(value),
      "Must be a real date as YYYY-MM-DD, or as --MM-DD without the year.",
    ),
  )
    .meta({
      description: "A real date: YYYY-MM-DD, or --MM-DD when the year is unknown.",
      pattern: birthdayPattern,
      example: "--02-29",
    }),
  dates: dates(),
  custom: z.record(z.string().regex(keyPattern), customValue(), { error: "Must be an object." })
    .describe(
      "Values of your own fields, by the `key` of each (see `/fields`); together at most 16 KiB. A change of some keeps the others, null clears.",
    ),
  ...textSchemas(({ isLong }) => isLong),
  vcardLines: nullIfBlank(
    trimmed(0, keptLimit).regex(keptPattern, "Must be properties of a vCard, one a line."),
  ).meta({
    description:
      "Properties of vCards that Kith does not know, one a line, such as from a phone. They are kept, and written into vCards again.",
    example: "X-AIM;TYPE=home:zoe",
  }),
  isFavorite: z.boolean().describe("Whether it is a favourite."),
  isArchived: z.boolean().describe(
    "Whether it is archived: lists of contacts leave it out unless they ask for archived ones.",
  ),
  photoUrl: z.string().nullable().describe(
    "In answers a signed URL, valid for half an hour to an hour. To change the photo send the path of an upload, or null to remove it.",
  ),
  networkIds: networkIds("The networks that the contact belongs to."),
  contactFrequencyDays: z.int("Must be a whole number.").min(1, "Must be at least 1.")
    .max(3650, "Must be at most 3650.").nullable()
    .describe("After how many days to contact them again; null for never."),
  lastContactedAt: instantOrDay(
    "When the last contact was: the time that is set here, or that of a later note.",
  )
    .nullable(),
  snoozedUntil: day(
    "Until when they are not due, whatever `contactFrequencyDays` says; null for not at all. Being in touch ends it: it is null then.",
  ).nullable(),
}));

type Names = Partial<Record<TextName, unknown>>;

/** Whether a name is null or blank. */
function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === "string" && value.trim() === "");
}

// A new one each time, because Zod changes the path of an issue where the contact is an item of a list.
const missingName = () =>
  violation("required", "Give a first name, last name, nickname or company.");

const writable = lazily(() => z.strictObject(fields()).partial());

// A contact that does not exist yet has no upload, so `photoUrl` is not described; null and a useful refusal remain.
export const contactCreate = lazily(() =>
  writable()
    .extend({ photoUrl: fields().photoUrl.optional().meta({ undocumented: true }) })
    .superRefine((contact: Names, context) => {
      if (names.every((name) => isEmpty(contact[name]))) context.addIssue(missingName());
    }, onObjects)
    .meta({
      id: "ContactCreate",
      description: "Needs a `firstName`, `lastName`, `nickname` or `company` that is not blank.",
      ...notAllBlank(names),
      example: { firstName: "Zoë", lastName: "Müller", emails: [{ value: "zoe@example.com" }] },
    })
);

const changes = lazily(() => ({
  ...methodChanges(),
  ...dateChanges(),
  addNetworkIds: networkIds("Networks to add the contact to."),
  removeNetworkIds: networkIds("Networks to remove the contact from, unless it is also added."),
}));

/** The lists that can be replaced as a whole, or else changed item by item. */
const lists = ["emails", "phones", "urls", "dates", "networkIds"] as const;

/** The members that change single items of a list. */
function changesOf(list: string): string[] {
  const name = list.charAt(0).toUpperCase() + list.slice(1);
  return [`add${name}`, `remove${name}`];
}

/**
 * Refuses to add to a list, or remove from it, what the same patch replaces. Empty lists say nothing: the clients of some
 * languages send all lists.
 */
function checkChanges(patch: Record<string, unknown>, context: z.RefinementCtx): void {
  const says = (change: string) =>
    change in patch && !(Array.isArray(patch[change]) && patch[change].length === 0);
  for (const list of lists.filter((name) => name in patch)) {
    for (const change of changesOf(list).filter(says)) {
      const message = `Not together with \`${list}\`, which replaces the whole list.`;
      context.addIssue(violation("duplicate", message, [change]));
    }
  }
}

/** Refuses a patch that clears all names. Whether others leave a contact without a name, the database checks. */
export const contactUpdate = lazily(() =>
  writable().extend(z.strictObject(changes()).partial().shape)
    .superRefine((patch: Names, context) => {
      if (names.every((name) => name in patch && isEmpty(patch[name]))) {
        context.addIssue(missingName());
      }
    }, onObjects)
    .superRefine(checkChanges, onObjects)
    .meta({
      id: "ContactUpdate",
      description:
        "Does not clear all four names, and does not both replace a list and add to it or remove from it.",
      ...notAllBlank(names, names),
      dependentSchemas: Object.fromEntries(lists.map((list) => [list, {
        properties: Object.fromEntries(
          changesOf(list).map((change) => [change, { type: "array", items: {}, maxItems: 0 }]),
        ),
      }])),
      example: { nickname: "Zo", contactFrequencyDays: 30 },
    })
);

export const contact = lazily(() =>
  z.object({
    ...fields(),
    id: id("Identifies the contact."),
    displayName: z.string().meta({
      description:
        "“Prefix first middle last, suffix”, else the nickname, else the company. A name in Han, Kana or Hangul is “lastfirst”, unless " +
        "`eastAsianNames` of the profile says otherwise.",
      example: "Zoë Müller",
    }),
    lastContactedAt: instant(
      "When the last contact was: the time that a client set, or that of a later note.",
    )
      .nullable(),
    hasPhoto: z.boolean().describe(
      "Whether there is a photo. If this is true and `photoUrl` is null, Storage did not answer.",
    ),
    nextContactOn: day(
      "When to contact them next, in the profile's time zone; null for who has died, and for your own contact.",
    ).nullable(),
    needsContact: z.boolean().describe("Whether `nextContactOn` is today or earlier."),
    ...timestamps(instant),
  }).meta({
    id: "Contact",
    example: {
      id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
      ...Object.fromEntries(
        textFields.filter(([, { isLong }]) => !isLong)
          .map(([name]) => [name, examples[name] ?? null]),
      ),
      nickname: "Zo",
      jobTitle: "Route setter",
      displayName: "Zoë Müller",
      emails: [{ value: "zoe@example.com", label: "home" }],
      phones: [{ value: "+49 30 901820", label: null }],
      urls: [{ value: "https://zoe.example.com", label: null }],
      addresses: [{
        label: "home",
        street: "Torstraße 1",
        city: "Berlin",
        region: null,
        postalCode: "10119",
        country: "Germany",
      }],
      birthday: "--02-29",
      dates: [{ kind: "anniversary", label: null, date: "2015-06-20" }],
      custom: { diet: "vegan" },
      description: "Met at the wall.",
      vcardLines: null,
      isFavorite: true,
      isArchived: false,
      photoUrl: null,
      hasPhoto: false,
      networkIds: ["0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"],
      contactFrequencyDays: 30,
      lastContactedAt: "2026-03-14T09:00:00.000Z",
      snoozedUntil: null,
      nextContactOn: "2026-04-13",
      needsContact: false,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-14T09:26:53.000Z",
    },
  })
);

/** What may be read with a contact. */
const parts = ["notes", "reminders", "networks", "relationships"] as const;

/** Members that a contact has where they are asked for. */
const included = lazily(() => ({
  notes: z.array(resourceNamed("Note"))
    .describe("The newest ten notes about the contact, with `include=notes` only."),
  reminders: z.array(resourceNamed("Reminder")).describe(
    "The ten open reminders about the contact that are due first, with `include=reminders` only.",
  ),
  networks: z.array(resourceNamed("Network"))
    .describe("The networks of the contact, by name, with `include=networks` only."),
  relationships: z.array(resourceNamed("Relationship")).describe(
    "What others are to the contact, as seen from it, with `include=relationships` only.",
  ),
}));

export const contactDetails = lazily(() =>
  z.object({ ...contact().shape, ...included() })
    .partial({ notes: true, reminders: true, networks: true, relationships: true })
    .meta({ id: "ContactDetails", example: z.globalRegistry.get(contact())?.["example"] })
);

export const contactDetailsQuery = lazily(() =>
  z.object({
    include: someOf(
      () => parts,
      "What to read with the contact, with commas between: `notes` (the newest ten), `reminders` (open ones, the ten that are due " +
        "first), `networks`, `relationships`. A key needs the scope to read each.",
    ),
  })
);

const suggestion = lazily(() =>
  z.object({ id: id("Id of the contact."), displayName: z.string() })
    .meta({ id: "ContactSuggestion" })
);

const match = lazily(() =>
  z.object({
    contactId: id("Id of the contact."),
    field: extensible(matchFields, "Where it is."),
    text: z.string().describe("What is there, or about 120 characters of it. Written by people."),
    noteId: id("Id of the note.").optional(),
    occurredAt: instant("When the event of the note happened.").optional(),
  }).meta({ id: "ContactMatch" })
);

const page = lazily(() => pageOf(pickable(contact()), "Contacts"));

export const contactPage = lazily(() =>
  z.object({
    ...page().shape,
    archivedCount: z.int().min(1).optional().describe(
      "Only where `search` is given without `isArchived`: how many archived contacts match, if any do.",
    ),
    suggestions: z.array(suggestion()).optional().describe(
      "Only where `search` finds nothing: at most five contacts whose names look or sound similar, the most similar first. The other filters are ignored.",
    ),
    matches: z.array(match()).optional().describe(
      "Only where `search` finds somebody: why the contacts of this page are found, where it is not by their names.",
    ),
    olderNotesLeftOut: z.boolean().optional().describe(
      "True where there are so many notes that `search` has read the newest alone; absent otherwise.",
    ),
  }).meta({ id: "ContactPage", example: z.globalRegistry.get(page())?.["example"] })
);

export const contactQuery = lazily(() =>
  z.object({
    ...paging(),
    sort: orCustom(sortedBy(
      "displayName",
      "lastName",
      "createdAt",
      "updatedAt",
      "lastContactedAt",
      "nextContactOn",
      "birthday",
    )).describe(
      "Field to sort by, ascending; with a leading minus descending. Nulls come last. `displayName` where it is absent; with `search` " +
        "first who is called so, then whose names begin so. `displayName` sorts by first and last name, `lastName` by the phonetic names where there are some, and contacts without a last name by their first name, nickname or company. " +
        "`custom.<key>` sorts by one of your own fields.",
    ),
    search: searchIn(
      "the contact, the names of its networks or its notes, each anywhere there",
      "Words of less than three letters are not looked for in notes. A phone number is found however it is dialled. Where nothing is " +
        "found, see `suggestions`.",
    ),
    ids: ids("Only the contacts with these ids. Unknown ids are ignored."),
    networkId: id("Only members of this network.").optional(),
    needsContact: flag("Only contacts that are due, or only those that are not."),
    nextContactBefore: day(
      "Only contacts whose `nextContactOn` is before this day, in the profile's time zone.",
    ).optional(),
    lastContactedBefore: instantOrDay(
      "Only contacts whose last contact was before this, or who had none. A date means the start of that day.",
    ).optional(),
    hasEmail: flag("Only contacts with an e-mail address, or only those without."),
    hasPhone: flag("Only contacts with a phone number, or only those without."),
    company: text(1, searchLimit).optional().meta({
      description:
        "Words that must all occur in the company of the contact. Case and accents are ignored.",
      maxLength: searchLimit,
    }),
    place: text(1, searchLimit).optional().meta({
      description:
        "Words that must all occur in the city, region, postal code and country of one address. Case, accents, and the language of a " +
        "country's name are ignored: `Germany` finds `Deutschland` and `DE`.",
      maxLength: searchLimit,
    }),
    birthdayMonth: number(1, 12, "Only contacts whose birthday is in this month, from 1 to 12."),
    dateKind: oneOf(
      dateKinds,
      "Only contacts with a date of this kind; with `dateMonth` in that month.",
    ),
    dateMonth: number(
      1,
      12,
      "Only contacts with a date in this month, from 1 to 12, besides the birthday.",
    ),
    custom: z.record(z.string().regex(keyPattern), text(1, searchLimit)).refine(
      (values) => Object.keys(values).length <= fieldsLimit,
      `There are at most ${fieldsLimit} fields.`,
    ).optional().meta({
      description:
        "Only contacts whose own fields have these values, by their keys: `custom.diet=vegan`, or `custom=diet:vegan`. Case and accents are ignored.",
      byKey: true,
    }),
    isFavorite: flag("Only favourites, or only others."),
    isArchived: oneOf(
      ["true", "false", "any"],
      "Only archived contacts (`true`), only the others (`false`, the default), or both (`any`).",
    ),
    fields: fieldsOf(contact),
  })
);

export const contactDeletion = lazily(() =>
  z.object({
    withNotes: flag(
      "Whether the notes that are about nobody else are deleted too, which needs the scope `notes:write`.",
    ),
  })
);
