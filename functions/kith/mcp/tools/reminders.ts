import { z } from "zod";
import { id } from "../../core/fields.ts";
import { reminderCreate } from "../../reminders/schema.ts";
import { idempotencyKey, people, withNames } from "./fields.ts";
import { compact, type Names, shortReminder } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

const durationPattern =
  /^P(?=\d|T\d)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?(T(?=\d)(\d{1,5}H)?(\d{1,6}M)?)?$/;
const { title, description, dueAt, recurrence, recurrenceFrom } = reminderCreate().shape;

/** An instant, a date, or how long from now. */
const due = z.union([z.string().regex(durationPattern), dueAt], {
  error:
    "Must be an RFC 3339 instant with offset, a date as YYYY-MM-DD, or a duration such as P3W.",
}).optional().meta({
  description:
    "An instant with offset, a date (09:00 in the profile's time zone), or from now on as a duration: P3W, P1M, PT2H.",
});

/** A reminder that is made together with a note. */
export const newReminder = z.strictObject({ title, due });

export const reminderTools: Tool[] = [
  defineTool({
    name: "list_due",
    title: "List what is due",
    description:
      "Reminders, people to be in touch with and birthdays of the next days by day; what is overdue comes first.",
    scopes: ["contacts:read", "reminders:read"],
    effect: "read",
    idempotent: true,
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
      "series. Where it is unclear who is meant, nothing is written.",
    scopes: ["reminders:write"],
    effect: "delete",
    idempotent: false,
    input: z.strictObject({
      reminderId: id("Id of the reminder.").optional(),
      title: title.optional(),
      due,
      people: people.optional(),
      description: description.optional(),
      recurrence: recurrence.optional().meta({
        description:
          "An RRULE such as FREQ=WEEKLY;BYDAY=MO, or FREQ=MONTHLY;BYDAY=1MO for each first Monday; null for once.",
      }),
      recurrenceFrom: recurrenceFrom.optional().meta({
        description: "The next one counts from `due` (unless set) or `completion`.",
      }),
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
        spoken: { "body.contactIds": people },
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
