// The route that makes a note and a reminder in one request.
import { z } from "zod";
import { lazily, resourceNamed } from "../../core/fields.ts";
import { defineRoute, type Route } from "../../core/route.ts";
import { note, noteCreate } from "../schema.ts";
import { reminder, reminderCreate } from "../../reminders/schema.ts";

const exampleOf = (schema: z.ZodType) => z.globalRegistry.get(schema)?.["example"];

const noteWithReminderCreate = lazily(() =>
  z.strictObject({ note: noteCreate(), reminder: reminderCreate() }).meta({
    id: "NoteWithReminderCreate",
    example: { note: exampleOf(noteCreate()), reminder: exampleOf(reminderCreate()) },
  })
);

const noteWithReminder = lazily(() =>
  z.object({ note: resourceNamed("Note"), reminder: resourceNamed("Reminder") }).meta({
    id: "NoteWithReminder",
    example: { note: exampleOf(note()), reminder: exampleOf(reminder()) },
  })
);

export const noteWithReminderRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/notes/with-reminder",
    operation: "create_note_with_reminder",
    summary: "Create a note and a reminder",
    description:
      "Both or neither, in one change set. A reminder without `contactIds` and `contactId` is about the contacts of the note.",
    tag: "Notes",
    scopes: ["notes:write", "reminders:write"],
    logged: true,
    body: noteWithReminderCreate,
    problems: ["invalid_reference"],
    success: { status: 201, description: "The new note and reminder.", schema: noteWithReminder },
  }),
];
