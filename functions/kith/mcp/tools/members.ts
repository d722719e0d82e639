// Arguments that several tools have, and the short form of answers.
import { z } from "zod";
import type { ByName } from "../../core/database.ts";
import { dateKinds } from "../../core/date-kinds.ts";
import { instantOrDay } from "../../core/dates.ts";
import { oneWord, text, uuidPattern } from "../../core/fields.ts";
import { aboutLimit, searchLimit } from "../../core/limits.ts";

/**
 * In the metadata of a schema: that its description is left out, because another tool has it or its name says enough. With
 * `unlisted` the member is taken but not told, because others like it are.
 */
export const brief = { brief: true };

/** A contact by id, or by words as people speak of them. */
export const contactNameOrId = text(1, 200).meta({
  description: 'An id, or words such as "Zoë from climbing".',
  alsoCalled: ["contactId", "id"],
});

/** A network by id or by its name. */
export const networkNameOrId = text(1, 200).meta({
  description: "Its name or id.",
  alsoCalled: ["networkId"],
});

/** Several of them. */
export const networkNamesOrIds = z.array(networkNameOrId).max(20, "Must have at most 20 items.")
  .describe("Names or ids.");

/** Several contacts. Each name is a search, so that there are at most ten. */
export const contacts = (most: number) =>
  z.array(contactNameOrId).max(most, `Must have at most ${most} items.`)
    .refine(
      (asked) => asked.filter((each) => !uuidPattern.test(each)).length <= 10,
      "Must have at most 10 names. Send the ids of others.",
    );

export const people = contacts(aboutLimit).meta({
  description: "Who it is about: ids or names.",
  alsoCalled: ["contactIds", "contactId"],
});

/** Adds the names of the people to an answer. */
export const withNames = { include: ["names"] };

/** A key for repeating a call whose answer was lost: the same key writes once. */
export const idempotencyKey = z.string().min(1).max(255).optional();

/** How many items to answer with, and which page of them. */
export const limit = z.int().min(1).max(50).default(10);
export const page = z.int().min(1).default(1);

/** One of these words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, { error: `Must be one of ${words.join(", ")}.` });

/** The arguments that identify a contact, by its id or its name, with what else is named. */
export function contactArguments(
  contact: string,
  byName: ByName = {},
): { id?: string; byName: ByName } {
  return uuidPattern.test(contact)
    ? { id: contact.toLowerCase(), byName }
    : { byName: { ...byName, id: contact } };
}

/** Schemas without their descriptions, where another tool describes them. @param unlisted those that are not told again */
export const undescribed = <Shape extends z.ZodRawShape>(
  shape: Shape,
  unlisted: (keyof Shape)[] = [],
): Shape =>
  Object.fromEntries(
    Object.entries(shape as unknown as Record<string, z.ZodType>)
      .map(([name, schema]) => [
        name,
        schema.meta({ ...brief, unlisted: unlisted.includes(name) }),
      ]),
  ) as unknown as Shape;

/**
 * Refuses a change of many that does not say which, or not what to do.
 * @param named the argument with ids or names
 * @param changes names of all arguments that change something; `delete` alone is among them
 */
export function checkMany(
  context: z.RefinementCtx,
  named: Record<string, unknown>,
  { matching, total }: { matching?: unknown; total?: number | undefined },
  change: Record<string, unknown>,
  changes: string[],
): void {
  const [name, listed] = Object.entries(named)[0]!;
  const refuse = (path: string[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  if ((listed === undefined) === (matching === undefined)) {
    refuse([name], `Give either ${name}, or matching and total.`);
  } else if ((matching === undefined) !== (total === undefined)) {
    refuse(["total"], "Give matching together with its total.");
  }
  const asked = changes.filter((each) =>
    each === "delete" ? change[each] : change[each] !== undefined
  );
  if (asked.length === 0) refuse([], `Give one of ${changes.join(", ")}.`);
  if (change["delete"] && asked.length > 1) refuse(["delete"], "Not together with other changes.");
}

/** From how many on the user is asked before they are deleted. */
const manyDeleted = 50;

/** The question whether to delete so many; null where they are not many. */
export function questionFor(count: number, things: string): string | null {
  if (count < manyDeleted) return null;
  return `Delete ${count} ${things}? They can be brought back for 30 days.`;
}

/** The filters of contacts, for looking at them and for changing all of them. */
export const filters = {
  search: z.string().max(searchLimit, `Must have at most ${searchLimit} characters.`).optional()
    .describe("Words of any text, number, network or note; all must match."),
  network: networkNameOrId.optional(),
  company: text(1, 200).optional(),
  place: text(1, 200).optional().describe("City, region or country of an address."),
  hasEmail: z.boolean().optional(),
  hasPhone: z.boolean().optional(),
  lastContactedBefore: instantOrDay("Or never.").optional(),
  birthdayMonth: z.array(z.int().min(1).max(12)).min(1, "Must have at least 1 item.")
    .max(12, "Must have at most 12 items.").optional().describe("From 1 to 12."),
  dateKind: oneWord(dateKinds).optional().meta(brief),
  dateMonth: z.int().min(1).max(12).optional().meta(brief),
  needsContact: z.boolean().optional().describe("Who is due."),
  isFavorite: z.boolean().optional(),
  isArchived: oneOf("true", "false", "any").optional(),
};

// Answers for models are short: without what is empty and what they do not need, and with long texts cut.

/** Characters of a text in an answer. */
const textLimit = 600;

/** Members of a contact that a model has no use for. */
const omitted = new Set(["photoUrl", "hasPhoto", "createdAt", "updatedAt", "networkIds"]);

type Value = unknown;

/** The value without empty members, and with instants to the second. */
export function compact(value: Value): Value {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value === "string") return shortInstant(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !omitted.has(name) && !isEmpty(member))
      .map(([name, member]) => [name, compact(member)]),
  );
}

function isEmpty(value: Value): boolean {
  return value === null || value === undefined || value === false ||
    (Array.isArray(value) && value.length === 0);
}

function shortInstant(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/, "$1Z");
}

/** The text, cut where it is long; then it says how much is missing. */
export function cut(text: string, limit = textLimit): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}… [${text.length - limit} more characters]`;
}

/** A contact in one line of a list. */
export function shortContact(contact: Record<string, unknown>) {
  const { id, displayName, company, jobTitle, lastContactedAt, nextContactOn, isArchived } =
    contact;
  const cities = (contact["addresses"] as { city: string | null }[]).map(({ city }) => city);
  const primary = (list: string) => (contact[list] as { value: string }[])[0]?.value;
  return compact({
    id,
    displayName,
    company: company === displayName ? null : company,
    jobTitle,
    city: cities.find((city) => city !== null),
    email: primary("emails"),
    phone: primary("phones"),
    lastContactedAt,
    nextContactOn,
    isArchived,
  });
}

/** A reason why a contact was found, in one line: "place: Lisbon". A model sees that a note says it, and when. */
export const shortMatch = ({ field, text, occurredAt }: Record<string, string>): string =>
  `${[field, occurredAt?.slice(0, 10)].filter(Boolean).join(" of ")}: ${text}`;

/** The names of contacts by their ids, as far as the credential may read them. */
export type Names = Record<string, string>;

/** A note with the people it is about; a long text is cut. */
export function shortNote(note: Record<string, unknown>, names: Names) {
  const { id, occurredAt, noteTypeId } = note;
  const content = cut(String(note["content"]));
  const type = noteTypeId && names[String(noteTypeId)];
  return compact({ id, occurredAt, type, content, people: peopleOf(note, names) });
}

/** A reminder with what a model needs of it. */
export function shortReminder(reminder: Record<string, unknown>, names: Names) {
  const { id, title, dueAt, completed, recurrence, description, nextId } = reminder;
  const people = peopleOf(reminder, names);
  const text = description ? cut(String(description)) : null;
  return compact({ id, title, dueAt, completed, people, recurrence, description: text, nextId });
}

function peopleOf({ contactIds }: Record<string, unknown>, names: Names) {
  return (contactIds as string[]).map((id) => ({ id, displayName: names[id] }));
}
