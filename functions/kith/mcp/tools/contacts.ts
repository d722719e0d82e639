import { z } from "zod";
import { id } from "../../core/fields.ts";
import { contactUpdate } from "../../contacts/schema.ts";
import { activityId, idempotencyKey, limit, list, object, spoken, whom } from "./fields.ts";
import { compact, type Names, shortContact, shortNote, shortReminder } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

const month = z.int().min(1).max(12);

const { photoUrl: _, networkIds: __, ...fields } = contactUpdate().shape;

/** Members whose names do not say how they are written. */
const explained = ["birthday", "contactFrequencyDays"];

const writable = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [
    name,
    explained.includes(name) ? schema : schema.meta({ description: undefined }),
  ]),
);

export const contactTools: Tool[] = [
  defineTool({
    name: "search_contacts",
    title: "Search contacts",
    description:
      "Find contacts by words of their names, company, title, e-mail, phone, description or networks. Without words: a list.",
    scopes: ["contacts:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({
      search: z.string().max(200).optional().meta({ description: "All words must match." }),
      networkId: id("Only members of this network.").optional(),
      birthdayMonth: month.optional(),
      needsContact: z.boolean().optional().meta({ description: "Only who is due." }),
      isFavorite: z.boolean().optional(),
      isArchived: z.enum(["true", "false", "any"]).optional(),
      sort: z.enum([
        "displayName",
        "-createdAt",
        "lastContactedAt",
        "-lastContactedAt",
        "nextContactOn",
      ]).optional(),
      page: z.int().min(1).default(1),
      limit,
    }),
    output: z.object({ contacts: list, total: z.int(), suggestions: list.optional() }),
    async run({ limit, search, ...query }, run) {
      const { body } = await run("list_contacts", {
        query: { ...query, ...(search ? { search, inNetworks: true } : {}), pageSize: limit },
      });
      const birthdays = query.birthdayMonth !== undefined;
      return {
        contacts: body.data.map((found: Record<string, unknown>) => ({
          ...shortContact(found) as object,
          ...(birthdays ? { birthday: found["birthday"] } : {}),
        })),
        total: body.total,
        ...(body.suggestions ? { suggestions: body.suggestions } : {}),
      };
    },
  }),
  defineTool({
    name: "get_contact",
    title: "Get a contact",
    description:
      "Everything about one contact: details, networks, newest notes, open reminders, when they are due.",
    scopes: ["contacts:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({ contact: spoken }),
    output: z.object({ contact: object }),
    async run({ contact }, run) {
      const { body } = await run("get_contact", {
        ...whom(contact),
        query: { include: ["notes", "reminders", "networks"], readable: true },
        named: true,
      });
      const { notes, reminders, networks, names, ...details } = body;
      const others: Names = { ...names };
      delete others[details.id];
      return {
        contact: compact({
          ...details,
          networks: networks?.map(({ id, name }: Record<string, unknown>) => ({ id, name })),
          notes: notes?.map((note: Record<string, unknown>) =>
            shortNote(about(note, others), others)
          ),
          reminders: reminders?.map((each: Record<string, unknown>) =>
            shortReminder(about(each, others), others)
          ),
        }),
      };
    },
  }),
  defineTool({
    name: "save_contact",
    title: "Create or change a contact",
    description:
      "With `contact`: changes only the members given; null clears. Use addEmails, removePhones and the like to keep other items. " +
      "Without it: creates a contact, unless one with the same name, e-mail or phone exists: then nothing is written and it is " +
      "named; `isNew: true` creates nevertheless.",
    scopes: ["contacts:write"],
    effect: "write",
    idempotent: false,
    input: z.strictObject({
      contact: spoken.optional(),
      isNew: z.boolean().optional(),
      ...writable,
      idempotencyKey,
    }),
    output: z.object({ contact: object, created: z.boolean(), activityId: activityId.nullable() }),
    async run({ contact, isNew, idempotencyKey, ...body }, run) {
      const retry = idempotencyKey ? { idempotencyKey } : {};
      const saved = contact
        ? await run("update_contact", { ...whom(contact), body, ...retry })
        : await run("create_contact", { body: { ...body, isNew: isNew ?? false }, ...retry });
      return {
        contact: compact(saved.body),
        created: !contact,
        activityId: saved.activityId,
      };
    },
  }),
  defineTool({
    name: "delete_contact",
    title: "Delete a contact",
    description: "Its notes and reminders stay. `undo` with the activityId brings it back.",
    scopes: ["contacts:write"],
    effect: "delete",
    idempotent: true,
    input: z.strictObject({ contactId: id("Id of the contact.") }),
    output: z.object({ activityId: activityId.nullable() }),
    async run({ contactId }, run) {
      const { activityId } = await run("delete_contact", { id: contactId });
      return { activityId };
    },
  }),
];

/** What is read with a contact is about that contact; only the others are named. */
function about(read: Record<string, unknown>, others: Names) {
  const contactIds = (read["contactIds"] as string[]).filter((id) => id in others);
  return { ...read, contactIds };
}
