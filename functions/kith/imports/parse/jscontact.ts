import type { Dropped } from "./dropped.ts";
import { escapeText, jcardLines } from "./jcard.ts";
import { isObject, type Item } from "./json-items.ts";
import type { Card } from "./vcard-cards.ts";
import type { VcardLine } from "./vcard-lines.ts";

/** Whether a value of JSON is a Card of RFC 9553. */
export function isJscontact(value: unknown): value is Item {
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
export function jscontactName(property: string): string {
  const [, name, rest] = /^([A-Z]+)(.*)$/s.exec(property) ?? [];
  return name !== undefined && Object.hasOwn(members, name) ? members[name]! + rest : property;
}

/** What a card is being read into. */
interface Reading {
  lines: VcardLine[];
  line: number;
  dropped: Dropped;
}

/** The lines that a card has as a vCard (RFC 9555). What vCards have no property for is listed. */
export function jscontactLines(card: Item, line: number, dropped: Dropped): Card["lines"] {
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
  const parts = listOf(value["components"]);
  const of = (...kinds: string[]) =>
    parts.filter(({ kind }) => kinds.includes(textOf(kind))).map((part) => textOf(part["value"]))
      .join(" ");
  const names = [of("surname", "surname2"), of("given"), of("given2")];
  writeParts(reading, "N", [...names, of("title"), of("credential", "generation")]);
}

/** Kinds of components that make the first line of a street, and those that make the second. */
const streetKinds = [
  ["number", "name", "block", "direction"],
  ["building", "floor", "apartment", "room", "landmark", "subdistrict", "district"],
];

function readAddresses(value: unknown, reading: Reading): void {
  for (const item of itemsOf(value)) {
    const parts = listOf(item["components"]);
    const of = (...kinds: string[]) =>
      parts.filter(({ kind }) => kinds.includes(textOf(kind))).map((part) => textOf(part["value"]))
        .join(" ");
    const streets = streetKinds.map((kinds) => of(...kinds)).filter((street) => street !== "");
    const whole = parts.length === 0 ? textOf(item["full"]) : "";
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

const textOf = (value: unknown): string => typeof value === "string" ? value : "";

/** The items of an object of objects, whose names mean nothing. */
const itemsOf = (value: unknown): Item[] =>
  isObject(value) ? Object.values(value).filter(isObject) : [];

const listOf = (value: unknown): Item[] => Array.isArray(value) ? value.filter(isObject) : [];

/** The names of an object's members that are true. */
const namesOf = (value: unknown): string[] =>
  isObject(value) ? Object.keys(value).filter((name) => value[name] === true) : [];
