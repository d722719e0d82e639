// Contacts as vCards 3.0 and 4.0.
import { textFields, vcardProperty } from "../contacts/fields.ts";
import { dateWord } from "../core/date-kinds.ts";
import { contentLine, escapeText } from "../core/content-lines.ts";
import { keptLines } from "./kept-lines.ts";
import { relationWord } from "../relationships/words.ts";
import { relatedTypes } from "./related.ts";
import { type Contact, createContactReader, type Format, type Item } from "./run.ts";

/** The version: 4.0 of RFC 6350, or 3.0 of RFC 2426 for old software. */
export type Version = "3.0" | "4.0";

/** Writes contacts as vCards. */
export function vcardFormat(version: Version): Format {
  const read = createContactReader();
  return {
    contentType: "text/vcard; charset=utf-8",
    extension: "vcf",
    begin: () => "",
    write: (page) =>
      read(page).map(([contact, networks]) => toVcard(contact, networks, version)).join(""),
    end: () => "",
  };
}

/** A contact as a vCard: see {@link vcardLines}. */
export const toVcard = (contact: Contact, networks: string[], version: Version): string =>
  vcardLines(contact, networks, version).map(contentLine).join("");

/**
 * The lines of a contact's vCard, not folded. Members without a property in vCard are in properties whose names begin with `X-KITH-`;
 * labels that are no type are in `X-ABLabel`, as Apple's and Google's programs write them.
 * @param cardUid its UID in an address book, where it has only what such programs show; absent for a file that can be imported again
 */
export function vcardLines(
  contact: Contact,
  networks: string[],
  version: Version,
  cardUid?: string,
): string[] {
  const lines = [
    "BEGIN:VCARD",
    `VERSION:${version}`,
    // An import tells by this that the file is Kith's: NOTE is then the description, and not a note.
    "PRODID:-//Kith//Kith//EN",
    `UID:${cardUid ?? `urn:uuid:${contact.id}`}`,
  ];
  const add = (name: string, value: string | null) => {
    if (value !== null && value !== "") lines.push(`${name}:${value}`);
  };
  const text = (value: string | null) => value === null ? null : escaped(value);
  const escaped = (value: string) => escapeText(value, version === "4.0" ? /[\\,]/g : undefined);
  add("FN", text(contact.displayName));
  const { lastName, firstName, middleName, namePrefix, nameSuffix } = contact;
  lines.push(`N:${structured([lastName, firstName, middleName, namePrefix, nameSuffix])}`);
  add("NICKNAME", text(contact.nickname));
  if (contact.company !== null || contact.department !== null) {
    add("ORG", structured([contact.company, contact.department ?? []].flat()));
  }
  if (firstName === null && lastName === null && contact.company !== null) {
    lines.push("X-ABShowAs:COMPANY");
  }
  for (const field of textFields) {
    const property = vcardProperty(field);
    if (property) add(property, text(contact[field[0]]));
  }
  lines.push(...labelled(contact, escaped, version));
  if (contact.birthday !== null) lines.push(birthdayOf(contact.birthday, version));
  add("NOTE", text(contact.description));
  add("CATEGORIES", networks.map(escaped).join(","));
  lines.push(...keptLines(contact.vcardLines));
  // In a card these would change its tag, though nothing that is shown has changed.
  if (cardUid === undefined) {
    add("REV", version === "4.0" ? basic(contact.updatedAt) : contact.updatedAt);
    add("X-KITH-FAVORITE", contact.isFavorite ? "TRUE" : null);
    add("X-KITH-ARCHIVED", contact.isArchived ? "TRUE" : null);
    add("X-KITH-CONTACT-FREQUENCY-DAYS", contact.contactFrequencyDays?.toString() ?? null);
    add("X-KITH-LAST-CONTACTED-AT", contact.lastContactedAt);
  }
  lines.push("END:VCARD");
  return lines;
}

function structured(parts: (string | null)[]): string {
  return parts.map((part) => escapeText(part ?? "")).join(";");
}

/** The types of labels that all programs know. */
const itemTypes: Record<string, string> = { home: "home", work: "work" };
const phoneTypes: Record<string, string> = {
  ...itemTypes,
  mobile: "cell",
  main: "main",
  fax: "fax",
  "home fax": "home,fax",
  "work fax": "work,fax",
  pager: "pager",
};

/** The properties that may occur several times with a label. */
function labelled(
  { emails, phones, urls, addresses, dates, own, related = [] }: Contact,
  escaped: (text: string) => string,
  version: Version,
): string[] {
  const lines: string[] = [];
  let groups = 0;
  const add = (name: string, label: string | null, value: string, types = itemTypes) => {
    const word = label?.toLowerCase() ?? "";
    const type = Object.hasOwn(types, word) ? `;TYPE=${types[word]}` : "";
    if (label === null || type !== "" && label === word) lines.push(`${name}${type}:${value}`);
    else {
      const group = `item${++groups}`;
      lines.push(`${group}.${name}${type}:${value}`, `${group}.X-ABLabel:${escaped(label)}`);
    }
  };
  const addAll = (name: string, items: Item[], types = itemTypes) => {
    for (const { label, value } of items) add(name, label, escaped(value), types);
  };
  addAll("EMAIL", emails);
  addAll("TEL", phones, phoneTypes);
  for (const { label, street, city, region, postalCode, country } of addresses) {
    add("ADR", label, structured([null, null, street, city, region, postalCode, country]));
  }
  // A URI is no text, so that nothing in it is escaped.
  for (const { label, value } of urls) add("URL", label, value);
  const written = new Set<string>();
  for (const { kind, label, date } of dates) {
    const property = dateProperties[kind];
    if (version === "4.0" && property && label === null && !written.has(kind)) {
      written.add(kind);
      lines.push(`${property}:${basicDate(date)}`);
      continue;
    }
    const group = `item${++groups}`;
    const said = label === null ? "" : `;X-KITH-KIND=${kind}`;
    lines.push(
      `${group}.${appleDate("X-ABDATE", date, said)}`,
      `${group}.X-ABLabel:${escaped(label ?? appleLabel(kind))}`,
    );
  }
  for (const { name, type, text } of own) {
    const group = `item${++groups}`;
    lines.push(`${group}.X-KITH-FIELD;TYPE=${type}:${escaped(text)}`);
    lines.push(`${group}.X-ABLabel:${escaped(name)}`);
  }
  // RFC 6350 has the other card, Apple's programs the name and the word.
  for (const { id, name, kind, label } of related) {
    const group = `item${++groups}`;
    const type = Object.hasOwn(relatedTypes, kind) ? `;TYPE=${relatedTypes[kind]}` : "";
    if (id !== null) lines.push(`${group}.RELATED${type}:urn:uuid:${id}`);
    lines.push(`${group}.X-ABRELATEDNAMES:${escaped(name)}`);
    lines.push(`${group}.X-ABLabel:${escaped(relationWord(kind, label))}`);
  }
  return lines;
}

/** The properties of RFC 6350 and RFC 6474 for kinds of dates: a card has one of each. */
const dateProperties: Record<string, string> = { anniversary: "ANNIVERSARY", death: "DEATHDATE" };

/** Apple's programs translate words that are written so. */
const appleLabel = (kind: string) => {
  const word = dateWord(kind, null);
  return /^(anniversary|other)$/.test(kind) ? `_$!<${word}>!$_` : word;
};

/** A date in the basic format of ISO 8601, as far as it is known: `19900320`, `--0320`, `1990-03` or `1990`. */
function basicDate(date: string): string {
  if (date.startsWith("--")) return `--${date.slice(2).replace("-", "")}`;
  return date.length === 10 ? date.replaceAll("-", "") : date;
}

/** Apple's programs write a date without its year with this one, and say so. */
const appleDate = (name: string, date: string, parameters = "") =>
  date.startsWith("--")
    ? `${name};X-APPLE-OMIT-YEAR=1604${parameters}:1604${date.slice(1)}`
    : `${name}${parameters}:${date}`;

/** A birthday. Version 3 has no dates without a year. */
const birthdayOf = (birthday: string, version: Version) =>
  version === "4.0" ? `BDAY:${basicDate(birthday)}` : appleDate("BDAY", birthday);

/** An instant in the basic format of ISO 8601, without fractions: `20260314T092653Z`. */
function basic(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, "");
}
