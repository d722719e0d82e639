import { checkNetworks, finishContact } from "./contact.ts";
import { Dropped } from "./dropped.ts";
import type { DecodedText } from "./text.ts";
import { type ImportError, type ImportRecord, listLimits, type ParsedFile } from "./types.ts";
import { toUid } from "./uid.ts";
import { type Card, findCards } from "./vcard-cards.ts";
import { readContact } from "./vcard-contact.ts";
import { textOf, UnreadableValue, type ValueOptions } from "./vcard-values.ts";

/**
 * Reads vCards of the versions 2.1, 3 (RFC 2426) and 4 (RFC 6350).
 * @throws Problem payload_too_large where there are too many
 */
export function parseVcardFile({ text, isGuessed }: DecodedText): ParsedFile {
  const dropped = new Dropped();
  const { cards, errors } = findCards(text, dropped);
  return readCards(cards, errors, dropped, { isGuessed });
}

/** Reads vCards that were found in a file. */
export function readCards(
  cards: Card[],
  errors: ImportError[],
  dropped: Dropped,
  options: ValueOptions,
): ParsedFile {
  const contacts: ImportRecord[] = [];
  const groups: Card[] = [];
  for (const card of cards) {
    if (isGroup(card)) {
      groups.push(card);
      continue;
    }
    const found = finishContact(readContact(card, dropped, options), dropped);
    if ("message" in found) errors.push(found);
    else contacts.push(found);
  }
  const networks = readGroups(groups, contacts, errors, dropped, options);
  const records = [...networks, ...contacts].sort((one, other) => one.line - other.line);
  errors.sort((one, other) => one.line - other.line);
  return { format: "vcard", records, errors, dropped: dropped.list() };
}

/** RFC 6350, 6.1.4, and the same of Apple's for vCard 3. */
function isGroup({ lines }: Card): boolean {
  return lines.some(({ name, value }) =>
    (name === "KIND" || name === "X-ADDRESSBOOKSERVER-KIND") && /^\s*group\s*$/i.test(value)
  );
}

/** Reads groups into networks, and adds these to the members that are in the file. */
function readGroups(
  groups: Card[],
  contacts: ImportRecord[],
  errors: ImportError[],
  dropped: Dropped,
  options: ValueOptions,
): ImportRecord[] {
  if (groups.length === 0) return [];
  const byUid = new Map<string, ImportRecord>();
  for (const contact of contacts) {
    if (contact.uid !== null && !byUid.has(contact.uid)) byUid.set(contact.uid, contact);
  }
  return groups.flatMap((group) => {
    const [name] = checkNetworks([{ value: nameOf(group, options), from: "FN" }], dropped);
    if (name === undefined) {
      errors.push({ line: group.line, message: "This group has no name that a network can have." });
      return [];
    }
    for (const { name: property, value } of group.lines) {
      if (property !== "MEMBER" && property !== "X-ADDRESSBOOKSERVER-MEMBER") continue;
      const networks = byUid.get(toUid(value) ?? "")?.networks;
      // A group that is a member of another one is no contact; neither are those in other files.
      if (!networks) dropped.add(property, "it is no contact of the file");
      else if (networks.includes(name)) continue;
      else if (networks.length < listLimits.networks) networks.push(name);
      else dropped.add(property, `a contact has at most ${listLimits.networks}`);
    }
    return [networkOf(group, name)];
  });
}

function nameOf({ lines }: Card, options: ValueOptions): string {
  const line = lines.find(({ name }) => name === "FN") ?? lines.find(({ name }) => name === "N");
  try {
    return line ? textOf(line, options).replace(/;+$/, "") : "";
  } catch (error) {
    if (error instanceof UnreadableValue) return "";
    throw error;
  }
}

function networkOf({ line, lines }: Card, name: string): ImportRecord {
  const uid = lines.find((each) => each.name === "UID")?.value ?? "";
  return {
    line,
    resource: "network",
    uid: toUid(uid),
    value: { name },
    networks: [],
    notes: [],
    photo: null,
  };
}
