import { z } from "zod";
import { day, instant, instantOrDay, isBirthday } from "../core/dates.ts";
import { id, nullableText, nullIfBlank, onObjects, text, violation } from "../core/fields.ts";
import { pageOf, stamps } from "../core/page.ts";
import { flag, paging, sortedBy } from "../core/parameters.ts";
import { addresses, emails, phones, urls } from "./methods.ts";

const names = ["firstName", "lastName", "nickname", "company"] as const;

const fields = {
  firstName: nullableText(255).meta({ example: "Zoë" }),
  lastName: nullableText(255).meta({ example: "Müller" }),
  nickname: nullableText(255),
  company: nullableText(255),
  jobTitle: nullableText(255),
  emails,
  phones,
  urls,
  addresses,
  birthday: nullIfBlank(
    z.string().trim().refine(
      (value) => value === "" || isBirthday(value),
      "Must be a real date as YYYY-MM-DD, or as --MM-DD without the year.",
    ),
  )
    .meta({ description: "YYYY-MM-DD, or --MM-DD when the year is unknown.", example: "--02-29" }),
  description: nullableText(10_000),
  isFavorite: z.boolean().meta({ description: "Whether it is a favourite." }),
  photoUrl: z.string().nullable().meta({
    description:
      "In answers a signed URL, good for half an hour to an hour; written, the path of an upload, or null for none.",
  }),
  networkIds: z.array(id("Id of a network."))
    .max(100, "Must have at most 100 items.")
    .meta({ description: "The networks that the contact belongs to." }),
  contactFrequencyDays: z.int("Must be a whole number.").min(1, "Must be at least 1.")
    .max(3650, "Must be at most 3650.").nullable()
    .meta({ description: "How often to be in touch, in days; null for no rhythm." }),
  lastContactedAt: instantOrDay("The last contact: what was set by hand, or a later note.")
    .nullable(),
};

type Names = Partial<Record<(typeof names)[number], unknown>>;

/** Whether a name field says nothing: null, or white space only. */
function isEmpty(value: unknown): boolean {
  return value == null || (typeof value === "string" && value.trim() === "");
}

const nameless = violation("required", "Give a first name, last name, nickname or company.");

const writable = z.strictObject(fields).partial();

export const newContact = writable
  .superRefine((contact: Names, context) => {
    if (names.every((name) => isEmpty(contact[name]))) context.addIssue(nameless);
  }, onObjects)
  .meta({
    id: "NewContact",
    example: { firstName: "Zoë", lastName: "Müller", emails: [{ value: "zoe@example.com" }] },
  });

/** A patch that leaves no name is refused here when it clears all of them; the rest only the database can know. */
export const contactPatch = writable
  .superRefine((patch: Names, context) => {
    if (names.every((name) => name in patch && isEmpty(patch[name]))) context.addIssue(nameless);
  }, onObjects)
  .meta({ id: "ContactPatch", example: { nickname: "Zo", contactFrequencyDays: 30 } });

export const contact = z.object({
  ...fields,
  id: id("Identifies the contact."),
  displayName: z.string().meta({
    description: "“First last”, else the nickname, else the company.",
    example: "Zoë Müller",
  }),
  lastContactedAt: instant("The last contact: what was set by hand, or a later note.").nullable(),
  hasPhoto: z.boolean().meta({
    description:
      "Whether there is a photo. True with a `photoUrl` of null: Storage did not answer just now.",
  }),
  nextContactOn: day("When to be in touch next, in the profile's time zone.").nullable(),
  needsContact: z.boolean().meta({ description: "Whether that day has come." }),
  ...stamps(instant),
}).meta({
  id: "Contact",
  example: {
    id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
    firstName: "Zoë",
    lastName: "Müller",
    nickname: "Zo",
    company: null,
    jobTitle: "Route setter",
    displayName: "Zoë Müller",
    emails: [{ value: "zoe@example.com", label: "home" }],
    phones: [{ value: "+49 30 901820", label: null }],
    urls: [],
    addresses: [{
      label: "home",
      street: "Torstraße 1",
      city: "Berlin",
      region: null,
      postalCode: "10119",
      country: "Germany",
    }],
    birthday: "--02-29",
    description: "Met at the wall.",
    isFavorite: true,
    photoUrl: null,
    hasPhoto: false,
    networkIds: ["0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"],
    contactFrequencyDays: 30,
    lastContactedAt: "2026-03-14T09:00:00.000Z",
    nextContactOn: "2026-04-13",
    needsContact: false,
    createdAt: "2026-03-02T08:15:00.000Z",
    updatedAt: "2026-03-14T09:26:53.000Z",
  },
});

export const contactPage = pageOf(contact, "ContactPage");

export const contactQuery = z.object({
  ...paging,
  sort: sortedBy("displayName", "createdAt", "updatedAt", "lastContactedAt"),
  search: text(0, 200).optional().meta({
    description: "Words that must each stand somewhere in the contact, whatever case and accents.",
    maxLength: 200,
  }),
  networkId: id("Only members of this network.").optional(),
  needsContact: flag("Only contacts to be in touch with, or only the others."),
  isFavorite: flag("Only favourites, or only the others."),
});

export const contactParams = z.object({ id: id("Id of the contact.") });
