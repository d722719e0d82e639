// Reads a row of a table into a contact that is not yet checked.
import { beginsLikeFormula } from "../../exports/csv.ts";
import { textNames } from "../../contacts/fields.ts";
import { cleanLabel, cleanUrl } from "./values.ts";
import { type Dates, type FileDates, isTooLate, readDay } from "./dates.ts";
import {
  addAddress,
  addDate,
  addItem,
  addNetwork,
  type FoundContact,
  newContact,
} from "./contact.ts";
import { dropOtherName, readFlag, setWholeName } from "./clean.ts";
import {
  addressFields,
  addressParts,
  type Column,
  methodFields,
  type Target,
} from "./csv-columns.ts";
import { isEmptyWord } from "./csv-languages.ts";
import { readRelation } from "../../relationships/words.ts";
import type { Dropped, OwnValue } from "./types.ts";
import { toUid } from "./uids.ts";

/** What is between several values of a cell, as Google writes them. */
const separator = ":::";

/** What is between them in lists of other programs: a comma may be a pause of a phone number. */
const listSeparators = {
  emails: /:::|\n/,
  phones:
    /:::|;(?!\s?(?:ext|isub|phone-context)=)|\n|, +(?=[+(\d])|(?<=\d(?:[ -]?\d){5}) +(?:\/|or|oder) +(?=[+0(])/,
  urls: separator,
};

/** Further separators of networks, by columns: Outlook's categories have the sign of the system. */
const networkSeparators: Record<string, RegExp> = { categories: /[;,]/, tags: /[,;|]/ };

type Part = (typeof addressFields)[number];
type List = (typeof methodFields)[number];

/** One address or number, or several of one label. */
interface Slot {
  from: string;
  label: string | null;
  isPrimary: boolean;
  methods: { list: List; value: string }[];
  parts: Map<Part, string[]>;
}

/** Reads a row into a contact that is not yet checked. */
export function readRow(
  line: number,
  cells: string[],
  columns: Column[],
  dates: FileDates,
  dropped: Dropped,
): FoundContact {
  const contact = newContact(line);
  contact.isOwn = columns.some(({ target }) => target?.slot === "kith id");
  const single = new Map<string, { value: string; from: string }>();
  const slots = new Map<string, Slot>();
  const related = new Map<string, { word: string; names: string[]; uid: string; from: string }>();
  const events = new Map<string, DateCells>();
  const own = new Map<string, OwnValue & { from: string }>();
  columns.forEach(({ header, target }, index) => {
    const value = unescapeCell(cells[index] ?? "").trim();
    if (value === "") return;
    if (target === null) {
      if (!isEmptyWord(value)) dropped.add(header === "" ? "a column without a name" : header);
      return;
    }
    const { field } = target;
    if (field === "nothing") return;
    if (isRelated(target)) addRelated(related, target, value, header);
    else if (isOfDate(field)) addToDate(events, target, value, header);
    else if (isOwn(field)) addToOwn(own, target, value, header);
    else if (slotted.has(field)) addToSlot(slots, target, value, header);
    else if (field === "note") contact.notes.push({ value, from: header });
    else if (field === "networks") addNetworks(contact, target, value, header);
    else if (field === "connectedOn") {
      addConnection(contact, value, { from: header, dates, dropped });
    } else if (single.has(field)) {
      if (single.get(field)!.value !== value) dropped.add(header, "a contact has one");
    } else single.set(field, { value, from: header });
  });
  addFields(contact, single, dates, dropped);
  addSlots(contact, slots, dropped);
  for (const { from, ...value } of own.values()) contact.own.push({ value, from });
  for (const { date, word, kind, from } of events.values()) {
    const what = kind === "" ? word : { kind, label: word || null };
    if (!isEmptyWord(date)) addDate(contact, date, what, { dates, from, dropped });
  }
  for (const { word, names, uid, from } of related.values()) {
    for (const name of names) {
      contact.related.push({ value: { ...readRelation(word), name, ...uid && { uid } }, from });
    }
  }
  return contact;
}

/** Takes off the apostrophe that keeps spreadsheets from running a cell as a formula, as Kith's export writes it. */
function unescapeCell(cell: string): string {
  if (cell[0] !== "=" && cell[0] !== "'") return cell;
  // A text that keeps its digits in a spreadsheet: ="0049…"
  if (cell.startsWith('="') && cell.endsWith('"') && cell.length > 3) {
    const text = cell.slice(2, -1);
    if (!text.includes('"')) return text;
  }
  return cell.startsWith("'") && beginsLikeFormula(cell) ? cell.slice(1) : cell;
}

function severalOf(value: string, between: string | RegExp = separator): string[] {
  return value.split(between).map((each) => unescapeCell(each.trim()));
}

function addNetworks(contact: FoundContact, { slot }: Target, value: string, from: string): void {
  const between = Object.hasOwn(networkSeparators, slot) ? networkSeparators[slot]! : separator;
  const names = value.split(separator).flatMap((part) => part.split(between));
  for (const name of names) addNetwork(contact, name, from);
}

/** LinkedIn tells the day of a connection. */
function addConnection(
  contact: FoundContact,
  value: string,
  { from, dates, dropped }: { from: string; dates: Dates; dropped: Dropped },
): void {
  const read = readDay(value, { ...dates, order: "day-first" });
  if (!("day" in read)) return dropped.add(from, read.reason);
  if (read.day.startsWith("--")) return dropped.add(from, "it is not a whole date");
  if (isTooLate(read.day)) return dropped.add(from, "it is in the future");
  contact.notes.push({ value: "Connected on LinkedIn.", from, occurredAt: read.day });
}

const slotted = new Set<string>(["label", "ownLabel", ...methodFields, ...addressFields]);
const lists = new Set<string>(methodFields);

const isRelated = ({ field }: Target) => /^relat(ion|edName|edId)$/.test(field);

/** The cells of a date: the date, what it is called, and its kind where Kith wrote the file. */
interface DateCells {
  date: string;
  word: string;
  kind: string;
  from: string;
}

const isOfDate = (field: Target["field"]) => /^date(?:Word|Kind)?$/.test(field);

function addToDate(
  events: Map<string, DateCells>,
  { field, slot, label }: Target,
  value: string,
  from: string,
): void {
  const cells = events.get(slot) ?? { date: "", word: label ?? "", kind: "", from };
  events.set(slot, cells);
  if (field === "dateWord") cells.word = cleanLabel(value) ?? "";
  else if (field === "dateKind") cells.kind = value;
  else Object.assign(cells, { date: value, from });
}

const isOwn = (field: Target["field"]) => /^own(?:Name|Type)?$/.test(field);

/** A value of a field of one's own, which is called as the column, or as another column says. */
function addToOwn(
  own: Map<string, OwnValue & { from: string }>,
  { field, slot, label }: Target,
  value: string,
  from: string,
): void {
  const said = own.get(slot) ?? { name: label ?? from, type: "text", text: "", from };
  own.set(slot, said);
  if (field === "ownName") said.name = value;
  else if (field === "ownType") said.type = value;
  else said.text = value;
}

/** Reads who is related to a contact, and what they are: Outlook has several children in a cell. */
function addRelated(
  related: Map<string, { word: string; names: string[]; uid: string; from: string }>,
  { field, slot, label }: Target,
  value: string,
  from: string,
): void {
  const said = related.get(slot) ?? { word: label ?? "", names: [], uid: "", from };
  related.set(slot, said);
  if (field === "relation") said.word = cleanLabel(value) ?? "";
  else if (field === "relatedId") said.uid = toUid(value) ?? "";
  else said.names = severalOf(value, label === "child" ? /:::|[,;\n]/ : separator).filter(Boolean);
}

function addToSlot(slots: Map<string, Slot>, target: Target, value: string, from: string): void {
  const slot: Slot = slots.get(target.slot) ??
    { from, label: target.label, isPrimary: false, methods: [], parts: new Map() };
  slots.set(target.slot, slot);
  if (target.field === "ownLabel") {
    slot.label = value;
    return;
  }
  if (target.field === "label") {
    slot.label = cleanLabel(value);
    slot.isPrimary = value.startsWith("*");
    return;
  }
  slot.from = from;
  if (lists.has(target.field)) {
    const list = target.field as List;
    const values = severalOf(value, target.isList ? listSeparators[list] : separator)
      .filter((each) => each !== "");
    for (const each of values) slot.methods.push({ list, value: each });
  } else {
    // Several columns make a street, each with a value for each of several addresses.
    const part = target.field as Part;
    const lines = slot.parts.get(part) ?? [];
    severalOf(value).forEach((each, index) => {
      const before = lines[index] ?? "";
      if (before === "") lines[index] = each;
      else if (each !== "" && each !== before) lines[index] = `${before}\n${each}`;
    });
    slot.parts.set(part, lines);
  }
}

/** Whether a text has each word of another one. */
const hasWords = (text: string, words: string) =>
  words.toLowerCase().split(/[\s,;]+/).every((word) => text.toLowerCase().includes(word));

function addSlots(contact: FoundContact, slots: Map<string, Slot>, dropped: Dropped): void {
  const ordered = [...slots.values()]
    .sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary));
  for (const { from, label, methods, parts } of ordered) {
    for (const { list, value } of methods) {
      addItem(contact, list, list === "urls" ? cleanUrl(value) : value, label, from);
    }
    if (parts.size === 0) continue;
    const count = Math.max(0, ...[...parts.values()].map((list) => list.length));
    for (let index = 0; index < count; index++) {
      const [formatted, ...given] = ["formatted", ...addressParts]
        .map((name) => parts.get(name as Part)?.[index]);
      // Google writes the whole address once more beside its parts.
      addAddress(contact, given.some(Boolean) ? given : [formatted], label, from);
      if (given.some(Boolean) && formatted && !hasWords(given.join(" "), formatted)) {
        dropped.addValue(from, "there are the parts of the address", formatted);
      }
    }
  }
}

/** Sets the members with a single value. */
function addFields(
  contact: FoundContact,
  single: Map<string, { value: string; from: string }>,
  dates: FileDates,
  dropped: Dropped,
): void {
  const textOf = (name: string) => single.get(name)?.value ?? "";
  const set = (name: string, value: unknown, from = name) => {
    if (value !== "") contact.fields.set(name, { value, from: single.get(from)?.from ?? from });
  };
  for (const name of [...textNames(), "vcardLines"]) set(name, textOf(name));
  const { fields } = contact;
  const middle = fields.get("middleName");
  if (middle && !fields.has("firstName") && !fields.has("lastName")) {
    fields.set("firstName", middle);
    fields.delete("middleName");
  }
  const name = textOf("name");
  const isNamed = fields.has("firstName") || fields.has("lastName") ||
    [textOf("company"), textOf("nickname")].includes(name);
  if (name !== "") {
    const whole = { value: name, from: single.get("name")!.from };
    if (isNamed) dropOtherName(whole, fields, dropped);
    else setWholeName(fields, whole);
  }
  for (const flag of ["isFavorite", "isArchived"]) {
    if (!single.has(flag)) continue;
    const value = readFlag(textOf(flag));
    if (value === null) dropped.add(single.get(flag)!.from, "it is neither yes nor no");
    else set(flag, value);
  }
  if (single.has("contactFrequencyDays")) {
    set("contactFrequencyDays", Number(textOf("contactFrequencyDays")));
  }
  if (single.has("lastContactedAt")) {
    const text = textOf("lastContactedAt");
    const read = /^\d{4}-\d{2}-\d{2}/.test(text) ? null : readDay(text, dates);
    const isDay = read !== null && "day" in read && !read.isUncertain && !read.day.startsWith("-");
    set("lastContactedAt", isDay ? read.day : text);
  }
  contact.uid = toUid(textOf("uid"));
  addBirthday(contact, single, dates, dropped);
}

function addBirthday(
  contact: FoundContact,
  single: Map<string, { value: string; from: string }>,
  dates: FileDates,
  dropped: Dropped,
): void {
  const whole = single.get("birthday");
  const [year, month, day] = ["birthYear", "birthMonth", "birthDay"].map((name) =>
    single.get(name)
  );
  if (whole !== undefined) {
    if (isEmptyWord(whole.value)) return;
    const read = readDay(whole.value, dates);
    if (!("day" in read)) return dropped.addValue(whole.from, read.reason, whole.value);
    if (read.isUncertain) dates.uncertain.push(whole.value);
    if (read.said !== undefined) dropped.add(whole.from, read.said);
    contact.fields.set("birthday", { value: read.day, from: whole.from });
  } else if (year !== undefined || month !== undefined || day !== undefined) {
    const two = (part?: { value: string }) => part?.value.padStart(2, "0") ?? "";
    const text = `${year?.value.padStart(4, "0") ?? "-"}-${two(month)}-${two(day)}`;
    const read = readDay(text, dates);
    const from = (year ?? month ?? day)!.from;
    if (!("day" in read)) dropped.add(from, read.reason);
    else contact.fields.set("birthday", { value: read.day, from });
  }
}
