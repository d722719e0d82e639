// The schemas of reminders.
import { z } from "zod";
import {
  aboutContacts,
  checkFirstContact,
  formatted,
  id,
  lazily,
  line,
  nullableText,
  onObjects,
  violation,
} from "../core/fields.ts";
import { instant, instantOrDay } from "../core/dates.ts";
import {
  fieldsOf,
  flag,
  pageOf,
  paging,
  pickable,
  searchIn,
  sortedBy,
  timestamps,
} from "../core/lists.ts";
import { recurrenceRule } from "./recurrence.ts";

const fromWhen =
  "Whether the next one counts from `dueAt` (`due`) or from the day of completion (`completion`).";

const fields = lazily(() => ({
  title: line(1, 255).meta({ example: "Send the photos" }),
  description: nullableText(10_000),
  ...aboutContacts(),
  dueAt: instantOrDay("When it is due; a date means 09:00 of that day in the profile's time zone.")
    .nullable(),
  recurrence: recurrenceRule(
    "How it recurs, as an RFC 5545 rule: `FREQ` with `INTERVAL`, `BYDAY`, `BYSETPOS` and `BYMONTH` where it has days of months or " +
      "years, and `COUNT` or `UNTIL`. `FREQ=MONTHLY;BYDAY=1MO` is every first Monday, " +
      "`FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1` every last working day. Null if it does not recur. Completing it creates the next one.",
  ).nullable(),
  recurrenceFrom: formatted(/^(due|completion)$/, "Must be due or completion.").meta({
    description: `${fromWhen} \`due\` where it is absent.`,
    example: "due",
  }),
  completed: z.boolean().describe("Whether it is completed."),
}));

// A new one each time, because Zod changes the path of an issue where the reminder is a member of the body.
const missingDueAt = () =>
  violation("required", "Required where there is a recurrence.", ["dueAt"]);

export const reminderCreate = lazily(() =>
  z.strictObject(fields())
    .partial({
      description: true,
      contactId: true,
      contactIds: true,
      dueAt: true,
      recurrence: true,
      recurrenceFrom: true,
      completed: true,
    })
    .superRefine(checkFirstContact, onObjects)
    .superRefine((body: { recurrence?: unknown; dueAt?: unknown }, context) => {
      if (body.recurrence != null && body.dueAt == null) context.addIssue(missingDueAt());
    }, onObjects)
    .meta({
      id: "ReminderCreate",
      description: "Needs a `dueAt` if it has a `recurrence`.",
      if: { required: ["recurrence"], properties: { recurrence: { type: "string" } } },
      then: { required: ["dueAt"], properties: { dueAt: { type: "string" } } },
      example: { title: "Send the photos", dueAt: "2026-03-14" },
    })
);

export const reminderUpdate = lazily(() =>
  z.strictObject(fields()).partial().superRefine(
    checkFirstContact,
    onObjects,
  )
    .meta({ id: "ReminderUpdate", example: { completed: true } })
);

export const reminder = lazily(() =>
  z.object({
    id: id("Identifies the reminder."),
    ...fields(),
    dueAt: instant("When it is due.").nullable(),
    recurrence: z.string().nullable().meta({
      description:
        "How it recurs, as an RFC 5545 rule whose parts are in a fixed order; null if it does not.",
      example: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
    }),
    recurrenceFrom: z.string().meta({ description: fromWhen, example: "due" }),
    completedAt: instant("When it was completed.").nullable(),
    nextId: id("The reminder that was created when this one was completed.").nullable(),
    ...timestamps(instant),
  }).meta({
    id: "Reminder",
    example: {
      id: "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
      title: "Send the photos",
      description: null,
      contactId: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
      contactIds: ["0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"],
      dueAt: "2026-03-20T09:00:00.000Z",
      recurrence: "FREQ=MONTHLY",
      recurrenceFrom: "due",
      completed: false,
      completedAt: null,
      nextId: null,
      createdAt: "2026-03-14T09:26:53.000Z",
      updatedAt: "2026-03-14T09:26:53.000Z",
    },
  })
);

export const reminderPage = lazily(() => pageOf(pickable(reminder()), "ReminderPage"));

export const reminderQuery = lazily(() =>
  z.object({
    ...paging(),
    sort: sortedBy("dueAt", "createdAt").meta({
      description:
        "Field to sort by, ascending, or descending with a leading minus. Nulls come last. By default " +
        "open reminders come before completed ones, each by `dueAt`.",
      default: undefined,
      "x-default-order": "completed, dueAt",
    }),
    contactId: id("Only reminders about this contact, alone or with others.").optional(),
    completed: flag("Only completed reminders, or only open ones."),
    dueAfter: instantOrDay(
      "Only reminders that are due at this time or later. A date means the start of that day.",
    )
      .optional(),
    dueBefore: instantOrDay(
      "Only reminders that are due before this time. A date means the start of that day.",
    ).optional(),
    fields: fieldsOf(reminder),
    search: searchIn("the title or the description"),
    hasDueAt: flag("Only reminders that are due at some time, or only those without."),
  })
);

export const reminderDeletion = lazily(() =>
  z.object({
    keepSeries: flag(
      "Whether to delete only this one of a recurring reminder and create the next one.",
    ),
  })
);
