// What people and programs write into a contact of a file, as Kith keeps it.
import { textFields } from "../../contacts/fields.ts";
import { phoneRule } from "../../contacts/methods.ts";
import { lineBreak } from "../../core/fields.ts";
import { itemsLimit } from "../../core/limits.ts";
import type { Address, ContactDate, Item } from "../../exports/run.ts";
import type { Found, FoundContact } from "./contact.ts";
import { isObject, type Item as Json } from "./json-items.ts";
import { inOneLine } from "./lines.ts";
import { readMails } from "./mails.ts";
import { readPersonName } from "./names.ts";
import { readPhone } from "./phones.ts";
import type { Dropped } from "./types.ts";

const lines = new Set<string>(
  textFields.filter(([, { isLong }]) => !isLong).map(([name]) => name),
);

/** A contact with its names, addresses and numbers taken apart, and one-line texts in one line. What is left out is listed. */
export function cleanContact(given: FoundContact, dropped: Dropped): FoundContact {
  const contact = { ...given, fields: new Map(given.fields) };
  for (const [name, field] of contact.fields) {
    if (typeof field.value === "string" && lines.has(name) && lineBreak.test(field.value)) {
      contact.fields.set(name, { ...field, value: inOneLine(field.value) });
    }
  }
  if (!contact.isOwn) cleanName(contact);
  for (const list of lists) contact[list] = firstOf<never>(contact[list] as never[], dropped);
  contact.emails = contact.emails.flatMap((item) => mailsOf(item, contact, dropped)).map(
    inOneLabel,
  );
  contact.phones = contact.phones.flatMap((item) => phoneOf(item, contact, dropped)).map(
    inOneLabel,
  );
  contact.urls = contact.urls.map(inOneLabel);
  contact.addresses = contact.addresses.map(inOneLabel);
  contact.dates = contact.dates.map(inOneLabel);
  return contact;
}

/** Items of a list that are looked at: a contact has at most 20 of them, but some may occur twice or be none. */
const lookedAt = 10 * itemsLimit;

/** The first items of a list; the others are listed without a look. */
function firstOf<Value>(items: Found<Value>[], dropped: Dropped): Found<Value>[] {
  if (items.length <= lookedAt) return items;
  for (const { from } of items.slice(lookedAt)) {
    dropped.add(from, `a contact has at most ${itemsLimit}`);
  }
  return items.slice(0, lookedAt);
}

const inOneLabel = <Value extends Item | Address | ContactDate>(
  found: Found<Value>,
): Found<Value> => {
  const value = inLines(found.value);
  return value === found.value ? found : { ...found, value };
};

/** The members of an item, each in one line but for a street. */
function inLines<Parts extends object>(parts: Parts): Parts {
  let lines: Parts | null = null;
  for (const name in parts) {
    const part = parts[name];
    if (typeof part !== "string" || name === "street" || !lineBreak.test(part)) continue;
    lines ??= { ...parts };
    lines[name] = inOneLine(part) as Parts[typeof name];
  }
  return lines ?? parts;
}

/** Takes apart a name that stands in one of first and last name alone. */
function cleanName(contact: FoundContact): void {
  const { fields, emails } = contact;
  const [only, other] = ["firstName", "lastName"].filter((name) => fields.has(name));
  if (only === undefined || other !== undefined) return;
  const { value, from } = fields.get(only)!;
  const found = typeof value === "string" ? readPersonName(value) : null;
  if (found === null) return;
  const { firstName, lastName, email } = found;
  if (lastName === undefined) fields.set(only, { value: firstName, from });
  else {
    fields.set("firstName", { value: firstName, from });
    fields.set("lastName", { value: lastName, from });
  }
  if (email !== undefined) {
    contact.emails = [{ value: { value: email, label: null }, from }, ...emails];
  }
}

export const nameFields = ["firstName", "lastName", "nickname", "company"];

/** The addresses of a text, and the name that stands there where the contact has none. */
function mailsOf(
  { value, from }: Found<Item>,
  contact: FoundContact,
  dropped: Dropped,
): Found<Item>[] {
  if (contact.isOwn) return [{ value, from }];
  const { mails, name, rest } = readMails(value.value);
  if (mails.length === 0 || mails[0]!.value === value.value) return [{ value, from }];
  if (rest !== "") dropped.addValue(from, "there is more than an address", rest);
  if (name !== "") takeName(name, { contact, from, dropped });
  return mails.map((mail) => ({
    value: { value: mail.value, label: value.label ?? mail.label },
    from,
  }));
}

function takeName(
  text: string,
  { contact: { fields }, from, dropped }: { contact: FoundContact; from: string; dropped: Dropped },
): void {
  const name = readPersonName(text) ?? { firstName: text };
  const present = nameFields.map((field) => String(fields.get(field)?.value ?? "")).join(" ")
    .toLowerCase();
  if (present.trim() === "") {
    for (const part of ["firstName", "lastName"] as const) {
      if (name[part] !== undefined) fields.set(part, { value: name[part], from });
    }
  } else if (!text.toLowerCase().split(/[\s,]+/).every((word) => present.includes(word))) {
    dropped.addValue(from, "there is another name beside the address", text);
  }
}

/** What may stand around the first and last name in the name of a contact as a whole. */
const nameAdditions = ["namePrefix", "middleName", "nameSuffix"];

/** Takes a name as a whole for the first name, and leaves out parts that it has. */
export function setWholeName(fields: FoundContact["fields"], name: Found<string>): void {
  for (const part of nameAdditions) {
    if (name.value.includes(String(fields.get(part)?.value))) fields.delete(part);
  }
  fields.set("firstName", name);
}

/** Lists a name that a contact is called by as a whole, where it says more than the names that are read. */
export function dropOtherName(
  { value, from }: Found<string>,
  fields: FoundContact["fields"],
  dropped: Dropped,
): void {
  const textOf = (name: string) => String(fields.get(name)?.value ?? "");
  // Some names have no spaces.
  const joined = ["lastName", "firstName", "middleName"].map(textOf).join("");
  const text = [...[...nameFields, ...nameAdditions].map(textOf), joined].join(" ").toLowerCase();
  if (!value.toLowerCase().split(/[\s,.()"]+/).every((word) => text.includes(word))) {
    dropped.addValue(from, "there are names in parts", value);
  }
}

/** Whether a text says yes; null where it says neither yes nor no. */
export function readFlag(text: string): boolean | null {
  const word = text.trim();
  if (/^(true|yes|y|1|x|on)$/i.test(word)) return true;
  return /^(false|no|n|0|off)?$/i.test(word) ? false : null;
}

/** A phone number; null where the text is not one. */
function phoneOf(
  { value, from }: Found<Item>,
  { isOwn }: FoundContact,
  dropped: Dropped,
): Found<Item>[] {
  const text = value.value;
  const read = isOwn && phoneRule.pattern.test(text) ? { value: text } : readPhone(text);
  if ("value" in read) {
    return [{ value: read.value === text ? value : { ...value, value: read.value }, from }];
  }
  dropped.addValue(from, read.reason, text);
  return [];
}

/** Members of the items of a document that are one line, in addition to the texts of contacts. */
const lineOf: Record<string, string> = { network: "name", note_type: "name", reminder: "title" };

/** Lists of a contact with labels, and parts of addresses. */
const lists = ["emails", "phones", "urls", "addresses", "dates"] as const;

/** Cleans the members of an item of Kith's own document, which may have been written before the rules of today. */
export function cleanItem(resource: string, item: Json, dropped: Dropped): void {
  for (const [name, value] of Object.entries(item)) {
    if (typeof value === "string") {
      const isLine = resource === "contact" ? lines.has(name) : lineOf[resource] === name;
      if (isLine) item[name] = inOneLine(value);
    } else if (
      resource === "contact" && (lists as readonly string[]).includes(name) && Array.isArray(value)
    ) {
      const items = name === "phones" ? value.filter((each) => isNumber(each, dropped)) : value;
      item[name] = items.map((each) => isObject(each) ? inLines(each) : each);
    }
  }
}

/** Whether an item of a document may be a phone number; else it is listed. */
function isNumber(item: unknown, dropped: Dropped): boolean {
  const value = isObject(item) ? item["value"] : null;
  if (typeof value !== "string" || phoneRule.pattern.test(value)) return true;
  dropped.addValue("contacts.phones", "it is no phone number", value);
  return false;
}
