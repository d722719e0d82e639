// The schemas of the profile.
import { z } from "zod";
import {
  formatted,
  grantedScopes,
  id,
  lazily,
  nullableLine,
  nullIfBlank,
  text,
  verbatimText,
} from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { timestamps } from "../core/lists.ts";

const fields = lazily(() => ({
  name: nullableLine(255),
  timezone: text(1, 255).meta({
    description: "IANA time zone. It decides when a day begins and ends.",
    example: "Pacific/Auckland",
  }),
  country: nullIfBlank(
    z.string().trim().regex(/^([A-Z]{2})?$/, "Must be two capital letters."),
  ).meta({
    description:
      "Two-letter code of ISO 3166-1. The search for duplicates takes phone numbers without a calling code " +
      "as numbers of this country.",
    example: "NZ",
  }),
  nameOrder: formatted(/^(firstName|lastName)$/, "Must be firstName or lastName.").meta({
    description:
      "By which name apps sort contacts, and which of both they show first. Answers are the same either way.",
    example: "firstName",
  }),
  eastAsianNames: formatted(/^(firstName|lastName)$/, "Must be firstName or lastName.").meta({
    description:
      "Which name comes first in `displayName` where both are in Han, Kana or Hangul: the last name, followed by the first without " +
      "a space, or the first name, as in all other names.",
    example: "lastName",
  }),
  digestAt: formatted(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "Must be a time such as 08:00.").meta({
    description: "At what time of the day channels get a digest, in the profile's time zone.",
    example: "08:00",
  }),
  digestDays: z.array(z.int().min(1).max(7)).min(1).max(7).describe(
    "On which days of the week channels get a digest: 1 for Monday to 7 for Sunday.",
  ),
  leadDays: z.int().min(0).max(30).describe(
    "How many days before a birthday or another date a digest says so too; 0 for not before.",
  ),
  savedFilters: z.array(z.strictObject({
    name: verbatimText(1, 50).describe("What it is called."),
    query: verbatimText(1, 500).describe("The query of `GET /contacts`, without a page."),
  })).max(20).meta({
    description: "Filters of people that you keep, for all apps.",
    example: [{ name: "Dentists", query: "search=dentist&sort=lastName" }],
  }),
  contactId: id(
    "The contact that is you: never due, nobody's duplicate, and *you* in the sentences of relationships. Null where there is none, " +
      "and for keys that do not see all contacts.",
  ).nullable(),
}));

export const profileUpdate = lazily(() =>
  z.strictObject(fields()).partial()
    .meta({ id: "ProfileUpdate", example: { timezone: "Pacific/Auckland" } })
);

export const profile = lazily(() =>
  z.object({
    id: id("Identifies the account."),
    email: z.string().nullable().describe("The address that the account signs in with."),
    ...fields(),
    ...timestamps(instant),
    scopes: grantedScopes(
      "What the API key may do, in alphabetical order. Null for everything, and for access tokens.",
    ),
    networkIds: z.array(id("Id of a network.")).nullable().describe(
      "Networks: only their contacts, and the notes and reminders of these, exist for the API key. Null for all, and for " +
        "access tokens.",
    ),
    expiresAt: instant(
      "When the API key expires. Null for never, and for access tokens.",
    )
      .nullable(),
  }).meta({
    id: "Profile",
    example: {
      id: "0190a5c2-5e6d-7bb2-87b3-cbfbfbf6287e",
      email: "ada@example.com",
      name: "Ada",
      timezone: "Pacific/Auckland",
      country: "NZ",
      nameOrder: "firstName",
      eastAsianNames: "lastName",
      digestAt: "08:00",
      digestDays: [1, 2, 3, 4, 5, 6, 7],
      leadDays: 7,
      savedFilters: [{ name: "Dentists", query: "search=dentist&sort=lastName" }],
      contactId: null,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-14T09:26:53.000Z",
      scopes: ["contacts:read", "notes:read", "notes:write"],
      networkIds: null,
      expiresAt: "2099-05-31T12:00:00.000Z",
    },
  })
);
