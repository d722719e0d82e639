// What of an account of Monica is not read, so that an import leaves nothing out unsaid.
import { isObject, type Item, listOf, objectOf } from "./json-items.ts";
import { scalar } from "./json-lines.ts";
import type { Dropped } from "./types.ts";

/** The text of a value; empty where it is not a text. */
export const textOf = (value: unknown): string =>
  typeof value === "boolean" ? "" : scalar(value)?.trim() ?? "";

/** Members that say how an item came to be. */
const origin = ["uuid", "created_at", "updated_at", "properties"];

/** Members of the parts of an account that are read, or that only say how the others are meant. */
const known: Record<string, string[]> = Object.fromEntries(
  Object.entries({
    account: "uuid created_at updated_at",
    contact_field: "data type",
    address: "name street city province postal_code country",
    note: "body favorited_at",
    call: "content called_at",
    activity: "summary description happened_at type",
    conversation: "messages happened_at contact_field_type content written_at written_by_me",
    life_event: "name note happened_at type",
    journal: "title post comment date type",
    relationship: "type contact_is of_contact",
    reminder: "title description initial_date frequency_type frequency_number delible inactive",
    task: "title description completed completed_at",
  }).map(([type, members]) => [type, members.split(" ")]),
);

/** Lists of items that are read by themselves. */
const lists = ["messages"];

/** Parts of a contact that stand elsewhere in the account, and whose ids the contact has. */
const referredTo = ["activity", "photo", "document"];

/** Whether a value of JSON says something. */
export const saysSomething = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== false && value !== "";

/** Lists the members of an object that are not known, and those that are known but are no text, number or flag. */
export function dropUnknown(place: string, item: object, read: string[], dropped: Dropped): void {
  for (const [name, value] of Object.entries(item)) {
    const isRead = read.includes(name) &&
      (typeof value !== "object" || (lists.includes(name) && Array.isArray(value)));
    if (!isRead && saysSomething(value)) dropped.add(`${place}${name}`);
  }
}

/** Lists what is not read of an item of a type. */
export function dropRestOf(type: string, item: Item, dropped: Dropped): void {
  const { properties } = item;
  dropUnknown(`${type}.`, { ...item, properties: null }, origin, dropped);
  if (isObject(properties)) dropUnknown(`${type}.`, properties, known[type] ?? [], dropped);
  else if (saysSomething(properties)) dropped.add(`${type}.properties`, "it is no object");
}

/** The items of a list. What is no item is listed. */
export function itemsIn(values: unknown, type: string, dropped: Dropped): Item[] {
  const items = Array.isArray(values) ? values : [values];
  for (const item of items) {
    if (!isObject(item) && saysSomething(item)) {
      dropped.addValue(type, "it is no item", textOf(item));
    }
  }
  return listOf(items);
}

/** The items of an entry. What else there is in the entry is listed. */
export function itemsOfEntry(
  { type: given, count: _, values, ...rest }: Item,
  place: "contact" | "account",
  dropped: Dropped,
): { type: string; items: Item[] } {
  const type = textOf(given) || "data";
  dropUnknown(`${type}.`, rest, [], dropped);
  const isOfOthers = place === "contact" && referredTo.includes(type) && Array.isArray(values);
  const own = isOfOthers ? values.filter((each) => typeof each !== "string") : values;
  return { type, items: itemsIn(own, type, dropped) };
}

/** Types of an account's entries that are read elsewhere, or are settings, or say how the rest came to be. */
const read = "relationship user addressbook addressbook_subscription contact photo activity".split(
  " ",
);

/** Settings of an account, and its log. */
const settings = ["modules", "reminder_rules", "audit_logs"];

/** Lists what is not read of an account but for its contacts. */
export function dropRestOfAccount(account: Item, dropped: Dropped): void {
  const { data, properties, instance: _, ...rest } = account;
  dropUnknown("account.", rest, known["account"]!, dropped);
  const { journal_entries: __, ...others } = objectOf(properties);
  for (const name of settings) delete others[name];
  dropUnknown("account.", others, [], dropped);
  for (const entry of itemsIn(data, "data", dropped)) {
    const type = textOf(entry["type"]) || "data";
    if (["contact", "activity"].includes(type)) itemsOfEntry(entry, "account", dropped);
    else if (!read.includes(type)) {
      dropped.add(type, undefined, listOf(entry["values"]).length || 1);
    }
  }
}
