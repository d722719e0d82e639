import { z } from "zod";
import { id } from "../../core/fields.ts";
import { reminderCreate } from "../../reminders/schema.ts";
import { activityId, idempotencyKey, list, object, people } from "./fields.ts";
import { compact, type Names, shortReminder } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

const durationPattern =
  /^P(?=\d|T\d)(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?(T(?=\d)(\d{1,5}H)?(\d{1,6}M)?)?$/;
const { title, description, dueAt, recurrence, recurrenceFrom } = reminderCreate().shape;

/** An instant, a date, or how long from now. */
const due = z.union([z.string().regex(durationPattern), dueAt]).optional().meta({
  description:
    "An instant with offset, a date (09:00 in the profile's time zone), or from now on as a duration: P3W, P1M, PT2H.",
});

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
    output: z.object({ today: z.string(), days: list, hasMore: z.boolean().optional() }),
    async run(query, run) {
      const { body } = await run("list_upcoming", { query, named: true });
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
    title: "Create or change a reminder",
    description:
      "With `reminderId`: changes only the members given. Where it is unclear who is meant, nothing is written.",
    scopes: ["reminders:write"],
    effect: "write",
    idempotent: false,
    input: z.strictObject({
      reminderId: id("Id of the reminder.").optional(),
      title: title.optional(),
      due,
      people: people.optional(),
      description: description.optional(),
      recurrence: recurrence.optional().meta({
        description: "An RRULE such as FREQ=WEEKLY;BYDAY=MO, or null for once.",
      }),
      recurrenceFrom: recurrenceFrom.optional().meta({
        description: "What the next one counts from: `due` (unless set) or `completion`.",
      }),
      idempotencyKey,
    }),
    output: z.object({ reminder: object, activityId: activityId.nullable() }),
    members: { dueAt: "due" },
    async run({ reminderId, due, idempotencyKey, ...rest }, run) {
      const body = { ...rest, ...(due === undefined ? {} : { dueAt: due }) };
      const { body: reminder, activityId } = reminderId
        ? await run("update_reminder", { id: reminderId, body, named: true })
        : await run("create_reminder", {
          body,
          named: true,
          ...(idempotencyKey ? { idempotencyKey } : {}),
        });
      return { reminder: shortReminder(reminder, reminder.names), activityId };
    },
  }),
  defineTool({
    name: "complete_reminder",
    title: "Complete a reminder",
    description:
      "Ticks it off; `completed: false` opens it again. One that recurs makes the next, `nextId`.",
    scopes: ["reminders:write"],
    effect: "write",
    idempotent: true,
    input: z.strictObject({
      reminderId: id("Id of the reminder."),
      completed: z.boolean().default(true),
    }),
    output: z.object({ reminder: object, activityId: activityId.nullable() }),
    async run({ reminderId, completed }, run) {
      const { body, activityId } = await run("update_reminder", {
        id: reminderId,
        body: { completed },
        named: true,
      });
      return { reminder: shortReminder(body, body.names), activityId };
    },
  }),
];

function shortItem(item: Record<string, unknown>, names: Names) {
  const { reminder, ...rest } = item;
  return reminder
    ? { kind: "reminder", ...shortReminder(reminder as Record<string, unknown>, names) as object }
    : compact(rest);
}
