import { textLabels } from "../../../functions/kith/contacts/fields.ts";
import type { Contact, ContactMergeCreate } from "../api/types.ts";
import { formatBirthday } from "../ui/dates.ts";

export type Choices = NonNullable<ContactMergeCreate["fields"]>;
export type Field = keyof Choices;
/** The first contact, into which the second one is merged, or the second. */
export type Side = "target" | "duplicate";
export type Both = [target: Contact, duplicate: Contact];

const lists = {
  emails: "E-mail addresses",
  phones: "Phone numbers",
  urls: "Links",
  addresses: "Addresses",
} as const;

export const labels: Record<Field, string> = {
  ...textLabels(),
  birthday: "Birthday",
  contactFrequencyDays: "How often to be in touch",
  photoUrl: "Photo",
  ...lists,
};

const isList = (field: Field): field is keyof typeof lists => field in lists;

/** What a contact has in a field, in words; null for nothing. */
export function valueOf(contact: Contact, field: Field): string | null {
  if (field === "photoUrl") return contact.hasPhoto ? "Its photo" : null;
  if (field === "addresses") return counted(contact.addresses.length, "address", "addresses");
  if (isList(field)) return contact[field].map(({ value }) => value).join(", ") || null;
  const value = contact[field];
  if (value === null) return null;
  if (field === "birthday") return formatBirthday(String(value));
  if (field === "contactFrequencyDays") return value === 1 ? "every day" : `every ${value} days`;
  return String(value);
}

const counted = (count: number, one: string, several: string) =>
  count === 0 ? null : `${count} ${count === 1 ? one : several}`;

/** The fields of one value that are not the same in both. Lists are united, so they are none of these. */
export function differing(both: Both): Field[] {
  return (Object.keys(labels) as Field[]).filter((field) => {
    if (isList(field)) return false;
    const [first, second] = both.map((contact) => valueOf(contact, field));
    // Two photos are never known to be the same.
    return first !== second || field === "photoUrl" && first !== null;
  });
}

/** Lists that are too long together, by what the API says of a merge. */
export const tooLong = (problems: Record<string, string>) =>
  Object.keys(problems).map((pointer) => pointer.replace("fields/", "") as Field).filter(isList);

/** Whose value stays where nothing is chosen: the first contact's, or the second's where the first has none. */
export const chosen = (choices: Choices, field: Field, [target]: Both): Side =>
  choices[field] ?? (valueOf(target, field) === null ? "duplicate" : "target");
