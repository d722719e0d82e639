// Reads contacts in JSON as the vCards that they stand for: jCard and JSContact.
import { problems } from "../../core/problems.ts";
import { isObject, type Item, listOf, textOf } from "./json-items.ts";
import { findDeepLines } from "./places.ts";
import { Dropped, type ImportError, type ParsedFile, recordLimit } from "./types.ts";
import type { Card, VcardLine } from "./vcard-lines.ts";
import { readCards } from "./vcard.ts";

/**
 * Reads contacts in JSON as the vCards that they stand for: jCard (RFC 7095) and JSContact (RFC 9553), one or a list. Null
 * where the document is neither.
 * @throws Problem payload_too_large where there are too many
 */
export function parseJsonCards(document: unknown, text: string): ParsedFile | null {
  const isCard = (value: unknown) => isJcard(value) || isJscontact(value);
  const isList = Array.isArray(document) && !isCard(document) && document.some(isCard);
  if (!isList && !isCard(document)) return null;
  const items = isList ? document as unknown[] : [document];
  if (items.length > recordLimit) throw problems.tooManyRecords(recordLimit);
  const dropped = new Dropped();
  const errors: ImportError[] = [];
  const lines = isList ? findDeepLines(text, 1) : [];
  const cards = items.flatMap((item, index): Card[] => {
    const line = lines[index] ?? 1;
    if (isJcard(item)) return [{ line, lines: jcardLines(item[1], line, dropped) }];
    if (isJscontact(item)) return [{ line, lines: jscontactLines(item, line, dropped) }];
    errors.push({ line, message: "This is neither a jCard nor a Card of JSContact." });
    return [];
  });
  const parsed = readCards(cards, errors, dropped);
  if (items.some(isJcard)) return { ...parsed, format: "vcard" };
  const renamed = parsed.dropped.map((each) => ({
    ...each,
    property: jscontactName(each.property),
  }));
  return { ...parsed, format: "json", dropped: renamed };
}

/** Types of values that are written into vCards without escapes. */
const plainTypes = ["uri", "date", "date-time", "date-and-or-time", "timestamp", "utc-offset"];

/** Whether a value of JSON is a vCard of RFC 7095. */
function isJcard(value: unknown): value is [string, unknown] {
  return Array.isArray(value) && typeof value[0] === "string" && /^vcard$/i.test(value[0]);
}

/** The lines that a vCard in JSON has as a text. What is no property is listed. */
function jcardLines(properties: unknown, line: number, dropped: Dropped): Card["lines"] {
  if (!Array.isArray(properties)) return [];
  return properties.flatMap((property) => {
    const read = toLine(property, line);
    if (read === null) dropped.add("jCard", "it is no property");
    return read ?? [];
  });
}

function toLine(property: unknown, line: number): VcardLine | null {
  if (!Array.isArray(property)) return null;
  const [name, given, type, ...values] = property as unknown[];
  if (typeof name !== "string" || !/^[\w-]{1,100}$/.test(name) || !isObject(given)) return null;
  const parameters = new Map(
    Object.entries(given).map(([key, value]) => [
      key.toUpperCase(),
      (Array.isArray(value) ? value : [value]).flatMap((each) => scalar(each) ?? []),
    ]),
  );
  const isPlain = plainTypes.includes(String(scalar(type)).toLowerCase());
  const value = values.map((each) => isPlain ? scalar(each) ?? "" : structured(each)).join(",");
  const group = parameters.get("GROUP")?.[0] ?? "";
  return { line, group, name: name.toUpperCase(), parameters, value, isOld: false };
}

/** A value of several components, some of which may have several values themselves. */
function structured(value: unknown): string {
  if (!Array.isArray(value)) return escapeText(scalar(value) ?? "");
  return value.map((part) =>
    (Array.isArray(part) ? part : [part]).map((each) => escapeText(scalar(each) ?? "")).join(",")
  ).join(";");
}

/** A value that is no list and no object, as text. */
function scalar(value: unknown): string | null {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;
}

/** A text as it stands in a vCard (RFC 6350, 3.4). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

/** Whether a value of JSON is a Card of RFC 9553. */
function isJscontact(value: unknown): value is Item {
  return isObject(value) && value["@type"] === "Card";
}

/** Members that say how a card came to be, or how it is read. */
const ignored = ["@type", "version", "created", "updated", "prodId", "language", "vCardParams"];

/** The property that each member is written to, as what is left out of it is listed under the member's name. */
const members: Record<string, string> = {
  UID: "uid",
  KIND: "kind",
  MEMBER: "members",
  FN: "name",
  N: "name",
  NICKNAME: "nicknames",
  ORG: "organizations",
  TITLE: "titles",
  ROLE: "titles",
  EMAIL: "emails",
  TEL: "phones",
  SOCIALPROFILE: "onlineServices",
  ADR: "addresses",
  BDAY: "anniversaries",
  NOTE: "notes",
  CATEGORIES: "keywords",
  URL: "links",
  PHOTO: "media",
};

/** The name that what is left out has in a file of JSContact. */
function jscontactName(property: string): string {
  const [name = ""] = /^[A-Z]+/.exec(property) ?? [];
  return Object.hasOwn(members, name) ? members[name]! + property.slice(name.length) : property;
}

/** What a card is being read into. */
interface Reading {
  lines: VcardLine[];
  line: number;
  dropped: Dropped;
}

/** The lines that a card has as a vCard (RFC 9555). What vCards have no property for is listed. */
function jscontactLines(card: Item, line: number, dropped: Dropped): Card["lines"] {
  const reading: Reading = { lines: [], line, dropped };
  for (const [name, value] of Object.entries(card)) {
    if (Object.hasOwn(readers, name)) readers[name]!(value, reading);
    else if (!ignored.includes(name) && value !== null) dropped.add(name);
  }
  return reading.lines;
}

type Reader = (value: unknown, reading: Reading) => void;

const readers: Record<string, Reader> = {
  uid: (value, reading) => write(reading, "UID", textOf(value)),
  kind: (value, reading) => write(reading, "KIND", textOf(value)),
  members: (value, reading) => {
    for (const uid of namesOf(value)) write(reading, "MEMBER", uid);
  },
  name: readName,
  nicknames: (value, reading) => {
    write(reading, "NICKNAME", ...itemsOf(value).map(({ name }) => textOf(name)));
  },
  organizations: (value, reading) => {
    for (const { name, units } of itemsOf(value)) {
      const parts = [name, ...listOf(units).map((unit) => unit["name"])].map(textOf);
      writeParts(reading, "ORG", parts);
    }
  },
  titles: (value, reading) => {
    for (const { name, kind } of itemsOf(value)) {
      write(reading, kind === "role" ? "ROLE" : "TITLE", textOf(name));
    }
  },
  emails: (value, reading) => {
    for (const item of itemsOf(value)) writeMethod(reading, "EMAIL", item["address"], item);
  },
  phones: (value, reading) => {
    for (const item of itemsOf(value)) writeMethod(reading, "TEL", item["number"], item);
  },
  links: (value, reading) => {
    for (const item of itemsOf(value)) writeMethod(reading, "URL", item["uri"], item);
  },
  onlineServices: (value, reading) => {
    for (const item of itemsOf(value)) {
      const service = textOf(item["service"]);
      writeMethod(reading, "SOCIALPROFILE", item["uri"] ?? item["user"], item, service);
    }
  },
  addresses: readAddresses,
  anniversaries: (value, reading) => {
    for (const { kind, date } of itemsOf(value)) {
      if (kind === "birth") write(reading, "BDAY", dayOf(date));
      else reading.dropped.add(`anniversaries: ${textOf(kind)}`);
    }
  },
  notes: (value, reading) => {
    for (const { note } of itemsOf(value)) write(reading, "NOTE", textOf(note));
  },
  keywords: (value, reading) => write(reading, "CATEGORIES", ...namesOf(value)),
  media: (value, reading) => {
    for (const { kind, uri } of itemsOf(value)) {
      if (kind === "photo") writeRaw(reading, "PHOTO", textOf(uri));
      else reading.dropped.add(`media: ${textOf(kind)}`);
    }
  },
  vCardProps: (value, { lines, line, dropped }) => {
    for (const each of jcardLines(value, line, dropped)) lines.push(each);
  },
};

function readName(value: unknown, reading: Reading): void {
  if (!isObject(value)) return;
  write(reading, "FN", textOf(value["full"]));
  const of = componentsOf(value);
  const names = [of("surname", "surname2"), of("given"), of("given2")];
  writeParts(reading, "N", [...names, of("title"), of("credential", "generation")]);
}

/** The components of a name or an address of some kinds, as one text. */
function componentsOf(item: Item): (...kinds: string[]) => string {
  const parts = listOf(item["components"]);
  return (...kinds) =>
    parts.filter(({ kind }) => kinds.includes(textOf(kind))).map((part) => textOf(part["value"]))
      .join(" ");
}

/** Kinds of components that make the first line of a street, and those that make the second. */
const streetKinds = [
  ["number", "name", "block", "direction"],
  ["building", "floor", "apartment", "room", "landmark", "subdistrict", "district"],
];

function readAddresses(value: unknown, reading: Reading): void {
  for (const item of itemsOf(value)) {
    const of = componentsOf(item);
    const streets = streetKinds.map((kinds) => of(...kinds)).filter((street) => street !== "");
    const whole = listOf(item["components"]).length === 0 ? textOf(item["full"]) : "";
    const country = of("country") || textOf(item["countryCode"]);
    const address = [of("locality"), of("region"), of("postcode"), country];
    const street = streets.join("\n") || whole;
    const group = labelGroup(item, reading);
    const written = writeParts(reading, "ADR", [of("postOfficeBox"), "", street, ...address]);
    if (written) Object.assign(written, { group, parameters: parametersOf(item) });
  }
}

/** The text of a date; empty where it is none. */
function dayOf(date: unknown): string {
  if (!isObject(date)) return "";
  if (typeof date["utc"] === "string") return date["utc"];
  const two = (value: unknown) => typeof value === "number" ? String(value).padStart(2, "0") : "";
  const year = typeof date["year"] === "number" ? String(date["year"]).padStart(4, "0") : "-";
  return `${year}-${two(date["month"])}-${two(date["day"])}`;
}

const types: Record<string, string> = {
  "private": "home",
  "mobile": "cell",
  "main-number": "main",
};

/** The parameters of an address or number: where it is used, what for, and how much it is preferred. */
function parametersOf(item: Item): VcardLine["parameters"] {
  const named = [...namesOf(item["contexts"]), ...namesOf(item["features"])];
  const parameters = new Map([["TYPE", named.map((name) => types[name] ?? name)]]);
  if (typeof item["pref"] === "number") parameters.set("PREF", [String(item["pref"])]);
  return parameters;
}

/** Writes the label of an item as vCards have it, in a group. */
function labelGroup(item: Item, { lines, line }: Reading): string {
  const label = textOf(item["label"]);
  if (label === "") return "";
  const group = `label${lines.length}`;
  const parameters = new Map();
  const value = escapeText(label);
  lines.push({ line, group, name: "X-ABLABEL", parameters, value, isOld: false });
  return group;
}

function writeMethod(
  reading: Reading,
  name: string,
  value: unknown,
  item: Item,
  service = "",
): void {
  const group = labelGroup(item, reading);
  const written = write(reading, name, textOf(value));
  if (!written) return;
  Object.assign(written, { group, parameters: parametersOf(item) });
  if (service !== "") written.parameters.set("SERVICE-TYPE", [service]);
}

/** Writes a line of texts, which are a list where there are several. */
function write(reading: Reading, name: string, ...texts: string[]): VcardLine | null {
  return writeRaw(reading, name, texts.filter((text) => text !== "").map(escapeText).join(","));
}

function writeParts(reading: Reading, name: string, parts: string[]): VcardLine | null {
  return parts.every((part) => part === "")
    ? null
    : writeRaw(reading, name, parts.map(escapeText).join(";"));
}

function writeRaw({ lines, line }: Reading, name: string, value: string): VcardLine | null {
  if (value === "") return null;
  const written = { line, group: "", name, parameters: new Map(), value, isOld: false };
  lines.push(written);
  return written;
}

/** The items of an object of objects, whose names mean nothing. */
const itemsOf = (value: unknown): Item[] =>
  isObject(value) ? Object.values(value).filter(isObject) : [];

/** The names of an object's members that are true. */
const namesOf = (value: unknown): string[] =>
  isObject(value) ? Object.keys(value).filter((name) => value[name] === true) : [];
