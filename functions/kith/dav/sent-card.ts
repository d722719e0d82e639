// Reads a card that a client sends into a contact, and keeps its lines.
import { textNames } from "../contacts/fields.ts";
import { withoutMetadata } from "../contacts/photos/metadata.ts";
import { isStorable } from "../core/json.ts";
import { bodyLimit } from "../core/limits.ts";
import type { Contact } from "../exports/run.ts";
import type { Version } from "../exports/vcard.ts";
import { Dropped, type ImportRecord } from "../imports/parse/types.ts";
import { readCards } from "../imports/parse/vcard.ts";
import { toUid } from "../imports/parse/uids.ts";
import {
  type Card,
  findCards,
  isGroupLine,
  isMemberLine,
  readLines,
  type VcardLine,
} from "../imports/parse/vcard-lines.ts";
import type { KeptText } from "./operations.ts";
import { endedLine, frame, nameKey, type Part, physicalLines, writtenParts } from "./parts.ts";
import { takePictures, writtenPicture } from "./pictures.ts";
import { nameLimit } from "./places.ts";
import { unmet } from "./refusals.ts";

/** A card that was sent, as it is written. */
export interface SentCard {
  uid: string | null;
  /** All members of the contact that a card has. */
  body: Record<string, unknown>;
  /** The names of its networks; null where it says nothing of them. */
  networks: string[] | null;
  /** What is kept of its text; null where that is too long. */
  card: KeptText | null;
  /** Its picture without metadata, and the lines that cards get of it: those that were sent, where it had none. */
  photo: NonNullable<ImportRecord["photo"]> & { lines: string; isAsSent: boolean } | null;
  /** Whether it has pictures that cannot be kept. */
  hasOtherPicture: boolean;
}

/** A group that was sent: its name, and the UIDs of its members. */
export interface SentGroup {
  network: string;
  uids: string[];
}

/** Characters of a card that is kept as it was sent, lines that are taken apart, and members of a group. */
const limits = { text: 32_768, lines: 1_000, members: 5_000 };

/** What the card of an address book has of a contact, where there is none. */
const empty: Record<string, unknown> = {
  ...Object.fromEntries(textNames().map((name) => [name, null])),
  vcardLines: null,
  birthday: null,
  emails: [],
  phones: [],
  urls: [],
  addresses: [],
  dates: [],
};

const noName = Object.fromEntries(textNames(({ isName }) => isName).map((name) => [name, null]));

const readBy = { timezone: "UTC", country: null };

/** Stands for the name in what is read of single lines. */
const someName: VcardLine = {
  line: 1,
  group: "",
  name: "FN",
  parameters: new Map(),
  value: "N",
  isOld: false,
};

/**
 * Reads a card. What breaks a rule of Kith stays as a line of the card and is not taken into the contact.
 * @throws DavRefusal where there is no card, or more than one
 */
export function readSentCard(sent: string): SentCard | SentGroup {
  const { text, lines, at } = takePictures(sent, startsOf(sent));
  if (text.length > bodyLimit) {
    throw unmet("c:max-resource-size", "Without its pictures a card has at most 1 MB.");
  }
  const { cards: [card, ...others] } = findCards({ text, isGuessed: false }, new Dropped());
  if (!card || others.length > 0) {
    throw unmet("c:valid-address-data", "The body is one vCard, with BEGIN and END.");
  }
  if (card.lines.some(isGroupLine)) return readGroup(card);
  const whole = readOne(card) ?? readOne(readableOf(card));
  const { value, networks } = whole ?? readOne(withName(readableOf(card))) ??
    { value: {} as Record<string, unknown>, networks: [] };
  const body = Object.fromEntries(
    Object.entries(empty).map(([name, none]) => [name, value[name] ?? none]),
  );
  if (!whole) Object.assign(body, noName);
  const uid = card.lines.find(({ name }) => name === "UID")?.value.trim() || null;
  const photo = lines === null ? null : readPicture(lines, versionOf(card));
  const isKept = text.length <= limits.text && isStorable(text);
  return {
    uid: uid !== null && uid.length <= nameLimit && isStorable(uid) ? uid : null,
    body,
    networks: card.lines.some(({ name }) => name === "CATEGORIES") ? networks : null,
    card: isKept
      ? { text, parts: partsOf(card, text, body, networks), ...(photo ? { photoAt: at } : {}) }
      : null,
    photo,
    hasOtherPicture: text.length + (photo ? lines!.length : 0) !== sent.length,
  };
}

/** A card of a group, which RFC 6350 and Apple's programs have. */
function readGroup(card: Card): SentGroup {
  const { records: [record] } = readCards([card], [], { dropped: new Dropped(), readBy });
  const name = record?.value["name"];
  if (typeof name !== "string") {
    throw unmet("c:valid-address-data", "This group has no name that a network can have.");
  }
  const uids = card.lines.filter(isMemberLine).flatMap(({ value }) => toUid(value) ?? [])
    .filter(isStorable);
  return { network: name, uids: [...new Set(uids)].slice(0, limits.members) };
}

/** The picture in the lines of a property; null where there is none within the limits. */
function readPicture(lines: string, version: Version): SentCard["photo"] {
  const text = `BEGIN:VCARD\r\n${endedLine(lines)}END:VCARD\r\n`;
  const { cards: [card] } = findCards({ text, isGuessed: false }, new Dropped());
  const photo = card && readOne(withName(card))?.photo;
  if (!photo) return null;
  const bytes = withoutMetadata(photo.bytes);
  const isAsSent = bytes === photo.bytes;
  const kept = isAsSent ? lines : writtenPicture(bytes, photo.type, version);
  return { ...photo, bytes, isAsSent, lines: kept };
}

/** Where the lines of a text begin, counted from 0, with their names. */
function startsOf(text: string): { line: number; name: string | null }[] {
  return [...readLines(text)].map(({ line, name }) => ({ line: line - 1, name }));
}

/** What a card says of a contact; null where it has no name that a contact can have. */
function readOne(card: Card): ImportRecord | null {
  const { records: [record] } = readCards([card], [], {
    dropped: new Dropped(),
    readBy,
    isOfBook: true,
  });
  return record?.resource === "contact" ? record : null;
}

/** The parts of a card that can be read by themselves: a name that is too long refuses all of them. */
const readableOf = ({ line, lines }: Card): Card => ({
  line,
  lines: together(lines.slice(0, limits.lines))
    .filter((part) => readOne(withName({ line, lines: part })) !== null).flat(),
});

/** A card with a name that stands for none, before others. */
const withName = ({ line, lines }: Card): Card => ({
  line,
  lines: [someName, ...lines.filter(({ name }) => name !== "FN")],
});

const emptyContact = { id: "", displayName: "", own: [], custom: {}, networkIds: [], ...empty };

const contactOf = (value: object) => ({ ...emptyContact, ...value }) as unknown as Contact;

const versionOf = ({ lines }: Card): Version =>
  lines.some(({ name, value }) => name === "VERSION" && value.trim() === "4.0") ? "4.0" : "3.0";

/** The parts of a card, with what Kith writes for each. */
function partsOf(card: Card, text: string, body: object, networks: string[]): Part[] {
  if (card.lines.length > limits.lines) return [];
  const version = versionOf(card);
  const written = new Set(
    writtenParts(contactOf(body), networks, version).parts.map(({ key }) => key),
  );
  const starts = startsOf(text);
  const endOf = new Map(
    starts.map(({ line }, at) => [line, starts[at + 1]?.line ?? physicalLines(text).length]),
  );
  return together(card.lines).map((lines): Part => {
    const places = lines.flatMap(({ line }) => [line - 1, endOf.get(line - 1)!]);
    if (lines.some(isOfName)) return [nameKey(body), ...places];
    const record = readOne({ line: 1, lines: [someName, ...lines] });
    const [, ...own] = record === null
      ? []
      : writtenParts(contactOf(record.value), record.networks, version).parts;
    const [first] = own;
    const isWritten = own.every(({ key }) => written.has(key));
    // Networks are written in one line, however many lines have said them.
    const isOfNetworks = lines.some(({ name }) => name === "CATEGORIES");
    if (!first || !(isWritten || isOfNetworks)) return [null, ...places];
    return [isWritten && own.length === 1 ? first.key : "", ...places];
  });
}

const isOfName = ({ name }: VcardLine) => name === "FN" || name === "N" || name === "X-ABSHOWAS";

/** The lines that belong together: those of a name, and of each group; the others one by one. */
function together(lines: VcardLine[]): VcardLine[][] {
  const found = new Map<unknown, VcardLine[]>();
  for (const line of lines) {
    if (frame.test(line.name)) continue;
    const key = isOfName(line) ? "name" : line.group === "" ? line : `group ${line.group}`;
    const before = found.get(key);
    if (before) before.push(line);
    else found.set(key, [line]);
  }
  return [...found.values()];
}
