// Tools for reminders, one or many, and for what is due.
import { z } from "zod";
import { instantOrDay, isDay, toInstant } from "../../core/dates.ts";
import { id } from "../../core/fields.ts";
import { reminderCreate } from "../../reminders/schema.ts";
import {
  brief,
  checkMany,
  compact,
  contactNameOrId,
  idempotencyKey,
  limit,
  type Names,
  page,
  people,
  questionFor,
  shortReminder,
  undescribed,
  withNames,
} from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";
import { bulkLimit, searchLimit } from "../../core/limits.ts";

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
      "An instant with offset, a date (09:00 in the user's time zone), or a duration from now on: P3W, PT2H.",
    alsoCalled: ["dueAt"],
  });

/** A reminder that is made together with a note. */
export const newReminder = z.strictObject({
  title,
  due: due.meta({ description: "As in set_reminder, such as P2W.", alsoCalled: ["dueAt"] }),
});

const reminderFilters = {
  search: z.string().max(searchLimit, `Must have at most ${searchLimit} characters.`).optional(),
  contact: contactNameOrId.meta(brief).optional(),
  completed: z.boolean().optional(),
  hasDue: z.boolean().optional().describe("false: those without a time."),
  dueAfter: instantOrDay("A time.").meta(brief).optional(),
  dueBefore: instantOrDay("A time.").meta(brief).optional(),
};

const changes = {
  due: due.meta({ ...brief, alsoCalled: ["dueAt"] }),
  moveBy: z.string().refine(
    (text) => durationPattern.test(text.replace(/^-/, "")),
    "Must be a duration such as P1W or -P1D.",
  ).optional().describe("How much later each is due: P1W, or -P1D for earlier."),
  completed: z.boolean().optional(),
  delete: z.boolean().optional().describe("Ends a series."),
};

interface Meeting {
  title: string;
  startedAt: string;
  contactIds: string[];
}

export const reminderTools: Tool[] = [
  defineTool({
    name: "list_due",
    title: "List what is due",
    description:
      "Reminders, people to be in touch with, birthdays, dates, overdue first; meetings to note.",
    scopes: ["contacts:read", "reminders:read"],
    effect: "read",
    input: z.strictObject({ days: z.int().min(1).max(366).default(7) }),
    async run(query, run) {
      const include = ["names", "meetings"];
      const { body } = await run("list_upcoming", { query: { ...query, include } });
      return {
        today: body.today,
        timezone: body.timezone,
        days: body.days.map((day: { date: string; items: Record<string, unknown>[] }) => ({
          date: day.date,
          items: day.items.map((item) => shortItem(item, body.names)),
        })),
        ...(body.hasMore ? { hasMore: true } : {}),
        // What calendars had, and nobody has noted yet.
        ...(body.meetings.length > 0 && {
          meetings: body.meetings.map((each: Meeting) => ({
            title: each.title,
            startedAt: each.startedAt,
            people: each.contactIds.map((id) => body.names[id] ?? id),
          })),
        }),
      };
    },
  }),
  defineTool({
    name: "search_reminders",
    title: "Search reminders",
    description: "Find reminders, also completed ones and those without a time; open ones first.",
    scopes: ["reminders:read"],
    effect: "read",
    input: z.strictObject({ ...reminderFilters, page, limit }),
    members: { contactId: "contact", hasDueAt: "hasDue" },
    async run({ limit, page, ...filters }, run) {
      const { contact, ...query } = asQuery(filters);
      const { body } = await run("list_reminders", {
        query: { ...query, page, pageSize: limit, ...withNames },
        byName: { "query.contactId": contact },
      });
      return {
        reminders: body.data.map((each: Record<string, unknown>) =>
          shortReminder(each, body.names)
        ),
        total: body.total,
      };
    },
  }),
  defineTool({
    name: "set_reminder",
    title: "Create, change, complete or delete a reminder",
    description:
      "With `reminderId`: changes the members given. `completed` ticks it off, and one that recurs makes the next, `nextId`; `delete` ends its " +
      "series.",
    scopes: ["reminders:write"],
    effect: "delete",
    input: z.strictObject({
      reminderId: id("Id of the reminder.").meta(brief).optional(),
      title: title.optional(),
      due,
      people: people.meta(brief).optional(),
      description: description.optional(),
      recurrence: recurrence.optional().describe(
        "An RRULE: FREQ=WEEKLY;BYDAY=MO, or FREQ=MONTHLY;BYDAY=1MO for each first Monday; null for once.",
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

export const manyReminderTools: Tool[] = [
  defineTool({
    name: "change_reminders",
    title: "Change, move, complete or delete reminders",
    description:
      "The same change of up to 200 reminders, all or none: those named, or all that match filters.",
    scopes: ["reminders:write"],
    effect: "delete",
    input: z.strictObject({
      reminderIds: z.array(id("Id of the reminder.")).min(1, "Must have at least 1 item.")
        .max(bulkLimit, `Must have at most ${bulkLimit} items.`).optional(),
      matching: z.strictObject(undescribed(reminderFilters)).optional().describe(
        "Or filters of search_reminders, with the `total` that it said.",
      ),
      total: z.int().min(0).optional(),
      ...changes,
    }).superRefine(({ reminderIds, matching, total, ...change }, context) =>
      checkMany(context, { reminderIds }, { matching, total }, change, Object.keys(changes))
    ),
    members: { dueAt: "due", contactId: "contact", hasDueAt: "hasDue" },
    asks: {
      operation: "change_reminders",
      question: ({ delete: isDeleted, reminderIds, total = 0 }) =>
        isDeleted ? questionFor(reminderIds?.length ?? total, "reminders") : null,
    },
    advice: { "/total": "Look at them with search_reminders, and give the total that it says." },
    async run({ reminderIds, matching, total, due, moveBy, delete: isDeleted, ...rest }, run) {
      const { contact, ...filters } = asQuery(matching ?? {});
      const { body, activityId } = await run("change_reminders", {
        ...(matching ? { matching: filters, total: total! } : { reminderIds: reminderIds! }),
        ...(isDeleted
          ? { delete: true }
          : { body: { ...rest, ...(due === undefined ? {} : { dueAt: due }) } }),
        ...(moveBy ? { moveBy } : {}),
        byName: { "matching.contactId": contact },
        query: withNames,
      });
      const { count, reminders, names } = body;
      const short = (each: Record<string, unknown>) => shortReminder(each, names);
      return { count, reminders: reminders.map(short), activityId };
    },
  }),
];

/** The filters as the database calls them; people and their names apart. */
function asQuery({ hasDue, ...filters }: z.output<z.ZodObject<typeof reminderFilters>>) {
  return { ...filters, ...(hasDue === undefined ? {} : { hasDueAt: hasDue }) };
}

function shortItem(item: Record<string, unknown>, names: Names) {
  const { reminder, ...rest } = item;
  return reminder
    ? { kind: "reminder", ...shortReminder(reminder as Record<string, unknown>, names) as object }
    : compact(rest);
}
