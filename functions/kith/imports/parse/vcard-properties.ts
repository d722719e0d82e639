// Reads the lines of a vCard, each property by the reader that is listed for it.
import { textFields, vcardProperty } from "../../contacts/fields.ts";
import {
  addAddress,
  addDate,
  addItem,
  addNetwork,
  addPhoto,
  type FoundContact,
} from "./contact.ts";
import { readFlag } from "./clean.ts";
import { type Dates, readDay } from "./dates.ts";
import { type Dropped, listLimits, type Related } from "./types.ts";
import { readRelation } from "../../relationships/words.ts";
import { toUid } from "./uids.ts";
import { cleanLabel, cleanUrl, labelOfTypes } from "./values.ts";
import {
  componentsOf,
  parameterOf,
  partsOf,
  textOf,
  typesOf,
  UnreadableValue,
  type VcardLine,
} from "./vcard-lines.ts";

/** What says how the file came to be or how it is shown, and what other lines are read with. */
const ignored = [
  "VERSION",
  "PRODID",
  "REV",
  "X-ABLABEL",
  "X-ABADR",
  "X-ABUID",
  "PROFILE",
  "BEGIN",
  "END",
  "X-ADDRESSBOOKSERVER-KIND",
];

/** What cards of an address book are written without, and so keep as they are. */
const notInBooks =
  /^(?:RELATED|X-ABRELATEDNAMES|X-KITH-FIELD|X-(?:MS|EVOLUTION|KADDRESSBOOK-X)-(?:SPOUSE|MANAGER|ASSISTANT)(?:S?NAME)?)$/;

/** Reads a line into a contact. What cannot be read is listed, and what no reader knows is kept. */
export function readLine(line: VcardLine, reading: Reading): void {
  if (ignored.includes(line.name)) return;
  const isKept = reading.isOfBook && notInBooks.test(line.name);
  if (isKept || !Object.hasOwn(readers, line.name)) {
    reading.unknown.push(line);
    return;
  }
  try {
    readers[line.name]!(line, reading);
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    reading.dropped.add(line.name, error.message);
  }
}

/** Where a line is read into. */
export interface Reading {
  contact: FoundContact;
  /** The label that Apple keeps in a line of its own, decoded, by group. */
  labels: Map<string, string | null>;
  /** The formatted name, for vCards without the parts of a name. */
  formatted: string;
  /** What somebody does, for who has no title. */
  roles: VcardLine[];
  isCompany: boolean;
  /** Whether Kith wrote it: it then has what a contact has, not what other programs make of it. */
  isOwn: boolean;
  isOfBook: boolean;
  /** Who is related to it, by the groups of the lines that say so. */
  related: Map<string, Related>;
  /** Lines that no reader knows. */
  unknown: VcardLine[];
  /** What days are read by. */
  dates: Dates;
  dropped: Dropped;
}

type Reader = (line: VcardLine, reading: Reading) => void;

/** What reads a member with a single value. */
const single =
  (name: string, valueOf: (line: VcardLine) => unknown = textOf): Reader => (line, reading) =>
    setOnce(reading, line, name, valueOf(line));

/** What reads an address or number. */
const method =
  (list: "emails" | "phones" | "urls", clean = (text: string) => text): Reader => (line, reading) =>
    addItem(reading.contact, list, clean(textOf(line)), labelOf(line, reading), line.name);

/** What reads a date besides the birthday. @param word what it is, where its label does not say it */
function date(word: string): Reader {
  return (line, { contact, labels, isOwn, dates, dropped }) => {
    const label = line.group === "" ? null : labels.get(line.group) ?? null;
    const kind = isOwn ? parameterOf(line, "X-KITH-KIND") : null;
    const what = kind ? { kind, label } : cleanLabel(label ?? "") || word;
    const omittedYear = parameterOf(line, "X-APPLE-OMIT-YEAR");
    addDate(contact, textOf(line), what, { dates, omittedYear, from: line.name, dropped });
  };
}

/** Why a day is left out that may be two. */
const uncertain = "it does not tell the day from the month";

/** RFC 6350, RFC 2426, and what Apple and Kith add. */
const readers: Record<string, Reader> = {
  ...Object.fromEntries(textFields.flatMap((field): [string, Reader][] => {
    const property = vcardProperty(field);
    return property ? [[property, single(field[0])]] : [];
  })),
  UID: (line, { contact }) => {
    contact.uid ??= toUid(textOf(line));
  },
  FN: (line, reading) => {
    reading.formatted = first(reading.formatted, line, reading);
  },
  N: readName,
  NICKNAME: single("nickname", (line) => lists(line).join(", ")),
  ORG: (line, reading) => {
    const [company = "", ...units] = partsOf(line, ";");
    setOnce(reading, line, "company", company);
    setOnce(reading, line, "department", units.filter((unit) => unit !== "").join(", "));
  },
  ROLE: (line, reading) => {
    if (textOf(line) !== "") reading.roles.push(line);
  },
  EMAIL: method("emails", (text) => text.replace(/^mailto:/i, "")),
  TEL: method("phones"),
  URL: method("urls", cleanUrl),
  "X-SOCIALPROFILE": readSocialProfile,
  SOCIALPROFILE: readSocialProfile,
  ADR: readAddress,
  BDAY: (line, reading) => {
    if (reading.contact.fields.has("birthday")) {
      return reading.dropped.add("BDAY", "a contact has one");
    }
    const read = readDay(textOf(line), reading.dates, parameterOf(line, "X-APPLE-OMIT-YEAR"));
    if (!("day" in read)) reading.dropped.add("BDAY", read.reason);
    else if (read.isUncertain) reading.dropped.add("BDAY", uncertain);
    else {
      if (read.said !== undefined) reading.dropped.add("BDAY", read.said);
      setOnce(reading, line, "birthday", read.day);
    }
  },
  ...Object.fromEntries(
    ["", "X-", "X-MS-", "X-EVOLUTION-", "X-KADDRESSBOOK-X-"]
      .map((prefix) => [`${prefix}ANNIVERSARY`, date("anniversary")]),
  ),
  // Outlook's, Evolution's and KAddressBook's.
  ...Object.fromEntries(
    ["spouse", "manager", "assistant"].flatMap((word) => {
      const reader: Reader = (line, reading) => readRelated(line, reading, word);
      const [name, ending] = [word.toUpperCase(), word === "spouse" ? "NAME" : "SNAME"];
      return [`X-MS-${name}`, `X-EVOLUTION-${name}`, `X-KADDRESSBOOK-X-${name}${ending}`]
        .map((property) => [property, reader]);
    }),
  ),
  DEATHDATE: date("death"),
  "X-ABDATE": date(""),
  NOTE: (line, reading) => {
    const value = textOf(line);
    if (reading.isOwn || reading.isOfBook) setOnce(reading, line, "description", value);
    else reading.contact.notes.push({ value, from: "NOTE" });
  },
  CATEGORIES: (line, reading) => {
    const names = line.isOld ? componentsOf(line).flat() : lists(line);
    for (const name of names) addNetwork(reading.contact, name, "CATEGORIES");
  },
  PHOTO: (line, { contact, dropped }) => {
    if (line.value.trim() === "") return;
    const isBase64 = /^(b|base64)$/i.test(parameterOf(line, "ENCODING") ?? "");
    addPhoto(contact, "PHOTO", line.value, isBase64, dropped);
  },
  KIND: (line, reading) => {
    const kind = textOf(line).toLowerCase();
    reading.isCompany ||= kind === "org";
    if (kind !== "org" && kind !== "individual") reading.dropped.add("KIND");
  },
  "X-ABSHOWAS": (line, reading) => {
    reading.isCompany ||= /^company$/i.test(textOf(line));
  },
  RELATED: (line, reading) => readRelated(line, reading),
  "X-ABRELATEDNAMES": (line, reading) => readRelated(line, reading),
  "X-KITH-DESCRIPTION": single("description"),
  "X-KITH-FIELD": (line, { contact, labels }) => {
    const name = labels.get(line.group) ?? "";
    const type = parameterOf(line, "TYPE")?.toLowerCase() ?? "text";
    contact.own.push({ value: { name, type, text: textOf(line) }, from: line.name });
  },
  "X-KITH-FAVORITE": (line, reading) => flag("isFavorite")(line, reading),
  "X-KITH-ARCHIVED": (line, reading) => flag("isArchived")(line, reading),
  "X-KITH-CONTACT-FREQUENCY-DAYS": single("contactFrequencyDays", (line) => Number(textOf(line))),
  "X-KITH-LAST-CONTACTED-AT": single("lastContactedAt"),
};

/** Reads a flag. */
const flag = (name: string): Reader => (line, reading) => {
  const value = readFlag(textOf(line));
  if (value === null) reading.dropped.add(line.name, "it is neither true nor false");
  else setOnce(reading, line, name, value);
};

/** Keeps the first of several texts that a contact has one of. */
function first(before: string, line: VcardLine, { dropped }: Reading): string {
  const text = textOf(line);
  if (before !== "" && text !== "" && text !== before) {
    dropped.add(line.name, "a contact has one");
  }
  return before || text;
}

/** Sets a member with a single value; a second one in the file is dropped. */
function setOnce(
  { contact, dropped }: Reading,
  line: VcardLine,
  name: string,
  value: unknown,
): void {
  if (value === "") return;
  if (contact.fields.has(name)) dropped.add(line.name, "a contact has one");
  else contact.fields.set(name, { value, from: line.name });
}

function lists(line: VcardLine): string[] {
  return partsOf(line, ",").filter((part) => part !== "");
}

function readName(line: VcardLine, reading: Reading): void {
  // Of several middle names or prefixes, commas are between them.
  const components = componentsOf(line);
  // `N:Mustermann, Max` has the whole name in its first part.
  const isWhole = components.slice(1).every((values) => values.length === 0);
  const [last = "", first = "", middle = "", prefix = "", suffix = ""] = components
    .map((values) => values.join(isWhole ? ", " : " "));
  if (reading.contact.fields.has("firstName") || reading.contact.fields.has("lastName")) {
    return reading.dropped.add("N", "a contact has one");
  }
  const isNamed = first !== "" || last !== "";
  setOnce(reading, line, "firstName", isNamed ? first : middle);
  setOnce(reading, line, "middleName", isNamed ? middle : "");
  setOnce(reading, line, "lastName", last);
  setOnce(reading, line, "namePrefix", prefix);
  setOnce(reading, line, "nameSuffix", suffix);
}

function labelOf(line: VcardLine, { labels }: Reading): string | null {
  const own = line.group === "" ? undefined : labels.get(line.group);
  return own === undefined ? labelOfTypes(typesOf(line)) : own;
}

/** RFC 6350's, with another card or a text, and Apple's, with a name. Kith writes both into one group. */
function readRelated(line: VcardLine, reading: Reading, kind?: string): void {
  const { contact, labels, related, dropped } = reading;
  // Some may occur twice; beyond these it is no card of a person.
  if (contact.related.length > 2 * listLimits.related) {
    return dropped.add(line.name, `a contact has at most ${listLimits.related}`);
  }
  const value = textOf(line).trim();
  const uid = /^[a-z][a-z\d+.-]{1,20}:/i.test(value) && line.name === "RELATED" &&
    !/^text$/i.test(parameterOf(line, "VALUE") ?? "") && toUid(value);
  const said = uid ? { uid } : { name: value };
  const word = kind ?? labels.get(line.group) ?? labelOfTypes(typesOf(line)) ?? "";
  const before = line.group === "" ? undefined : related.get(line.group);
  if (before && !("uid" in before && "name" in before)) return void Object.assign(before, said);
  const found: Related = { ...readRelation(word), ...said };
  if (line.group !== "") related.set(line.group, found);
  contact.related.push({ value: found, from: line.name });
}

/** Apple's, and RFC 9554's: the address of a profile, with the service as its type. */
function readSocialProfile(line: VcardLine, reading: Reading): void {
  const value = textOf(line);
  if (!/^https?:/i.test(value)) return void reading.unknown.push(line);
  const service = parameterOf(line, "SERVICE-TYPE")?.toLowerCase();
  const label = service ?? labelOf(line, reading);
  addItem(reading.contact, "urls", value, label, line.name);
}

function readAddress(line: VcardLine, reading: Reading): void {
  const all = partsOf(line, ";");
  const [box, extended, street, ...parts] = all.slice(0, 7);
  const lines = [box, extended, street].filter(Boolean).join("\n");
  // RFC 9554 has more parts, which repeat these.
  if (!lines && !parts.some(Boolean) && all.some(Boolean)) {
    return reading.dropped.add("ADR", "it has none of the known parts");
  }
  addAddress(reading.contact, [lines, ...parts], labelOf(line, reading), "ADR");
}
