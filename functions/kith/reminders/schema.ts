import { z } from "zod";
import { instant, instantOrDay } from "../core/dates.ts";
import { id, nullableText, text } from "../core/fields.ts";
import { pageOf, timestamps } from "../core/page.ts";
import { flag, paging, sortedBy } from "../core/parameters.ts";

const fields = {
  title: text(1, 255).meta({ example: "Send the photos" }),
  description: nullableText(10_000),
  contactId: id("The contact that the reminder is about.").nullable(),
  dueAt: instantOrDay("When it is due; a date means 09:00 of that day in the profile's time zone.")
    .nullable(),
  completed: z.boolean().meta({ description: "Whether it is completed." }),
};

export const reminderCreate = z.strictObject(fields)
  .partial({ description: true, contactId: true, dueAt: true, completed: true })
  .meta({ id: "ReminderCreate", example: { title: "Send the photos", dueAt: "2026-03-14" } });

export const reminderUpdate = z.strictObject(fields).partial()
  .meta({ id: "ReminderUpdate", example: { completed: true } });

export const reminder = z.object({
  id: id("Identifies the reminder."),
  ...fields,
  dueAt: instant("When it is due.").nullable(),
  completedAt: instant("When it was completed.").nullable(),
  ...timestamps(instant),
}).meta({
  id: "Reminder",
  example: {
    id: "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b",
    title: "Send the photos",
    description: null,
    contactId: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
    dueAt: "2026-03-20T09:00:00.000Z",
    completed: false,
    completedAt: null,
    createdAt: "2026-03-14T09:26:53.000Z",
    updatedAt: "2026-03-14T09:26:53.000Z",
  },
});

export const reminderPage = pageOf(reminder, "ReminderPage");

export const reminderQuery = z.object({
  ...paging,
  sort: sortedBy("dueAt", "createdAt").meta({
    description:
      "Field to sort by, ascending; with a leading minus descending. Nulls come last. Where it is absent, " +
      "open reminders come before completed ones, each by `dueAt`.",
    default: undefined,
    "x-default-order": "completed, dueAt",
  }),
  contactId: id("Only reminders about this contact.").optional(),
  completed: flag("Only completed reminders, or only the others."),
  dueAfter: instantOrDay(
    "Only reminders that are due then or later; a date means the start of that day.",
  )
    .optional(),
  dueBefore: instantOrDay(
    "Only reminders that are due earlier; a date means the start of that day.",
  ).optional(),
});

export const reminderParams = z.object({ id: id("Id of the reminder.") });
