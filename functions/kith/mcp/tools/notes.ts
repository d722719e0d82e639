// Tools for notes, their types, reminders, and what is due.
import { z } from "zod";
import { day, isDay, toInstant } from "../../core/dates.ts";
import { id, text } from "../../core/fields.ts";
import { noteCreate } from "../../notes/schema.ts";
import { reminderCreate } from "../../reminders/schema.ts";
import {
  compact,
  idempotencyKey,
  limit,
  type Names,
  page,
  people,
  shortNote,
  shortReminder,
  spoken,
  withNames,
} from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";

const { occurredAt } = noteCreate().shape;
const content = noteCreate().shape.content.meta({ description: undefined });
const plain = { description: undefined };

const durationPattern =
  /^P(?=\d|T\d)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?(T(?=\d)(\d{1,5}H)?(\d{1,6}M)?)?$/;
const { title, description, recurrence, recurrenceFrom } = reminderCreate().shape;

const isDue = (text: string) =>
  durationPattern.test(text) || isDay(text) || toInstant(text) !== null;

/** An instant, a date, or how long from now. */
const due = z.string()
  .refine(
    isDue,
    "Must be an RFC 3339 instant with offset, a date as YYYY-MM-DD, or a duration such as P3W.",
  )
  .overwrite((text) => toInstant(text) ?? text)
  .nullable().optional().meta({
    description:
      "An instant with offset, a date (09:00 in the profile's time zone), or from now on as a duration: P3W, P1M, PT2H.",
    alsoCalled: ["dueAt"],
  });

/** A reminder that is made together with a note. */
const newReminder = z.strictObject({
  title,
  due: due.meta({ description: "As in set_reminder, such as P2W.", alsoCalled: ["dueAt"] }),
});

const typed = {
  type: text(1, 100).nullable().optional().meta({
    description: "Such as call; made where there is none of that name.",
    alsoCalled: ["noteTypeId"],
  }),
  countsAsContact: z.boolean().optional().describe("false for news, such as a new job."),
};

/** How the database finds or makes the type. */
const namedType = (type: string | null | undefined, countsAsContact: boolean | undefined) =>
  type || (type === undefined && countsAsContact === false)
    ? { name: type ?? undefined, countsAsContact }
    : undefined;

export const noteTools: Tool[] = [
  defineTool({
    name: "log_note",
    title: "Log a note",
    description:
      "Write down what happened, such as a conversation; it counts as contact with these people, unless countsAsContact is false. Where it is unclear who is " +
      "meant, nothing is written and the candidates are named.",
    scopes: ["notes:write"],
    effect: "write",
    input: z.strictObject({
      content,
      people: people.optional(),
      occurredAt: occurredAt.optional(),
      ...typed,
      reminder: newReminder.optional().meta({
        description: "To remind of the same people later.",
      }),
      idempotencyKey,
    }),
    members: { contactIds: "people", noteTypeId: "type", note: "", dueAt: "due" },
    async run({ idempotencyKey, people, reminder, type, countsAsContact, ...rest }, run) {
      const note = { ...rest, ...(type === null ? { noteTypeId: null } : {}) };
      const args = { query: withNames, ...(idempotencyKey ? { idempotencyKey } : {}) };
      if (reminder) {
        const { title, due } = reminder;
        const { body, activityId } = await run("create_note_with_reminder", {
          ...args,
          body: { note, reminder: { title, ...(due ? { dueAt: due } : {}) } },
          byName: {
            "body.note.contactIds": people,
            "body.note.noteTypeId": namedType(type, countsAsContact),
          },
        });
        return {
          note: shortNote(body.note, body.names),
          reminder: shortReminder(body.reminder, body.names),
          activityId,
        };
      }
      const { body, activityId } = await run("create_note", {
        ...args,
        body: note,
        byName: {
          "body.contactIds": people,
          "body.noteTypeId": namedType(type, countsAsContact),
        },
      });
      return { note: shortNote(body, body.names), activityId };
    },
  }),
  defineTool({
    name: "search_notes",
    title: "Search notes",
    description: "Find notes by words, person and day; newest first.",
    scopes: ["notes:read"],
    effect: "read",
    input: z.strictObject({
      search: z.string().max(200).optional(),
      contact: spoken.optional(),
      from: day("From this day on.").optional(),
      to: day("Until this day.").optional(),
      page,
      limit,
    }),
    members: { contactId: "contact" },
    async run({ limit, contact, ...query }, run) {
      const { body } = await run("list_notes", {
        query: { ...query, pageSize: limit, ...withNames },
        byName: { "query.contactId": contact },
      });
      return {
        notes: body.data.map((note: Record<string, unknown>) => shortNote(note, body.names)),
        total: body.total,
      };
    },
  }),
  defineTool({
    name: "edit_note",
    title: "Change or delete a note",
    description: "Changes the members given. `delete: true` deletes it; `undo` brings it back.",
    scopes: ["notes:write"],
    effect: "delete",
    idempotent: true,
    input: z.strictObject({
      noteId: id("Id of the note."),
      content: content.optional(),
      people: people.optional(),
      occurredAt: occurredAt.meta(plain).optional(),
      ...typed,
      delete: z.boolean().optional(),
    }).refine(({ type, countsAsContact }) => type !== undefined || countsAsContact !== true, {
      message: "Give a type that counts as contact, or type null.",
      path: ["countsAsContact"],
    }),
    members: { contactIds: "people", noteTypeId: "type" },
    async run({ noteId, people, type, countsAsContact, delete: isDeleted, ...rest }, run) {
      if (isDeleted) {
        const { activityId } = await run("delete_note", { id: noteId });
        return { activityId };
      }
      const { body: note, activityId } = await run("update_note", {
        id: noteId,
        body: { ...rest, ...(type === null ? { noteTypeId: null } : {}) },
        byName: {
          "body.contactIds": people,
          "body.noteTypeId": namedType(type, countsAsContact),
        },
        query: withNames,
      });
      return { note: shortNote(note, note.names), activityId };
    },
  }),
  defineTool({
    name: "list_note_types",
    title: "List note types",
    description:
      "The types that notes may have, such as call or meeting, and whether they count as contact.",
    scopes: ["notes:read"],
    effect: "read",
    input: z.strictObject({ page }),
    async run({ page }, run) {
      const { body } = await run("list_note_types", { query: { page, pageSize: 100 } });
      const short = ({ id, name, countsAsContact }: Record<string, unknown>) => ({
        id,
        name,
        countsAsContact,
      });
      return { noteTypes: body.data.map(short), total: body.total };
    },
  }),
];

export const reminderTools: Tool[] = [
  defineTool({
    name: "list_due",
    title: "List what is due",
    description:
      "Reminders, people to be in touch with and birthdays of the next days by day; what is overdue comes first.",
    scopes: ["contacts:read", "reminders:read"],
    effect: "read",
    input: z.strictObject({ days: z.int().min(1).max(366).default(7) }),
    async run(query, run) {
      const { body } = await run("list_upcoming", { query: { ...query, ...withNames } });
      return {
        today: body.today,
        days: body.days.map((day: { date: string; items: Record<string, unknown>[] }) => ({
          date: day.date,
          items: day.items.map((item) => shortItem(item, body.names)),
        })),
        ...(body.hasMore ? { hasMore: true } : {}),
      };
    },
  }),
  defineTool({
    name: "set_reminder",
    title: "Create, change, complete or delete a reminder",
    description:
      "With `reminderId`: changes the members given. `completed` ticks it off, and one that recurs makes the next, `nextId`; `delete` ends its " +
      "series. If it is unclear who is meant, nothing is written.",
    scopes: ["reminders:write"],
    effect: "delete",
    input: z.strictObject({
      reminderId: id("Id of the reminder.").optional(),
      title: title.optional(),
      due,
      people: people.optional(),
      description: description.optional(),
      recurrence: recurrence.optional().describe(
        "An RRULE such as FREQ=WEEKLY;BYDAY=MO, or FREQ=MONTHLY;BYDAY=1MO for each first Monday; null for once.",
      ),
      recurrenceFrom: recurrenceFrom.optional().describe(
        "The next one counts from `due` (unless set) or `completion`.",
      ),
      completed: z.boolean().optional(),
      delete: z.boolean().optional(),
      idempotencyKey,
    }).refine(({ reminderId, title }) => reminderId !== undefined || title !== undefined, {
      message: "Give the title of a new reminder, or the reminderId of the one to change.",
      path: ["title"],
    }).refine(({ reminderId, delete: isDeleted }) => !isDeleted || reminderId !== undefined, {
      message: "Give the reminderId of the one to delete.",
      path: ["reminderId"],
    }),
    members: { dueAt: "due", contactIds: "people" },
    async run({ reminderId, due, people, delete: isDeleted, idempotencyKey, ...rest }, run) {
      if (isDeleted) {
        const { activityId } = await run("delete_reminder", { id: reminderId! });
        return { activityId };
      }
      const args = {
        body: { ...rest, ...(due === undefined ? {} : { dueAt: due }) },
        byName: { "body.contactIds": people },
        query: withNames,
      };
      const { body: reminder, activityId } = reminderId
        ? await run("update_reminder", { ...args, id: reminderId })
        : await run("create_reminder", {
          ...args,
          ...(idempotencyKey ? { idempotencyKey } : {}),
        });
      return { reminder: shortReminder(reminder, reminder.names), activityId };
    },
  }),
];

function shortItem(item: Record<string, unknown>, names: Names) {
  const { reminder, ...rest } = item;
  return reminder
    ? { kind: "reminder", ...shortReminder(reminder as Record<string, unknown>, names) as object }
    : compact(rest);
}
