// Reads a Card of JSContact (RFC 9553) as the lines of the vCard that it stands for (RFC 9555).
//
// Programs write members in other shapes than the RFC has: lists in place of objects, bare texts in place of items. They are read
// where it is plain what is meant. What is left over in the end is listed: a card loses nothing unsaid.
import { recordLimit } from "../../core/limits.ts";
import { isObject, type Item } from "./json-items.ts";
import { readers } from "./jscontact-members.ts";
import { type JcardReader, Reading } from "./jscontact-reading.ts";
import type { Dropped } from "./types.ts";
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
