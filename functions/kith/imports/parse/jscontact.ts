// Reads a Card of JSContact (RFC 9553) as the lines of the vCard that it stands for (RFC 9555).
//
// Programs write members in other shapes than the RFC has: lists in place of objects, bare texts in place of items. They are read
// where it is plain what is meant. What is left over in the end is listed: a card loses nothing unsaid.
import { recordLimit } from "../../core/limits.ts";
import { isObject, type Item } from "./json-items.ts";
import { Lines, scalar } from "./json-lines.ts";
import { type Dropped, exampleLimit } from "./types.ts";
import { toUid } from "./uids.ts";
import type { VcardLine } from "./vcard-lines.ts";

/** Whether a value of JSON is a Card. */
export function isJscontact(value: unknown): value is Item {
  if (!isObject(value) || value["@type"] !== undefined) {
    return isObject(value) && value["@type"] === "Card";
  }
  // Programs that have not read the RFC leave the type out. Documents of Kith and accounts of Monica say what they are.
  return value["kith"] === undefined && value["account"] === undefined &&
    (isName(value["name"]) ||
      ["emails", "phones", "nicknames"].some((name) =>
        typeof value[name] === "object" && value[name] !== null
      ));
}

/** Whether a value may be a name in parts: components, or an object of texts and components. */
function isName(value: unknown): boolean {
  if (!isObject(value)) return Array.isArray(value);
  return Object.values(value).some((each) => typeof each === "string" || Array.isArray(each));
}

/** Members that say how a card came to be, or how it is read. */
const ignored = ["@type", "version", "created", "updated", "language", "vCardParams"];

/** What members are called in drafts of the RFC and by programs that have not read it. */
const aliases: Record<string, string> = {
  email: "emails",
  phone: "phones",
  tel: "phones",
  address: "addresses",
  note: "notes",
  nickname: "nicknames",
  nickNames: "nicknames",
  organization: "organizations",
  org: "organizations",
  company: "organizations",
  title: "titles",
  jobTitle: "titles",
  jobTitles: "titles",
  url: "links",
  urls: "links",
  website: "links",
  online: "links",
  categories: "keywords",
  tags: "keywords",
};

/** Members of items that say how these are read or sorted. */
const ignoredWithin = new Set(
  ["@type", "isOrdered", "pref", "sortAs", "organizationId", "vCardParams"],
);

type JcardReader = (properties: unknown, line: number, dropped: Dropped) => VcardLine[];

/** What a card is being read into. */
class Reading extends Lines {
  readonly dropped: Dropped;
  readonly readJcard: JcardReader;
  /** The UIDs of those of whom `vCardProps` say more than `relatedTo` can. */
  relatedInProperties = new Set<string | null>();
  /** The texts that were read, and lists and objects that were read whole. */
  readonly #used = new Set<unknown>();

  constructor(line: number, dropped: Dropped, readJcard: JcardReader) {
    super(line);
    this.dropped = dropped;
    this.readJcard = readJcard;
  }

  /** The text of a value; empty where the value is not a text. */
  take(value: unknown): string {
    const text = typeof value === "boolean" ? "" : scalar(value)?.trim() ?? "";
    if (text !== "") this.#used.add(text);
    return text;
  }

  /** The text of the first of these members that an item has. */
  takeFirst(item: Item, ...names: string[]): string {
    return this.take(item[names.find((name) => item[name] !== undefined) ?? ""]);
  }

  /** Writes a member that nothing is read from as RFC 9555 has those without a property (3.2.1). */
  keep(name: string, value: unknown): void {
    const text = /^[\w:.-]{1,100}$/.test(name) ? jsonOf(value) : undefined;
    if (text === undefined) this.dropped.add(name);
    else this.write("JSPROP", text)?.parameters.set("JSPTR", [name]);
  }

  /** The texts in the place of names, of a value that has nothing else. */
  takeWhole(value: object, names: string[]): string[] {
    this.#used.add(value);
    return names.map((name) => name.trim());
  }

  /** Lists the texts of a member that were not read: how many, and the first. */
  dropRest(member: string, value: unknown): void {
    let count = 0;
    const first = new Set<string>();
    eachText(value, this.#used, (text) => {
      if (this.#used.has(text)) return;
      count += 1;
      if (first.size < exampleLimit) first.add(text);
    });
    if (count > 0) this.dropped.add(member, "it is not known", count, ...first);
  }
}

/** A value as JSON; nothing where it is nested too deeply. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Calls with each text and number of a value that is not blank, and with the names of members that are true. */
function eachText(value: unknown, without: Set<unknown>, call: (text: string) => void): void {
  const open: unknown[] = [value];
  const take = (each: unknown) => {
    if (typeof each === "object") {
      if (each !== null && !without.has(each)) open.push(each);
    } else if (typeof each === "string" || typeof each === "number") {
      const text = String(each).trim();
      if (text !== "") call(text);
    }
  };
  while (open.length > 0) {
    const each = open.pop();
    if (without.has(each)) continue;
    if (Array.isArray(each)) { for (const item of each) take(item); }
    else if (isObject(each)) {
      for (const name in each) {
        if (!ignoredWithin.has(name)) take(each[name] === true ? name : each[name]);
      }
    } else take(each);
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
  reading.relatedInProperties = relatedIn(card["vCardProps"]);
  for (const [name, given] of Object.entries(card)) {
    if (ignored.includes(name) || given === null) continue;
    const member = Object.hasOwn(aliases, name) ? aliases[name]! : name;
    if (!Object.hasOwn(readers, member)) reading.keep(name, given);
    else if (name === "vCardProps") readers[name]!(given, reading);
    else {
      const value = firstOf(given, name, dropped);
      readers[member]!(value, reading);
      reading.dropRest(name, value);
    }
  }
  return reading.lines;
}

/** The first items of a member. Each takes time, and a contact has fewer of anything; only a group has as many. */
function firstOf(value: unknown, name: string, dropped: Dropped): unknown {
  if (typeof value !== "object" || value === null) return value;
  // Asked for once, because the names of many members take as long as reading them.
  const names = Array.isArray(value) ? null : Object.keys(value);
  const { length } = names ?? value as unknown[];
  if (length <= recordLimit) return value;
  dropped.add(name, `of one card the first ${recordLimit} are read`, length - recordLimit);
  return names === null
    ? (value as unknown[]).slice(0, recordLimit)
    : Object.fromEntries(names.slice(0, recordLimit).map((key) => [key, (value as Item)[key]]));
}

/** The UIDs that `RELATED` has in a list of properties of jCard. */
function relatedIn(properties: unknown): Set<string | null> {
  const uids = new Set<string | null>();
  for (const property of Array.isArray(properties) ? properties : []) {
    if (!Array.isArray(property) || !/^related$/i.test(String(property[0]))) continue;
    if (typeof property[3] === "string") uids.add(toUid(property[3]));
  }
  return uids;
}

type Reader = (value: unknown, reading: Reading) => void;

/** The properties of RFC 6350 and RFC 6474 for kinds of anniversaries. */
const dateProperties: Record<string, string> = {
  wedding: "ANNIVERSARY",
  anniversary: "ANNIVERSARY",
  death: "DEATHDATE",
};

const readers: Record<string, Reader> = {
  prodId: (value, reading) => reading.write("PRODID", reading.take(value)),
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
  speakToAs: (value, reading) => {
    const { pronouns = value } = isObject(value) ? value : {};
    for (const item of itemsOf(pronouns, "pronouns")) {
      const written = reading.write("PRONOUNS", reading.take(item["pronouns"]));
      const parameters = parametersOf(item, reading);
      if (written) Object.assign(written, { parameters });
    }
  },
  titles: (value, reading) => {
    for (const { name, kind } of itemsOf(value, "name").map(withKind)) {
      reading.take(kind);
      reading.write(kind === "role" ? "ROLE" : "TITLE", reading.take(name));
    }
  },
  emails: (value, reading) => {
    for (const item of itemsOf(value, "address")) {
      writeMethod(
        reading,
        "EMAIL",
        reading.takeFirst(item, "address", "email", "mail", "value"),
        item,
      );
    }
  },
  phones: (value, reading) => {
    for (const item of itemsOf(value, "number")) {
      writeMethod(
        reading,
        "TEL",
        reading.takeFirst(item, "number", "phone", "tel", "phoneNumber", "value"),
        item,
      );
    }
  },
  links: (value, reading) => {
    for (const item of itemsOf(value, "uri")) {
      writeMethod(
        reading,
        "URL",
        reading.takeFirst(item, "uri", "url", "href", "resource", "value"),
        item,
      );
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
    for (const { kind, date } of namedItems(value, "date").map(withKind)) {
      const word = reading.take(kind);
      if (/^(birth|birthday)$/i.test(word)) reading.write("BDAY", dayOf(date, reading));
      else {
        const text = dayOf(date, reading);
        const property = Object.hasOwn(dateProperties, word) ? dateProperties[word]! : "X-ABDATE";
        const group = property === "X-ABDATE" ? reading.writeLabel(word) : "";
        const written = reading.write(property, text);
        if (written) Object.assign(written, { group });
      }
    }
  },
  birthday: (value, reading) => reading.write("BDAY", dayOf(value, reading)),
  notes: (value, reading) => {
    for (const item of itemsOf(value, "note")) {
      reading.write("NOTE", reading.takeFirst(item, "note", "text", "content", "value"));
    }
  },
  keywords: (value, reading) => {
    const items = Array.isArray(value) ? value.filter(isObject) : [];
    const named = items.map((item) => reading.takeFirst(item, "name", "keyword", "value"));
    reading.write("CATEGORIES", ...namesOf(value, reading), ...named);
  },
  relatedTo: (value, reading) => {
    const items: [string, unknown][] = Array.isArray(value)
      ? value.map((item) => [isObject(item) ? reading.takeFirst(item, "uid", "name") : "", item])
      : Object.entries(isObject(value) ? value : {});
    for (const [uid, item] of items) {
      const relation = namesOf(isObject(item) ? item["relation"] : item, reading);
      if (reading.relatedInProperties.has(toUid(uid))) continue;
      const written = reading.write("RELATED", uid);
      if (written) written.parameters.set("TYPE", relation);
    }
  },
  media: (value, reading) => {
    for (const item of itemsOf(value, "uri")) {
      const kind = reading.take(item["kind"]);
      const uri = reading.take(item["uri"]);
      if (kind === "photo") reading.writeRaw("PHOTO", uri);
      else reading.dropped.add(`media: ${kind}`);
      reading.take(item["mediaType"]);
    }
  },
  vCardProps: (value, { lines, line, dropped, readJcard }) => {
    for (const each of readJcard(value, line, dropped)) lines.push(each);
  },
};

/** Which part of a vCard's value each kind of a component stands in. */
const placesOf = (kinds: string[][]) => ({
  kinds,
  count: kinds.length,
  of: new Map(kinds.flatMap((list, index) => list.map((kind) => [kind, index]))),
});

/** Kinds of components of a name, as vCards have them. */
const nameKinds = placesOf([
  ["surname", "surname2", "family", "familyName", "last", "lastName"],
  ["given", "personal", "givenName", "first", "firstName"],
  ["given2", "additional", "middle", "middleName"],
  ["title", "prefix"],
  ["credential", "generation", "suffix"],
]);

function readName(value: unknown, reading: Reading): void {
  const item: Item = typeof value === "string"
    ? { full: value }
    : Array.isArray(value)
    ? { components: value }
    : isObject(value)
    ? value
    : {};
  reading.write("FN", reading.takeFirst(item, "full", "fullName"));
  const texts = componentsOf(item, nameKinds, reading);
  const parts = texts.map((text, index) =>
    text || reading.takeFirst(item, ...nameKinds.kinds[index]!)
  );
  reading.writeParts("N", parts);
  readSounds(item, reading);
}

/** How the parts of a name are said. */
const phoneticProperties: Record<string, string> = {
  given: "X-PHONETIC-FIRST-NAME",
  surname: "X-PHONETIC-LAST-NAME",
};

function readSounds(name: Item, reading: Reading): void {
  for (const [kind, property] of Object.entries(phoneticProperties)) {
    const sounds = itemsOf(name["components"], "value").filter((each) => each["kind"] === kind)
      .map(({ phonetic }) => reading.take(phonetic));
    reading.write(property, sounds.filter((each) => each !== "").join(" "));
  }
  reading.take(name["phoneticScript"]);
  reading.take(name["phoneticSystem"]);
}

/**
 * The components of a name or an address, as a text for each of these parts: with the separators that stand between them, or
 * else blanks.
 */
function componentsOf(
  item: Item,
  { count, of: places }: ReturnType<typeof placesOf>,
  reading: Reading,
): string[] {
  const texts: string[] = Array(count).fill("");
  const byDefault = typeof item["defaultSeparator"] === "string" ? item["defaultSeparator"] : " ";
  reading.take(item["defaultSeparator"]);
  let separator: string | null = null;
  for (const { kind, value } of namedItems(item["components"], "value").map(withKind)) {
    if (kind === "separator") {
      separator = typeof value === "string" ? value : null;
      reading.take(kind);
      reading.take(value);
      continue;
    }
    const place = typeof kind === "string" ? places.get(kind) : undefined;
    if (place !== undefined) {
      const part = reading.take(value);
      reading.take(kind);
      const before = texts[place]!;
      if (part !== "") {
        texts[place] = before === "" ? part : before + (separator ?? byDefault) + part;
      }
    }
    separator = null;
  }
  return texts;
}

/** Kinds of components of an address: those that make the first line of a street, those that make the second, and the others. */
const addressKinds = placesOf([
  ["number", "name", "block", "direction", "street", "streetAddress"],
  ["building", "floor", "apartment", "room", "landmark", "subdistrict", "district"],
  ["postOfficeBox"],
  ["locality", "city"],
  ["region", "state"],
  ["postcode", "postalCode", "zip"],
  ["country"],
]);

/** Members of an address that programs write instead of components, in the order of the parts of a vCard. */
const addressMembers = [
  ["street"],
  [],
  ["postOfficeBox"],
  ["locality", "city"],
  ["region", "state"],
  ["postcode", "postalCode", "zip"],
  ["country"],
];

function readAddresses(value: unknown, reading: Reading): void {
  const isOne = isObject(value) &&
    addressMembers.flat().some((name) => scalar(value[name]) !== null);
  for (const item of isOne ? [value] : itemsOf(value, "full")) {
    const texts = componentsOf(item, addressKinds, reading).map((text, index) =>
      text || reading.takeFirst(item, ...addressMembers[index]!)
    );
    const [first, second, box = "", locality = "", region = "", postcode = "", named] = texts;
    const full = reading.take(item["full"]);
    const hasComponents = namedItems(item["components"], "value").length > 0;
    const code = reading.take(item["countryCode"]);
    const street = [first, second].filter((line) => line !== "").join("\n");
    const whole = street === "" && !hasComponents ? full : street;
    const parts = [box, "", whole, locality, region, postcode, named || code];
    if (parts.every((part) => part === "")) continue;
    const parameters = parametersOf(item, reading);
    const group = reading.writeLabel(reading.take(item["label"]));
    Object.assign(reading.writeParts("ADR", parts)!, { group, parameters });
  }
}

/** The text of a date; empty where the value is not a date. */
function dayOf(date: unknown, reading: Reading): string {
  if (!isObject(date)) return reading.take(date);
  if (typeof date["utc"] === "string") return reading.take(date["utc"]);
  const [year, month, day] = ["year", "month", "day"].map((name) => reading.take(date[name]));
  const two = (text: string | undefined) => text ? `-${text.padStart(2, "0")}` : "";
  return `${year ? year.padStart(4, "0") : "-"}${two(month)}${two(day)}`;
}

const types: Record<string, string> = {
  "private": "home",
  "personal": "home",
  "mobile": "cell",
  "main-number": "main",
};

/** The parameters of an address or number: where it is used, what for, and how much it is preferred. */
function parametersOf(item: Item, reading: Reading): VcardLine["parameters"] {
  const { contexts, features, type } = item;
  if (
    contexts === undefined && features === undefined && type === undefined &&
    item["pref"] === undefined
  ) {
    return new Map();
  }
  const named = [contexts, features, type].flatMap((each) => namesOf(each, reading));
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
  const hasNames = isObject(value) && !isItem(value, bare);
  const items: unknown[] = hasNames ? Object.values(value) : Array.isArray(value) ? value : [value];
  if (items.every(isObject)) return items;
  const names = hasNames ? Object.keys(value) : [];
  return items.flatMap((item, index): Item[] => {
    if (isObject(item)) return [item];
    if (typeof item !== "string" && typeof item !== "number") return [];
    const name = names[index] ?? "";
    // A text by a name that is a use: `{ "home": "+49 30 1" }`.
    return [{ [bare]: item, ...contextNames.test(name) && { contexts: { [name]: true } } }];
  });
}

/** An item with its kind, which drafts of the RFC call its type. */
const withKind = (item: Item): Item =>
  item["kind"] === undefined && typeof item["type"] === "string"
    ? { ...item, kind: item["type"] }
    : item;

/** The items of an object whose names say what they are: `{ "given": "Ana" }`; else as {@link itemsOf}. */
function namedItems(value: unknown, bare: string): Item[] {
  if (!isObject(value) || Object.values(value).some((each) => typeof each === "object")) {
    return itemsOf(value, bare);
  }
  if (isItem(value, bare)) return [value];
  return Object.entries(value).map(([kind, text]) => ({ kind, [bare]: text }));
}

/** Names under which programs write addresses and numbers, and which say what these are for. */
const contextNames = /^(?:home|private|personal|work|mobile|cell|fax|pager|other)$/i;

/** Whether an object is an item itself, where there should be several. */
const isItem = (value: Item, bare: string) =>
  typeof value["@type"] === "string" ||
  (bare in value && !isObject(value[bare]) && Object.keys(value).length > 1);

/** The names of an object's members that are true, or the texts of a list, or a text. */
function namesOf(value: unknown, reading: Reading): string[] {
  if (typeof value === "string") return [reading.take(value)];
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each === "string");
    return texts.length === value.length
      ? reading.takeWhole(value, texts)
      : texts.map((text) => reading.take(text));
  }
  if (!isObject(value)) return [];
  const all = Object.keys(value);
  const names = all.filter((name) => value[name] === true);
  return names.length === all.length
    ? reading.takeWhole(value, names)
    : names.map((name) => reading.take(name));
}
