// Reads contacts in JSON as the vCards that they stand for: jCard and JSContact.
import { recordLimit } from "../../core/limits.ts";
import type { ReadBy } from "../../core/call.ts";
import { problems } from "../../core/problems.ts";
import { isJscontact, jscontactLines } from "./jscontact.ts";
import { isObject } from "./json-items.ts";
import { escapeText, scalar } from "./json-lines.ts";
import { findDeepLines } from "./places.ts";
import { Dropped, type ImportError, type ParsedFile } from "./types.ts";
import type { Card, VcardLine } from "./vcard-lines.ts";
import { readCards } from "./vcard.ts";

/**
 * Reads contacts in JSON as the vCards that they stand for: jCard (RFC 7095) and JSContact (RFC 9553), one or a list. Null
 * where the document is neither.
 * @throws Problem payload_too_large where there are too many
 */
export function parseJsonCards(document: unknown, text: string, readBy: ReadBy): ParsedFile | null {
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
    dropped.at(line);
    if (isJcard(item)) return [{ line, lines: jcardLines(item[1], line, dropped) }];
    if (isJscontact(item)) {
      return [{ line, lines: jscontactLines(item, line, dropped, jcardLines) }];
    }
    errors.push({ line, message: "This is neither a jCard nor a Card of JSContact." });
    return [];
  });
  const parsed = readCards(cards, errors, { dropped, readBy });
  if (items.some(isJcard)) return { ...parsed, format: "vcard" };
  const renamed = parsed.dropped.map((each) => ({
    ...each,
    property: jscontactName(each.property),
  }));
  return { ...parsed, format: "json", dropped: renamed };
}

/** Types of values that are written into vCards without escapes. */
const plainTypes = [
  "uri",
  "date",
  "date-time",
  "date-and-or-time",
  "timestamp",
  "utc-offset",
  "unknown",
];

/** Whether a value of JSON is a vCard of RFC 7095. */
function isJcard(value: unknown): value is [string, unknown] {
  return Array.isArray(value) && typeof value[0] === "string" && /^vcard$/i.test(value[0]);
}

/** The lines that a vCard in JSON has as a text. What is no property is listed. */
export function jcardLines(properties: unknown, line: number, dropped: Dropped): Card["lines"] {
  if (!Array.isArray(properties)) {
    if (properties !== undefined) dropped.add("jCard", "it has no list of properties");
    return [];
  }
  return properties.flatMap((property) => {
    const read = toLine(property, line, dropped);
    if (read === null) dropped.add("jCard", "it is no property");
    return read ?? [];
  });
}

function toLine(property: unknown, line: number, dropped: Dropped): VcardLine | null {
  if (!Array.isArray(property)) return null;
  const [name, given, type, ...values] = property as unknown[];
  if (typeof name !== "string" || !/^[\w-]{1,100}$/.test(name) || !isObject(given)) return null;
  const parameters = new Map(
    Object.entries(given).map(([key, value]) => [
      key.toUpperCase(),
      (Array.isArray(value) ? value : [value]).flatMap((each) => textIn(each, name, dropped) || []),
    ]),
  );
  const isPlain = plainTypes.includes(String(scalar(type)).toLowerCase());
  const textOf = (each: unknown) => textIn(each, name, dropped);
  const value = values.map((each) => isPlain ? textOf(each) : structured(each, textOf)).join(",");
  const group = parameters.get("GROUP")?.[0] ?? "";
  return { line, group, name: name.toUpperCase(), parameters, value, isOld: false };
}

/** A value of several components. A component may have several values itself. */
function structured(value: unknown, textOf: (value: unknown) => string): string {
  if (!Array.isArray(value)) return escapeText(textOf(value));
  return value.map((part) =>
    (Array.isArray(part) ? part : [part]).map((each) => escapeText(textOf(each))).join(",")
  ).join(";");
}

/** A value as text. A value that is not a text is listed. */
function textIn(value: unknown, name: string, dropped: Dropped): string {
  const text = scalar(value);
  if (text === null && value !== null && value !== undefined) {
    dropped.add(name.toUpperCase(), "it is no text");
  }
  return text ?? "";
}

/** The property that each member is written to, as what is left out of it is listed under the member's name. */
const members: Record<string, string> = {
  UID: "uid",
  KIND: "kind",
  MEMBER: "members",
  FN: "name",
  N: "name",
  PRONOUNS: "speakToAs",
  NICKNAME: "nicknames",
  ORG: "organizations",
  TITLE: "titles",
  ROLE: "titles",
  EMAIL: "emails",
  TEL: "phones",
  SOCIALPROFILE: "onlineServices",
  ADR: "addresses",
  BDAY: "anniversaries",
  ANNIVERSARY: "anniversaries",
  DEATHDATE: "anniversaries",
  NOTE: "notes",
  CATEGORIES: "keywords",
  URL: "links",
  PHOTO: "media",
  RELATED: "relatedTo",
  JSPROP: "other members",
};

/** The name that what is left out has in a file of JSContact. */
function jscontactName(property: string): string {
  const [name = ""] = /^[A-Z]+/.exec(property) ?? [];
  return Object.hasOwn(members, name) ? members[name]! + property.slice(name.length) : property;
}
