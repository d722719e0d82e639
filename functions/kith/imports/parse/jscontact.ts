// Reads a Card of JSContact (RFC 9553) as the lines of the vCard that it stands for (RFC 9555).
//
// Programs write members in other shapes than the RFC has: lists in place of objects, bare texts in place of items. They are read
// where it is plain what is meant. What is left over in the end is listed: a card loses nothing unsaid.
import { isObject, type Item } from "./json-items.ts";
import { Lines, scalar } from "./json-lines.ts";
import type { Dropped } from "./types.ts";
import type { VcardLine } from "./vcard-lines.ts";

/** Whether a value of JSON is a Card. */
export function isJscontact(value: unknown): value is Item {
  return isObject(value) && value["@type"] === "Card";
}

/** Members that say how a card came to be, or how it is read. */
const ignored = ["@type", "version", "created", "updated", "prodId", "language", "vCardParams"];

/** Members of items that say how these are read or sorted. */
const ignoredWithin = ["@type", "isOrdered", "pref", "sortAs", "organizationId", "vCardParams"];

type JcardReader = (properties: unknown, line: number, dropped: Dropped) => VcardLine[];

/** What a card is being read into. */
class Reading extends Lines {
  readonly dropped: Dropped;
  readonly readJcard: JcardReader;
  /** The texts that were read. */
  readonly #used = new Set<string>();

  constructor(line: number, dropped: Dropped, readJcard: JcardReader) {
    super(line);
    this.dropped = dropped;
    this.readJcard = readJcard;
  }

  /** The text of a value; empty where it is none. */
  take(value: unknown): string {
    const text = typeof value === "boolean" ? "" : scalar(value)?.trim() ?? "";
    this.#used.add(text);
    return text;
  }

  /** The text of the first of these members that an item has. */
  takeFirst(item: Item, ...names: string[]): string {
    return this.take(item[names.find((name) => item[name] !== undefined) ?? ""]);
  }

  /** Lists the texts of a member that were not read. */
  dropRest(member: string, value: unknown): void {
    for (const text of textsIn(value)) {
      if (!this.#used.has(text.trim())) this.dropped.addValue(member, "it is not known", text);
    }
  }
}

/** The texts and numbers of a value, and the names of members that are true. */
function* textsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each === "string" || typeof each === "number") {
      if (String(each).trim() !== "") yield String(each);
    } else if (Array.isArray(each)) {
      for (let at = each.length; at > 0; at--) open.push(each[at - 1]);
    } else if (isObject(each)) {
      for (const [name, member] of Object.entries(each)) {
        if (ignoredWithin.includes(name)) continue;
        open.push(member === true ? name : member);
      }
    }
  }
}

/** The lines that a card has as a vCard. What vCards have no property for is listed. */
export function jscontactLines(
  card: Item,
  line: number,
  dropped: Dropped,
  readJcard: JcardReader,
): VcardLine[] {
  const reading = new Reading(line, dropped, readJcard);
  for (const [name, value] of Object.entries(card)) {
    if (ignored.includes(name) || value === null) continue;
    if (!Object.hasOwn(readers, name)) dropped.add(name);
    else {
      readers[name]!(value, reading);
      if (name !== "vCardProps") reading.dropRest(name, value);
    }
  }
  return reading.lines;
}

type Reader = (value: unknown, reading: Reading) => void;

const readers: Record<string, Reader> = {
  uid: (value, reading) => reading.write("UID", reading.take(value)),
  kind: (value, reading) => reading.write("KIND", reading.take(value)),
  members: (value, reading) => {
    for (const uid of namesOf(value, reading)) reading.write("MEMBER", uid);
  },
  name: readName,
  fullName: (value, reading) => reading.write("FN", reading.take(value)),
  nicknames: (value, reading) => {
    reading.write("NICKNAME", ...itemsOf(value, "name").map(({ name }) => reading.take(name)));
  },
  organizations: (value, reading) => {
    for (const { name, units } of itemsOf(value, "name")) {
      const parts = [name, ...itemsOf(units, "name").map((unit) => unit["name"])];
      reading.writeParts("ORG", parts.map((part) => reading.take(part)));
    }
  },
  titles: (value, reading) => {
    for (const { name, kind } of itemsOf(value, "name")) {
      reading.take(kind);
      reading.write(kind === "role" ? "ROLE" : "TITLE", reading.take(name));
    }
  },
  emails: (value, reading) => {
    for (const item of itemsOf(value, "address")) {
      writeMethod(reading, "EMAIL", reading.takeFirst(item, "address", "email", "value"), item);
    }
  },
  phones: (value, reading) => {
    for (const item of itemsOf(value, "number")) {
      writeMethod(reading, "TEL", reading.takeFirst(item, "number", "phone", "value"), item);
    }
  },
  links: (value, reading) => {
    for (const item of itemsOf(value, "uri")) {
      writeMethod(reading, "URL", reading.takeFirst(item, "uri", "url", "href", "value"), item);
    }
  },
  onlineServices: (value, reading) => {
    for (const item of itemsOf(value, "uri")) {
      const uri = reading.takeFirst(item, "uri", "user");
      const written = writeMethod(reading, "SOCIALPROFILE", uri, item);
      const service = written === null ? "" : reading.take(item["service"]);
      if (service !== "") written!.parameters.set("SERVICE-TYPE", [service]);
    }
  },
  addresses: readAddresses,
  anniversaries: (value, reading) => {
    for (const { kind, date } of itemsOf(value, "date")) {
      reading.take(kind);
      if (kind === "birth") {
        reading.write("BDAY", dayOf(date, reading));
        continue;
      }
      reading.dropped.add(`anniversaries: ${reading.take(kind)}`);
      for (const text of textsIn(date)) reading.take(text);
    }
  },
  notes: (value, reading) => {
    for (const { note } of itemsOf(value, "note")) reading.write("NOTE", reading.take(note));
  },
  keywords: (value, reading) => reading.write("CATEGORIES", ...namesOf(value, reading)),
  media: (value, reading) => {
    for (const item of itemsOf(value, "uri")) {
      const { kind } = item;
      const uri = reading.take(item["uri"]);
      if (kind === "photo") reading.writeRaw("PHOTO", uri);
      else reading.dropped.add(`media: ${reading.take(kind)}`);
      reading.take(kind);
      reading.take(item["mediaType"]);
    }
  },
  vCardProps: (value, { lines, line, dropped, readJcard }) => {
    for (const each of readJcard(value, line, dropped)) lines.push(each);
  },
};

function readName(value: unknown, reading: Reading): void {
  const item = typeof value === "string" ? { full: value } : isObject(value) ? value : {};
  reading.write("FN", reading.take(item["full"]));
  const of = componentsOf(item, reading);
  const bare = (...names: string[]) => reading.takeFirst(item, ...names);
  const names = [
    of("surname", "surname2") || bare("surname", "family"),
    of("given") || bare("given"),
    of("given2"),
  ];
  reading.writeParts("N", [...names, of("title"), of("credential", "generation")]);
}

/**
 * The components of a name or an address of some kinds, as one text: with the separators that stand between them, or else
 * blanks.
 */
function componentsOf(item: Item, reading: Reading): (...kinds: string[]) => string {
  const parts = itemsOf(item["components"], "value");
  const byDefault = typeof item["defaultSeparator"] === "string" ? item["defaultSeparator"] : " ";
  reading.take(item["defaultSeparator"]);
  return (...kinds) => {
    let text = "";
    let separator: string | null = null;
    for (const { kind, value } of parts) {
      if (kind === "separator") {
        separator = typeof value === "string" ? value : null;
        reading.take(kind);
        reading.take(value);
      } else if (typeof kind === "string" && kinds.includes(kind)) {
        const part = reading.take(value);
        reading.take(kind);
        if (part !== "") text += text === "" ? part : (separator ?? byDefault) + part;
        separator = null;
      } else {
        separator = null;
      }
    }
    return text;
  };
}

/** Kinds of components that make the first line of a street, and those that make the second. */
const streetKinds = [
  ["number", "name", "block", "direction"],
  ["building", "floor", "apartment", "room", "landmark", "subdistrict", "district"],
];

function readAddresses(value: unknown, reading: Reading): void {
  for (const item of itemsOf(value, "full")) {
    const of = componentsOf(item, reading);
    const streets = streetKinds.map((kinds) => of(...kinds)).filter((street) => street !== "");
    const full = reading.take(item["full"]);
    const whole = itemsOf(item["components"], "value").length === 0 ? full : "";
    const country = of("country") || reading.take(item["countryCode"]);
    reading.take(item["countryCode"]);
    const address = [of("locality"), of("region"), of("postcode"), country];
    const street = streets.join("\n") || whole;
    const parts = [of("postOfficeBox"), "", street, ...address];
    if (parts.every((part) => part === "")) continue;
    const parameters = parametersOf(item, reading);
    const group = reading.writeLabel(reading.take(item["label"]));
    Object.assign(reading.writeParts("ADR", parts)!, { group, parameters });
  }
}

/** The text of a date; empty where it is none. */
function dayOf(date: unknown, reading: Reading): string {
  if (!isObject(date)) return reading.take(date);
  if (typeof date["utc"] === "string") return reading.take(date["utc"]);
  const [year, month, day] = ["year", "month", "day"].map((name) => reading.take(date[name]));
  const two = (text: string | undefined) => text ? text.padStart(2, "0") : "";
  return `${year ? year.padStart(4, "0") : "-"}-${two(month)}-${two(day)}`;
}

const types: Record<string, string> = {
  "private": "home",
  "personal": "home",
  "mobile": "cell",
  "main-number": "main",
};

/** The parameters of an address or number: where it is used, what for, and how much it is preferred. */
function parametersOf(item: Item, reading: Reading): VcardLine["parameters"] {
  const named = [...namesOf(item["contexts"], reading), ...namesOf(item["features"], reading)];
  const parameters = new Map([["TYPE", named.map((name) => types[name] ?? name)]]);
  if (typeof item["pref"] === "number") parameters.set("PREF", [String(item["pref"])]);
  return parameters;
}

function writeMethod(reading: Reading, name: string, value: string, item: Item): VcardLine | null {
  if (value === "") return null;
  const parameters = parametersOf(item, reading);
  const group = reading.writeLabel(reading.take(item["label"]));
  const written = reading.write(name, value);
  if (written) Object.assign(written, { group, parameters });
  return written;
}

/** The items of an object of objects, whose names mean nothing, or of a list. @param bare what a text in place of an item is */
function itemsOf(value: unknown, bare: string): Item[] {
  const items: unknown[] = isObject(value) && !isItem(value, bare)
    ? Object.values(value)
    : Array.isArray(value)
    ? value
    : [value];
  return items.flatMap((item): Item[] => {
    if (isObject(item)) return [item];
    return typeof item === "string" || typeof item === "number" ? [{ [bare]: item }] : [];
  });
}

/** Whether an object is an item itself, where there should be several. */
const isItem = (value: Item, bare: string) =>
  typeof value["@type"] === "string" ||
  (bare in value && !isObject(value[bare]) && Object.keys(value).length > 1);

/** The names of an object's members that are true, or the texts of a list, or a text. */
function namesOf(value: unknown, reading: Reading): string[] {
  const names = isObject(value)
    ? Object.keys(value).filter((name) => value[name] === true)
    : Array.isArray(value)
    ? value.filter((each) => typeof each === "string")
    : typeof value === "string"
    ? [value]
    : [];
  return names.map((name) => reading.take(name));
}
