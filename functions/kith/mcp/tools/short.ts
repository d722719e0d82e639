// Answers for models are short: without what is empty and what they do not need, and with long texts cut.

/** Characters of a text in an answer. */
export const textLimit = 600;

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
  const primary = (list: string) => (contact[list] as { value: string }[])[0]?.value;
  return compact({
    id,
    displayName,
    company: company === displayName ? null : company,
    jobTitle,
    email: primary("emails"),
    phone: primary("phones"),
    lastContactedAt,
    nextContactOn,
    isArchived,
  });
}

/** The names of contacts by their ids, as far as the credential may read them. */
export type Names = Record<string, string>;

/** A note of which the text may be cut, with whom it is about. */
export function shortNote(note: Record<string, unknown>, names: Names) {
  const { id, occurredAt, noteTypeId } = note;
  const content = cut(String(note["content"]));
  return compact({ id, occurredAt, content, people: peopleOf(note, names), noteTypeId });
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
