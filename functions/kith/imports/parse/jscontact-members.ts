// Reads the members of a Card of JSContact as properties of a vCard.
import { isObject, type Item } from "./json-items.ts";
import { scalar } from "./json-lines.ts";
import { itemsOf, namedItems, namesOf, type Reading, withKind } from "./jscontact-reading.ts";
import { toUid } from "./uids.ts";
import type { VcardLine } from "./vcard-lines.ts";

/** Reads a member into lines; what it takes is not listed as left out. */
type Reader = (value: unknown, reading: Reading) => void;

/** The properties of RFC 6350 and RFC 6474 for kinds of anniversaries. */
const dateProperties: Record<string, string> = {
  wedding: "ANNIVERSARY",
  anniversary: "ANNIVERSARY",
  death: "DEATHDATE",
};

/** By the names of members. */
export const readers: Record<string, Reader> = {
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
