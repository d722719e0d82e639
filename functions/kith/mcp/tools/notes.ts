// Tools for notes and their types.
import { z } from "zod";
import { day } from "../../core/dates.ts";
import { id, text } from "../../core/fields.ts";
import { noteCreate } from "../../notes/schema.ts";
import {
  brief,
  contactNameOrId,
  idempotencyKey,
  limit,
  page,
  people,
  shortNote,
  shortReminder,
  undescribed,
  withNames,
} from "./members.ts";
import { newReminder } from "./reminders.ts";
import { defineTool, type Tool } from "./tool.ts";
import { searchLimit } from "../../core/limits.ts";

const { occurredAt } = noteCreate().shape;
const content = noteCreate().shape.content.meta(brief);

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
      "Write down what happened; it counts as contact with these people, unless countsAsContact is false.",
    scopes: ["notes:write"],
    effect: "write",
    input: z.strictObject({
      content,
      people: people.optional(),
      occurredAt: occurredAt.describe("A date or an instant.").optional(),
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
    description: "Find notes by words (boat OR ship), person and day; newest first.",
    scopes: ["notes:read"],
    effect: "read",
    input: z.strictObject({
      search: z.string().max(searchLimit).optional(),
      contact: contactNameOrId.meta(brief).optional(),
      from: day("A day.").meta(brief).optional(),
      to: day("A day.").meta(brief).optional(),
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
      noteId: id("Id of the note.").meta(brief),
      content: content.optional(),
      people: people.meta(brief).optional(),
      occurredAt: occurredAt.meta(brief).optional(),
      ...undescribed(typed),
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
    description: "Types of notes, such as call or meeting, and whether they count as contact.",
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
