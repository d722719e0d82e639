// Tools that read and change contacts, one or many, and their photos.
import { z } from "zod";
import { preparePhotoUpload } from "../../contacts/photos/routes.ts";
import { attachPhoto } from "../../contacts/photos/run.ts";
import { contactUpdate } from "../../contacts/schema.ts";
import { text, uuidPattern } from "../../core/fields.ts";
import { bulkLimit } from "../../core/limits.ts";
import {
  brief,
  checkMany,
  compact,
  contactArguments,
  contactNameOrId,
  contacts,
  filters,
  idempotencyKey,
  limit,
  networkNamesOrIds,
  oneOf,
  page,
  questionFor,
  shortContact,
  shortMatch,
  undescribed,
} from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";
import { readContact } from "./whole-contact.ts";

const {
  photoUrl: _,
  networkIds: __,
  addNetworkIds: ___,
  removeNetworkIds: ____,
  custom: _____,
  vcardLines: ______,
  ...fields
} = contactUpdate().shape;

type Match = Record<string, string>;

/** Members whose names do not say how they are written. */
const explained: Record<string, string> = {
  birthday: "YYYY-MM-DD, or --MM-DD.",
  contactFrequencyDays: "When to be in touch again.",
  dates: "kind: anniversary, nameDay, death, memorial, other. Also --MM-DD, YYYY-MM, YYYY.",
};

/** Members that are like others. */
const unlisted =
  "addPhones removePhones addUrls removeUrls addDates removeDates namePrefix nameSuffix phoneticLastName"
    .split(" ");

/** A body of a new contact: what is added to its lists is all that they have. */
const asNew = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !name.startsWith("remove")).map(([name, value]) => [
      name.replace(/^add([A-Z])/, (_, first: string) => first.toLowerCase()),
      value,
    ]),
  );

const writable = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [
    name,
    schema.meta(
      name in explained
        ? { description: explained[name] }
        : { ...brief, unlisted: unlisted.includes(name) },
    ),
  ]),
);

export const contactTools: Tool[] = [
  defineTool({
    name: "search_contacts",
    title: "Search contacts",
    description:
      "Contacts that match all filters, each with its first e-mail and phone. Archived ones are left out and counted.",
    scopes: ["contacts:read"],
    effect: "read",
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
      const dates = query.dateKind !== undefined || query.dateMonth !== undefined;
      const { body } = await run("list_contacts", {
        query: {
          ...(birthdays ? { sort: "birthday" } : {}),
          ...query,
          pageSize: limit,
        },
        byName: { "query.networkId": network },
      });
      const { data, total, archivedCount, suggestions, matches = [], olderNotesLeftOut } = body;
      return {
        contacts: data.map((found: Record<string, unknown>) => {
          const why = matches.filter(({ contactId }: Match) => contactId === found["id"]);
          return {
            ...shortContact(found) as object,
            ...(birthdays ? { birthday: found["birthday"] } : {}),
            ...(dates ? { dates: compact(found["dates"]) } : {}),
            ...(why.length > 0 ? { foundBy: why.map(shortMatch) } : {}),
          };
        }),
        total,
        ...(archivedCount ? { archivedCount } : {}),
        ...(olderNotesLeftOut ? { olderNotesLeftOut } : {}),
        ...(suggestions ? { suggestions } : {}),
      };
    },
  }),
  defineTool({
    name: "get_contact",
    title: "Get a contact",
    description:
      "All about one contact: networks, relationships, newest notes, open reminders too.",
    scopes: ["contacts:read"],
    effect: "read",
    input: z.strictObject({ contact: contactNameOrId }),
    members: { id: "contact" },
    async run({ contact }, run) {
      return { contact: await readContact(contactArguments(contact), run) };
    },
  }),
  defineTool({
    name: "save_contact",
    title: "Create or change a contact",
    description:
      "With `contact`: changes only the members given; null clears. addEmails, removePhones, addDates and the like keep others. Without it: " +
      "creates one, but nothing where its name, e-mail or phone is known, unless `isNew`.",
    scopes: ["contacts:write"],
    effect: "delete",
    input: z.strictObject({
      contact: contactNameOrId.meta(brief).optional(),
      isNew: z.boolean().optional(),
      ...writable,
      ownFields: z.array(z.strictObject({ name: text(1, 100), value: text(0, 1000) })).max(
        50,
        "Must have at most 50 items.",
      ).optional().meta(brief),
      networks: networkNamesOrIds.optional().describe("Names of networks to add it to."),
      idempotencyKey,
    }),
    members: {
      id: "contact",
      networkIds: "networks",
      addNetworkIds: "networks",
      refuseDuplicates: "isNew",
    },
    advice: {
      "/refuseDuplicates": "Send its id as contact to change it, or isNew true for somebody else.",
    },
    async run({ contact, isNew, networks, idempotencyKey, ...rest }, run) {
      const retry = idempotencyKey ? { idempotencyKey } : {};
      const saved = contact
        ? await run("update_contact", {
          ...contactArguments(contact, { "body.addNetworkIds": networks }),
          body: rest,
          ...retry,
        })
        : await run("create_contact", {
          body: asNew(rest),
          byName: { "body.networkIds": networks },
          ...(isNew ? {} : { refuseDuplicates: true }),
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

const {
  isArchived,
  isFavorite,
  contactFrequencyDays,
  snoozedUntil,
  lastContactedAt,
  company,
  jobTitle,
} = contactUpdate().shape;

const changes = {
  addToNetworks: networkNamesOrIds.meta(brief).optional(),
  removeFromNetworks: networkNamesOrIds.meta(brief).optional(),
  isArchived: isArchived.meta(brief),
  isFavorite: isFavorite.meta(brief),
  contactFrequencyDays: contactFrequencyDays.meta(brief),
  snoozedUntil: snoozedUntil.meta(brief),
  lastContactedAt: lastContactedAt.meta(brief),
  company: company.meta(brief),
  jobTitle: jobTitle.meta(brief),
  delete: z.boolean().optional().describe("By ids only. Notes stay."),
};

export const manyTools: Tool[] = [
  defineTool({
    name: "change_contacts",
    title: "Change or delete contacts",
    description:
      `The same change of up to ${bulkLimit} contacts, all or none: those named, or all that match filters.`,
    scopes: ["contacts:write"],
    effect: "delete",
    idempotent: true,
    input: z.strictObject({
      contacts: contacts(bulkLimit).min(1, "Must have at least 1 item.").optional().describe(
        "Ids, or at most 10 names.",
      ),
      matching: z.strictObject(
        undescribed(filters, [
          "birthdayMonth",
          "isArchived",
          "hasEmail",
          "hasPhone",
          "lastContactedBefore",
          "dateKind",
          "dateMonth",
        ]),
      ).optional().describe(
        "Or filters of search_contacts, with the `total` that it said.",
      ),
      total: z.int().min(0).optional(),
      ...changes,
    }).superRefine(({ contacts, matching, total, ...change }, context) => {
      checkMany(context, { contacts }, { matching, total }, change, Object.keys(changes));
      if (!change.delete) return;
      if (!contacts?.every((each) => uuidPattern.test(each))) {
        const message = "Give the ids of the contacts to delete.";
        context.addIssue({ code: "custom", path: ["delete"], message });
      }
    }),
    members: {
      contactIds: "contacts",
      networkId: "network",
      addNetworkIds: "addToNetworks",
      removeNetworkIds: "removeFromNetworks",
    },
    asks: {
      operation: "change_contacts",
      question: ({ delete: isDeleted, contacts = [] }) =>
        isDeleted ? questionFor(new Set(contacts).size, "contacts") : null,
    },
    advice: { "/total": "Look at them with search_contacts, and give the total that it says." },
    async run({ contacts, matching, total, delete: isDeleted, ...change }, run) {
      const { addToNetworks, removeFromNetworks, ...rest } = change;
      const { network, ...filters } = matching ?? {};
      const { body, activityId } = await run("change_contacts", {
        ...(matching ? { matching: filters, total: total! } : {}),
        ...(isDeleted ? { delete: true } : { body: rest }),
        byName: {
          contactIds: contacts,
          "matching.networkId": network,
          "body.addNetworkIds": addToNetworks,
          "body.removeNetworkIds": removeFromNetworks,
        },
      });
      return { ...body, activityId };
    },
  }),
  defineTool({
    name: "set_photo",
    title: "Set or remove a photo",
    description:
      "In two calls: with `extension`, answers where and how to send the file by HTTP; then with the `path` of that answer. null removes it.",
    scopes: ["contacts:write"],
    effect: "delete",
    input: z.strictObject({
      contact: contactNameOrId.meta(brief),
      extension: oneOf("jpg", "png", "webp").optional(),
      path: z.string().max(300, "Must have at most 300 characters.").nullable().optional(),
    }).refine(({ extension, path }) => (extension === undefined) !== (path === undefined), {
      message: "Give either the extension of the file, or the path of an upload.",
    }),
    members: { id: "contact", photoUrl: "path" },
    async run({ contact, extension, path }, run, makeCall) {
      const who = contactArguments(contact);
      if (extension) {
        const args = { ...who, body: { extension } };
        const { body } = await preparePhotoUpload(makeCall("create_photo_upload", args));
        const { uploadUrl, method, headers, path, expiresAt } = JSON.parse(body!);
        return { upload: { uploadUrl, method, headers, path, expiresAt }, activityId: null };
      }
      const args = { ...who, body: { photoUrl: path } };
      if (path === null) {
        const { body, activityId } = await run("update_contact", args);
        return { contact: shown(body), activityId };
      }
      const { body, activityId = null } = await attachPhoto(makeCall("update_contact", args));
      return { contact: shown(JSON.parse(body!)), activityId };
    },
  }),
];

function shown({ id, displayName, hasPhoto }: Record<string, unknown>) {
  return { ...compact({ id, displayName }) as object, hasPhoto };
}
