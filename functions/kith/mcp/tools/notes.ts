import { z } from "zod";
import { id } from "../../core/fields.ts";
import { noteCreate } from "../../notes/schema.ts";
import { day, idempotencyKey, limit, page, people, spoken, withNames } from "./fields.ts";
import { newReminder } from "./reminders.ts";
import { shortNote, shortReminder } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

const { content, occurredAt } = noteCreate().shape;

export const noteTools: Tool[] = [
  defineTool({
    name: "log_note",
    title: "Log a note",
    description:
      "Write down what happened, such as a conversation; it counts as contact with these people. Where it is unclear who is " +
      "meant, nothing is written and the candidates are named.",
    scopes: ["notes:write"],
    effect: "write",
    idempotent: false,
    input: z.strictObject({
      content,
      people: people.optional(),
      occurredAt: occurredAt.optional(),
      noteTypeId: id("One of list_note_types.").optional(),
      reminder: newReminder.optional().meta({
        description: 'To remind of the same people later: {"title": "…", "due": "P2W"}.',
        brief: true,
        type: "object",
      }),
      idempotencyKey,
    }),
    members: { contactIds: "people", note: "", dueAt: "due" },
    async run({ idempotencyKey, people, reminder, ...note }, run) {
      const args = { query: withNames, ...(idempotencyKey ? { idempotencyKey } : {}) };
      if (reminder) {
        const { title, due } = reminder;
        const { body, activityId } = await run("create_note_with_reminder", {
          ...args,
          body: { note, reminder: { title, ...(due ? { dueAt: due } : {}) } },
          spoken: { "body.note.contactIds": people },
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
        spoken: { "body.contactIds": people },
      });
      return { note: shortNote(body, body.names), activityId };
    },
  }),
  defineTool({
    name: "search_notes",
    title: "Search notes",
    description: "Find notes by words, by whom they are about, and by day; newest first.",
    scopes: ["notes:read"],
    effect: "read",
    idempotent: true,
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
        spoken: { "query.contactId": contact },
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
      occurredAt: occurredAt.optional(),
      delete: z.boolean().optional(),
    }),
    members: { contactIds: "people" },
    async run({ noteId, people, delete: isDeleted, ...body }, run) {
      if (isDeleted) {
        const { activityId } = await run("delete_note", { id: noteId });
        return { activityId };
      }
      const { body: note, activityId } = await run("update_note", {
        id: noteId,
        body,
        spoken: { "body.contactIds": people },
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
    idempotent: true,
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
