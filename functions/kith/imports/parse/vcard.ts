// Reads vCards into contacts and networks.
import type { ReadBy } from "../../core/call.ts";
import { languageOf, withoutAlternatives } from "./alternatives.ts";
import { type FoundContact, newContact } from "./contact.ts";
import { dropOtherName, setWholeName } from "./clean.ts";
import { finishContact, readGroup } from "./finish.ts";
import { linesToKeep } from "./kept-lines.ts";
import { type Dates, datesBy } from "./dates.ts";
import type { DecodedText } from "./text.ts";
import {
  Dropped,
  type ImportError,
  type ImportRecord,
  isTooLong,
  type ParsedFile,
  parsedFile,
} from "./types.ts";
import { toUid } from "./uids.ts";
import { type Reading, readLine } from "./vcard-properties.ts";
import { cleanLabel } from "./values.ts";
import {
  type Card,
  findCards,
  isGroupLine,
  isMemberLine,
  parameterOf,
  textOf,
  typesOf,
  UnreadableValue,
  type VcardLine,
} from "./vcard-lines.ts";

/**
 * Reads vCards of the versions 2.1, 3 (RFC 2426) and 4 (RFC 6350).
 * @throws Problem payload_too_large where there are too many
 */
export function parseVcardFile(decoded: DecodedText, readBy: ReadBy): ParsedFile {
  const dropped = new Dropped();
  const { cards, errors } = findCards(decoded, dropped);
  return readCards(cards, errors, { dropped, readBy });
}

/** How vCards are read. */
interface Reads {
  dropped: Dropped;
  readBy: ReadBy;
  /** Whether they are cards of an address book that a phone has: NOTE is then the description, and who is related stays in the card. */
  isOfBook?: boolean;
}

/** Reads vCards that were found in a file. */
export function readCards(cards: Card[], errors: ImportError[], reads: Reads): ParsedFile {
  const { dropped, readBy } = reads;
  const dates = datesBy(readBy);
  const language = languageOf(readBy.country);
  const contacts: ImportRecord[] = [];
  const groups: Card[] = [];
  for (const { line, lines } of cards) {
    dropped.at(line);
    const read = primaryFirst(lines.filter((each) => !isLeftOut(each, dropped)));
    const card = { line, lines: withoutAlternatives(read, language, dropped) };
    if (card.lines.some(isGroupLine)) {
      groups.push(card);
      continue;
    }
    const found = finishContact(readContact(card, dates, reads), dropped);
    if ("message" in found) errors.push(found);
    else contacts.push(found);
  }
  dropped.at(null);
  const read = readGroups(groups, contacts, dropped);
  return parsedFile("vcard", [...errors, ...contacts, ...read], dropped);
}

/** What may be longer than other properties. */
const long = ["PHOTO", "NOTE", "X-KITH-DESCRIPTION"];

/** Whether a line, or its parameters, are too long to be looked at. */
function isLeftOut({ name, value, parameters }: VcardLine, dropped: Dropped): boolean {
  let length = long.includes(name) ? 0 : value.length;
  for (const [key, values] of parameters) {
    length += values.reduce((sum, each) => sum + each.length, key.length);
  }
  return isTooLong(length, name, dropped);
}

/** Reads groups into networks, and adds these to the members that are in the file. */
function readGroups(
  groups: Card[],
  contacts: ImportRecord[],
  dropped: Dropped,
): (ImportRecord | ImportError)[] {
  const byUid = new Map<string, ImportRecord>();
  for (const contact of groups.length > 0 ? contacts : []) {
    if (contact.uid !== null && !byUid.has(contact.uid)) byUid.set(contact.uid, contact);
  }
  return groups.map((group) =>
    readGroup({
      line: group.line,
      uid: toUid(group.lines.find(({ name }) => name === "UID")?.value ?? ""),
      name: { value: nameOf(group), from: "FN" },
      members: group.lines
        .filter(isMemberLine)
        .map(({ name, value }) => ({ from: name, contact: byUid.get(toUid(value) ?? "") })),
    }, dropped)
  );
}

function nameOf({ lines }: Card): string {
  const line = lines.find(({ name }) => name === "FN") ?? lines.find(({ name }) => name === "N");
  try {
    return line ? textOf(line).replace(/(?<!;);+$/, "") : "";
  } catch (error) {
    if (error instanceof UnreadableValue) return "";
    throw error;
  }
}

/** Reads a vCard into a contact that is not yet checked. */
function readContact(
  card: Card,
  dates: Dates,
  { dropped, isOfBook = false }: Reads,
): FoundContact {
  const contact = newContact(card.line);
  const isOwn = card.lines.some(({ name, value }) =>
    name === "PRODID" && value.startsWith("-//Kith//")
  );
  contact.isOwn = isOwn;
  const reading: Reading = {
    contact,
    labels: labelsOf(card, isOwn),
    formatted: "",
    roles: [],
    isCompany: false,
    isOwn,
    isOfBook,
    related: new Map(),
    unknown: [],
    dates,
    dropped,
  };
  for (const line of card.lines) readLine(line, reading);
  finishNames(reading);
  const labels = card.lines.filter(({ name }) => name === "X-ABLABEL");
  const kept = linesToKeep(reading.unknown, labels, dropped);
  if (kept !== null) contact.fields.set("vcardLines", { value: kept, from: "vCard" });
  return contact;
}

/** Characters of a label's line that are read: any number of others may have that label, so it is bounded before. */
const labelLength = 300;

/** The labels of groups, each decoded once. */
function labelsOf(
  { lines }: Card,
  isOwn: boolean,
): Map<string, string | null> {
  const labels = new Map<string, string | null>();
  for (const line of lines) {
    if (line.name !== "X-ABLABEL" || line.group === "") continue;
    const value = line.value.trimStart().slice(0, labelLength);
    const label = textOf({ ...line, parameters: new Map(), value });
    labels.set(line.group, isOwn ? label || null : cleanLabel(label));
  }
  return labels;
}

/** The lines in their order, but the preferred ones of each property before the others. */
function primaryFirst(lines: VcardLine[]): VcardLine[] {
  const rank = (line: VcardLine) => {
    if (line.parameters.size === 0) return 101;
    const given = Number(parameterOf(line, "PREF"));
    if (given >= 1 && given <= 100) return given;
    return typesOf(line).some((type) => /^pref$/i.test(type)) ? 1 : 101;
  };
  // Nearly all have none.
  if (!lines.some(({ parameters }) => parameters.has("PREF") || parameters.has("TYPE"))) {
    return lines;
  }
  const ranks = lines.map(rank);
  if (ranks.every((each) => each === ranks[0])) return lines;
  return lines.map((line, index) => ({ line, rank: ranks[index]! }))
    .sort((one, other) => one.rank - other.rank).map(({ line }) => line);
}

/** Fills what the parts of a name leave empty: by the company of a vCard of one, else by the formatted name. */
function finishNames(reading: Reading): void {
  const { contact, formatted, roles, isCompany, dropped, unknown } = reading;
  const { fields } = contact;
  const [role] = fields.has("jobTitle") ? [] : roles;
  if (role) fields.set("jobTitle", { value: textOf(role), from: "ROLE" });
  unknown.push(...roles.filter((each) => each !== role));
  if (formatted === "") return;
  if (fields.has("firstName") || fields.has("lastName")) {
    return dropOtherName({ value: formatted, from: "FN" }, fields, dropped);
  }
  if (isCompany && !fields.has("company")) {
    fields.set("company", { value: formatted, from: "FN" });
  } else if (!["company", "nickname"].some((name) => fields.get(name)?.value === formatted)) {
    setWholeName(fields, { value: formatted, from: "FN" });
  }
}
