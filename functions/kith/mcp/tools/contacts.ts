import { z } from "zod";
import { contactUpdate } from "../../contacts/schema.ts";
import { filters } from "./filters.ts";
import { idempotencyKey, limit, oneOf, page, spoken, spokenNetworks, whom } from "./fields.ts";
import { compact, type Names, shortContact, shortNote, shortReminder } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

const {
  photoUrl: _,
  networkIds: __,
  addNetworkIds: ___,
  removeNetworkIds: ____,
  ...fields
} = contactUpdate().shape;

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
      "Contacts that match all filters, each with its first e-mail address and phone; without any: all. get_contact says more. Archived ones " +
      "are left out and counted.",
    scopes: ["contacts:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({
      ...filters,
      sort: oneOf(
        "displayName",
        "birthday",
        "-createdAt",
        "lastContactedAt",
        "-lastContactedAt",
        "nextContactOn",
      ).optional(),
      page,
      limit,
    }),
    members: { networkId: "network" },
    async run({ limit, network, ...query }, run) {
      const birthdays = query.birthdayMonth !== undefined || query.sort === "birthday";
      const { body } = await run("list_contacts", {
        query: {
          ...(birthdays ? { sort: "birthday" } : {}),
          ...query,
          ...(query.search ? { inNetworks: true } : {}),
          pageSize: limit,
        },
        spoken: { "query.networkId": network },
      });
      const { data, total, archivedCount, suggestions } = body;
      return {
        contacts: data.map((found: Record<string, unknown>) => ({
          ...shortContact(found) as object,
          ...(birthdays ? { birthday: found["birthday"] } : {}),
        })),
        total,
        ...(archivedCount ? { archivedCount } : {}),
        ...(suggestions ? { suggestions } : {}),
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
    members: { id: "contact" },
    async run({ contact }, run) {
      const { body } = await run("get_contact", {
        ...whom(contact),
        query: { include: ["notes", "reminders", "networks", "names"], readable: true },
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
      "With `contact`: changes only the members given; null clears. addEmails, removePhones and the like keep other items. Without it: " +
      "creates one, unless one with the same name, e-mail or phone exists: then nothing is written and it is named; `isNew: true` " +
      "creates nevertheless.",
    scopes: ["contacts:write"],
    effect: "delete",
    idempotent: false,
    input: z.strictObject({
      contact: spoken.optional(),
      isNew: z.boolean().optional(),
      ...writable,
      networks: spokenNetworks.optional().meta({ description: "Names of networks to add it to." }),
      idempotencyKey,
    }),
    members: { id: "contact", networkIds: "networks", addNetworkIds: "networks" },
    async run({ contact, isNew, networks, idempotencyKey, ...rest }, run) {
      const retry = idempotencyKey ? { idempotencyKey } : {};
      const saved = contact
        ? await run("update_contact", {
          ...whom(contact, { "body.addNetworkIds": networks }),
          body: rest,
          ...retry,
        })
        : await run("create_contact", {
          body: rest,
          spoken: { "body.networkIds": networks },
          ...(isNew ? {} : { ifUnknown: true }),
          ...retry,
        });
      return {
        contact: compact(saved.body),
        created: !contact,
        activityId: saved.activityId,
      };
    },
  }),
];

/** What is read with a contact is about that contact; only the others are named. */
function about(read: Record<string, unknown>, others: Names) {
  const contactIds = (read["contactIds"] as string[]).filter((id) => id in others);
  return { ...read, contactIds };
}
