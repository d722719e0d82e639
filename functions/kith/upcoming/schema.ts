// The schemas of what is due in the next days.
import { z } from "zod";
import { dateKinds } from "../core/date-kinds.ts";
import { extensible, id, lazily, resourceNamed } from "../core/fields.ts";
import { day, instant } from "../core/dates.ts";
import { someOf, wholeNumber } from "../core/lists.ts";

const kinds = ["reminder", "contact", "birthday", "date"] as const;

// One schema for all kinds and not a union, which generators in some languages cannot read.
const item = lazily(() =>
  z.object({
    kind: extensible(
      kinds,
      "What it is: `contact` is a person to be in touch with, `date` one of the `dates` of a contact.",
    ),
    reminder: resourceNamed("Reminder", "The reminder; with `reminder` only.").optional(),
    contactId: id("The contact; not with `reminder`.").optional(),
    displayName: z.string().optional().meta({
      description: "The contact's name; not with `reminder`.",
      example: "Zoë Müller",
    }),
    nextContactOn: day(
      "When to contact them next, which is the same as the date; with `contact` only.",
    )
      .optional(),
    birthday: z.string().optional().meta({
      description: "The contact's birthday, as the contact has it; with `birthday` only.",
      example: "1990-03-20",
    }),
    age: z.int().nullable().optional().meta({
      description: "How old they become; null where the year is unknown; with `birthday` only.",
      example: 36,
    }),
    dateKind: extensible(dateKinds, "The kind of the date; with `date` only.").optional(),
    label: z.string().nullable().optional().describe("What it is called; with `date` only."),
    date: z.string().optional().describe("The date, as the contact has it; with `date` only."),
    years: z.int().nullable().optional().describe(
      "How many years ago it was; null where the year is unknown; with `date` only.",
    ),
    isClose: z.boolean().optional().describe(
      "Whether they are a favourite or have `contactFrequencyDays`; with `birthday` and `date` only.",
    ),
  }).meta({ id: "UpcomingItem" })
);

const upcomingDay = lazily(() =>
  z.object({
    date: day("The day, in the profile's time zone; before `today` what is overdue."),
    items: z.array(item()).describe("Reminders, then contacts, birthdays and other dates."),
  }).meta({ id: "UpcomingDay" })
);

const contactId = "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f";

export const upcoming = lazily(() =>
  z.object({
    today: day("Today, in the profile's time zone."),
    timezone: z.string().describe("The profile's time zone."),
    days: z.array(upcomingDay()).describe("Days that have items, the earliest first."),
    hasMore: z.boolean().describe(
      "Whether later items are left out: an answer has at most 500 items of 4 MiB together.",
    ),
    meetings: z.array(z.object({
      id: id("Identifies the meeting."),
      title: z.string().describe("Its title."),
      startedAt: instant("When it began."),
      contactIds: z.array(id("A contact.")).describe("Whom it was with."),
    })).optional().describe(
      "The last ten meetings that are suggested, the latest first; with `include=meetings` only, and empty for keys with limits.",
    ),
    names: z.record(z.string(), z.string()).optional().describe(
      "The names of the contacts that the reminders are about, by their ids; with `include=names` only. At most 1 MiB of them: the rest is left out.",
    ),
  }).meta({
    id: "Upcoming",
    example: {
      today: "2026-03-14",
      timezone: "Europe/Berlin",
      days: [
        {
          date: "2026-03-12",
          items: [
            { kind: "contact", contactId, displayName: "Zoë Müller", nextContactOn: "2026-03-12" },
          ],
        },
        {
          date: "2026-03-20",
          items: [{
            kind: "birthday",
            contactId,
            displayName: "Zoë Müller",
            birthday: "1990-03-20",
            age: 36,
            isClose: true,
          }],
        },
      ],
      hasMore: false,
    },
  })
);

export const upcomingQuery = lazily(() =>
  z.object({
    days: wholeNumber(1, 366).default(14).meta({
      description: "How many days, beginning with today.",
      type: "integer",
      minimum: 1,
      maximum: 366,
      default: 14,
    }),
    include: someOf(
      () => ["names", "meetings"],
      "`names` adds the names of the contacts that the reminders are about, and `meetings` what was noticed in calendars lately.",
    ),
  })
);
