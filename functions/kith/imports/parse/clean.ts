// What people and programs write into a contact of a file, as Kith keeps it.
import { textFields } from "../../contacts/fields.ts";
import { phoneRule } from "../../contacts/methods.ts";
import { lineBreak } from "../../core/fields.ts";
import type { Address, Item } from "../../exports/run.ts";
import type { Draft, Found } from "./contact.ts";
import { inOneLine } from "./lines.ts";
import { readMails } from "./mails.ts";
import { readPersonName } from "./names.ts";
import { readPhone } from "./phones.ts";
import type { Dropped } from "./types.ts";

const lines = textFields.filter(([, { isLong }]) => !isLong).map(([name]) => name as string);

/** A draft with its names, addresses and numbers taken apart, and one-line texts in one line. What is left out is listed. */
export function cleanDraft(given: Draft, dropped: Dropped): Draft {
  const draft = { ...given, fields: new Map(given.fields) };
  for (const [name, field] of draft.fields) {
    if (typeof field.value === "string" && lines.includes(name)) {
      draft.fields.set(name, { ...field, value: inOneLine(field.value) });
    }
  }
  if (!draft.isOwn) cleanName(draft);
  draft.emails = draft.emails.flatMap((item) => mailsOf(item, draft, dropped)).map(inOneLabel);
  draft.phones = draft.phones.flatMap((item) => phoneOf(item, draft, dropped)).map(inOneLabel);
  draft.urls = draft.urls.map(inOneLabel);
  draft.addresses = draft.addresses.map(({ value: { street, ...parts }, from }) => ({
    value: { ...inLines(parts), street } as Address,
    from,
  }));
  return draft;
}

const inOneLabel = ({ value, from }: Found<Item>): Found<Item> => ({ value: inLines(value), from });

function inLines<Parts extends object>(parts: Parts): Parts {
  // Nearly all are in one line.
  if (!Object.values(parts).some((part) => typeof part === "string" && lineBreak.test(part))) {
    return parts;
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      typeof part === "string" ? inOneLine(part) : part,
    ]),
  ) as Parts;
}

/** Takes apart a name that stands in one of first and last name alone. */
function cleanName(draft: Draft): void {
  const { fields, emails } = draft;
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
    draft.emails = [{ value: { value: email, label: null }, from }, ...emails];
  }
}

export const nameFields = ["firstName", "lastName", "nickname", "company"];

/** The addresses of a text, and the name that stands there where the contact has none. */
function mailsOf({ value, from }: Found<Item>, draft: Draft, dropped: Dropped): Found<Item>[] {
  if (draft.isOwn) return [{ value, from }];
  const { mails, name, rest } = readMails(value.value);
  if (mails.length === 0) return [{ value, from }];
  if (rest !== "") dropped.addValue(from, "there is more than an address", rest);
  if (name !== "") takeName(name, { draft, from, dropped });
  return mails.map((mail) => ({
    value: { value: mail.value, label: value.label ?? mail.label },
    from,
  }));
}

function takeName(
  text: string,
  { draft: { fields }, from, dropped }: { draft: Draft; from: string; dropped: Dropped },
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

/** Lists a name that a contact is called by as a whole, where it says more than the names that are read. */
export function dropOtherName(
  { value, from }: Found<string>,
  known: string,
  dropped: Dropped,
): void {
  const text = known.toLowerCase();
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

/** A phone number, unless it is none. */
function phoneOf({ value, from }: Found<Item>, { isOwn }: Draft, dropped: Dropped): Found<Item>[] {
  const text = value.value;
  const read = isOwn && phoneRule.pattern.test(text) ? { value: text } : readPhone(text);
  if ("value" in read) return [{ value: { ...value, value: read.value }, from }];
  dropped.addValue(from, read.reason, text);
  return [];
}

/** Members of the items of a document that are one line, besides the texts of contacts. */
const lineOf: Record<string, string> = { network: "name", note_type: "name", reminder: "title" };

/** Lists of a contact with labels, and parts of addresses. */
const lists = ["emails", "phones", "urls", "addresses"];

/** The members of an item of Kith's own document, which may have been written before the rules of today. */
export function cleanItem(resource: string, given: object, dropped: Dropped): object {
  const names = resource === "contact" ? lines : [lineOf[resource]];
  return Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => {
      if (typeof value === "string" && names.includes(name)) return [name, inOneLine(value)];
      const isList = resource === "contact" && lists.includes(name) && Array.isArray(value);
      return [name, isList ? cleanList(name, value, dropped) : value];
    }),
  );
}

function cleanList(name: string, items: unknown[], dropped: Dropped): unknown[] {
  return items.flatMap((item) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return [item];
    const { street: _, value, ...parts } = item as Record<string, unknown>;
    if (name === "phones" && typeof value === "string" && !phoneRule.pattern.test(value)) {
      dropped.addValue("contacts.phones", "it is no phone number", value);
      return [];
    }
    return [{
      ...item,
      ...inLines(parts),
      ...(name === "phones" && typeof value === "string" ? { value: inOneLine(value) } : {}),
    }];
  });
}
