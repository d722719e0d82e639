// Reads the export of an account of Monica.
import { isDay } from "../../core/dates.ts";
import { uuidPattern } from "../../core/fields.ts";
import { problems } from "../../core/problems.ts";
import { addAddress, addItem, addPhoto, type Draft, newDraft } from "./contact.ts";
import { finishContact } from "./finish.ts";
import { isObject, type Item, listOf, objectOf, textOf, toUidOf } from "./json-items.ts";
import { findDeepLines } from "./places.ts";
import { parseDocument } from "./json.ts";
import { Dropped, isTooLong, type ParsedFile, recordLimit } from "./types.ts";
import { isTooLate } from "./dates.ts";
import { cleanUrl } from "./values.ts";

/** Whether a document is the export of an account of Monica 4 (`JsonExportAccount` in its source). */
export function isMonica(document: unknown): document is Item {
  return isObject(document) && typeof document["app_version"] === "string" &&
    isObject(document["account"]) && Array.isArray(document["account"]["data"]);
}

/** Members of a contact that say how it is shown, or when somebody looked at it. */
const ignored =
  "is_partial is_dead last_consulted_at number_of_views stay_in_touch_trigger_date vcard distant_etag"
    .split(" ");

/** Settings, and what says how the rest came to be. */
const settings = "user addressbook addressbook_subscription contact photo activity".split(" ");

/** Contacts that a note may be about. */
const peopleLimit = 50;

/** What members of a contact are read into. */
const members: Record<string, string> = {
  last_name: "lastName",
  nickname: "nickname",
  company: "company",
  job: "jobTitle",
  description: "description",
  stay_in_touch_frequency: "contactFrequencyDays",
};

/** What an account has besides the contact that is read. */
interface Account {
  photos: Map<string, string>;
  /** What kind of address or number each type of contact field is. */
  fieldTypes: Map<string, Item>;
  dropped: Dropped;
}

/**
 * Reads an account of Monica: its contacts, with tags as networks; notes, calls, activities, conversations, life events and the
 * journal as notes; reminders and tasks as reminders.
 * @throws Problem payload_too_large where there are too many records
 */
export function parseMonica(document: Item, text: string): ParsedFile {
  const account = document["account"] as Item;
  const dropped = new Dropped();
  clearLong(account, dropped);
  const contacts = itemsOf(account, "contact");
  if (contacts.length > recordLimit) throw problems.tooManyRecords(recordLimit);
  const photos = new Map(
    itemsOf(account, "photo").map(({ uuid, properties }) => [
      textOf(uuid),
      textOf(objectOf(properties)["dataUrl"]),
    ]),
  );
  const instance = objectOf(account["instance"]);
  const fieldTypes = new Map(
    listOf(instance["contact_field_types"]).map(({ uuid, properties }) => [
      textOf(uuid),
      objectOf(properties),
    ]),
  );
  const lines = linesOfContacts(account, text);
  const { document: rest, linesOf } = restOf(account, contacts, lines, dropped);
  const parsed = parseDocument(rest, linesOf, dropped);
  contacts.forEach((contact, index) => {
    const draft = readContact(contact, lines[index] ?? 1, { photos, fieldTypes, dropped });
    const found = finishContact(draft, dropped);
    if ("message" in found) parsed.errors.push(found);
    else parsed.records.push(found);
  });
  const unused = photos.size;
  if (unused > 0) dropped.add("photo", "it is not the picture of a contact", unused);
  for (const entry of listOf(account["data"])) {
    const type = textOf(entry["type"]);
    if (!settings.includes(type)) dropped.add(type, undefined, listOf(entry["values"]).length || 1);
  }
  return { ...parsed, dropped: dropped.list() };
}

/** What may be longer than other members: pictures, and what notes and descriptions are made of. */
const long = "dataUrl body content summary description note post comment".split(" ");

/** Empties the texts of an account that are too long to be looked at. */
function clearLong(account: Item, dropped: Dropped): void {
  const open: object[] = [account];
  for (const each of open) {
    for (const [name, value] of Object.entries(each)) {
      if (typeof value === "object" && value !== null) open.push(value);
      else if (typeof value === "string" && !long.includes(name)) {
        const property = Array.isArray(each) ? "a list" : name;
        if (isTooLong(value.length, property, dropped)) (each as Item)[name] = "";
      }
    }
  }
}

/** The lines on which the contacts begin: all items of the account's lists are as deep, in order. */
function linesOfContacts(account: Item, text: string): number[] {
  const lines = findDeepLines(text, 5);
  let before = 0;
  for (const entry of listOf(account["data"])) {
    const count = Array.isArray(entry["values"]) ? entry["values"].length : 0;
    if (entry["type"] === "contact") return lines.slice(before, before + count);
    before += count;
  }
  return [];
}

function readContact(contact: Item, line: number, account: Account): Draft {
  const { photos, dropped } = account;
  const draft = newDraft(line);
  const properties = objectOf(contact["properties"]);
  draft.uid = toUidOf(contact["uuid"]);
  const set = (name: string, value: unknown, from: string) => {
    if (value !== "" && value !== null) draft.fields.set(name, { value, from });
  };
  const names = [properties["first_name"], properties["middle_name"]].map(textOf);
  set("firstName", names.filter((name) => name !== "").join(" "), "first_name");
  for (const [name, value] of Object.entries(properties)) {
    if (Object.hasOwn(members, name)) set(members[name]!, scalarOf(value), name);
    else if (Object.hasOwn(special, name)) special[name]!(value, draft, set, dropped);
    else if (name === "avatar") readAvatar(objectOf(value), draft, photos, dropped);
    else if (!ignored.includes(name) && !name.startsWith("first_name") && name !== "middle_name") {
      if (value !== null && value !== "") dropped.add(name);
    }
  }
  for (const { properties: field } of itemsOf(contact, "contact_field")) {
    readField(objectOf(field), draft, account);
  }
  for (const { properties: address } of itemsOf(contact, "address")) {
    const { name, street, city, province, postal_code, country } = objectOf(address);
    const parts = [street, city, province, postal_code, country].map(textOf);
    addAddress(draft, parts, textOf(name) || null, "address");
  }
  return draft;
}

type Special = (
  value: unknown,
  draft: Draft,
  set: (name: string, value: unknown, from: string) => void,
  dropped: Dropped,
) => void;

const special: Record<string, Special> = {
  is_starred: (value, _, set) => set("isFavorite", value === true || null, "is_starred"),
  is_active: (value, _, set) => set("isArchived", value === false || null, "is_active"),
  last_talked_to: (value, _, set) => set("lastContactedAt", textOf(value), "last_talked_to"),
  tags: (value, { networks }) => {
    if (!Array.isArray(value)) return;
    for (const tag of value) networks.push({ value: textOf(tag), from: "tags" });
  },
  birthdate: (value, _, set, dropped) => {
    const { date, is_age_based, is_year_unknown } = objectOf(value);
    if (is_age_based === true) return dropped.add("birthdate", "only the age is known");
    const day = textOf(date).slice(0, 10);
    set("birthday", is_year_unknown === true ? day.replace(/^\d{4}/, "-") : day, "birthdate");
  },
};

function readAvatar(
  avatar: Item,
  draft: Draft,
  photos: Map<string, string>,
  dropped: Dropped,
): void {
  const uuid = textOf(avatar["avatar_photo"]);
  const value = photos.get(uuid);
  if (value === undefined) return;
  // Each is the picture of one contact; those that are left over are listed.
  photos.delete(uuid);
  addPhoto(draft, "photo", value, false, dropped);
}

function readField(field: Item, draft: Draft, { fieldTypes, dropped }: Account): void {
  const value = textOf(field["data"]);
  const { name, type, protocol } = fieldTypes.get(textOf(field["type"])) ?? {};
  const label = textOf(name) || null;
  const from = label ?? "contact_field";
  if (value === "") return;
  const kind = `${textOf(type)} ${textOf(protocol)}`;
  if (/email|mailto/i.test(kind)) addItem(draft, "emails", value, null, from);
  else if (/phone|tel:/i.test(kind)) addItem(draft, "phones", value, null, from);
  else if (/^https?:/i.test(cleanUrl(value))) {
    addItem(draft, "urls", cleanUrl(value), label, from);
  } else dropped.add(from, "it is not a web address");
}

/** What an account has besides contacts, as a document of Kith, and the lines of the contacts that each item is of. */
function restOf(account: Item, contacts: Item[], lines: number[], dropped: Dropped) {
  const notes: [Item, number][] = [];
  const reminders: [Item, number][] = [];
  const present = new Map<string, Set<string>>();
  const readEntry = (entry: Item, contactIds: string[], line: number) => {
    const [type, values] = [textOf(entry["type"]), listOf(entry["values"])];
    if (type === "contact_field" || type === "address") return;
    if (type === "reminder" || type === "task") {
      for (const value of values) {
        const reminder = reminderOf(value, contactIds, dropped);
        if (reminder) reminders.push([reminder, line]);
      }
    } else if (type === "activity") {
      for (const uuid of Array.isArray(entry["values"]) ? entry["values"] : []) {
        const people = present.get(textOf(uuid)) ?? new Set();
        present.set(textOf(uuid), people);
        for (const id of contactIds) people.add(id);
      }
    } else {
      for (const value of values) {
        const note = notesOf(type, value, contactIds);
        if (note === null) dropped.add(type);
        else notes.push([note, line]);
      }
    }
  };
  contacts.forEach((contact, index) => {
    const uuid = textOf(contact["uuid"]);
    const contactIds = uuidPattern.test(uuid) ? [uuid] : [];
    for (const entry of listOf(contact["data"])) readEntry(entry, contactIds, lines[index] ?? 1);
  });
  for (const activity of itemsOf(account, "activity")) {
    const people = [...present.get(textOf(activity["uuid"])) ?? []];
    if (people.length > peopleLimit) {
      dropped.add(
        "activity",
        `a note is about at most ${peopleLimit}`,
        people.length - peopleLimit,
      );
    }
    notes.push([notesOf("activity", activity, people.slice(0, peopleLimit))!, 1]);
  }
  const journal = listOf(objectOf(account["properties"])["journal_entries"]);
  for (const entry of journal) notes.push([notesOf("journal", entry, [])!, 1]);
  const written = notes.filter(([{ content }]) => content !== "");
  const used = new Set(written.map(([{ noteTypeId }]) => noteTypeId));
  const document = {
    kith: 1,
    noteTypes: noteTypes.filter(({ id }) => used.has(id)),
    notes: written.map(([note]) => note),
    reminders: reminders.map(([reminder]) => reminder),
  };
  const linesOf = new Map([
    ["notes", written.map(([, line]) => line)],
    ["reminders", reminders.map(([, line]) => line)],
  ]);
  return { document, linesOf };
}

function reminderOf(item: Item, contactIds: string[], dropped: Dropped): Item | null {
  const { title, description, completed, completed_at, delible, ...rest } = objectOf(
    item["properties"],
  );
  // Monica makes these of birthdays, which Kith shows by itself, and of other dates.
  if (delible === false) {
    dropped.add("reminder", "it was made of a date");
    return null;
  }
  const recurrence = recurrenceOf(rest);
  const dueAt = nextDay(rest);
  return {
    id: item["uuid"],
    title,
    description: textOf(description) || null,
    contactIds,
    dueAt,
    recurrence: dueAt === null ? null : recurrence,
    completed: completed === true || rest["inactive"] === true,
    ...(typeof completed_at === "string" ? { completedAt: completed_at } : {}),
  };
}

const scalarOf = (value: unknown): unknown =>
  typeof value === "string" || typeof value === "number" ? value : null;

/** The items of a type in an account or a contact. */
function itemsOf({ data }: Item, type: string): Item[] {
  return listOf(data).filter((entry) => entry["type"] === type)
    .flatMap(({ values }) => listOf(values));
}

/** The note types that the parts of an account are read into; the ids only relate them within the document. */
const noteTypes = [
  { id: "00000000-0000-4000-8000-6d6f6e696301", name: "Monica", countsAsContact: false },
  { id: "00000000-0000-4000-8000-6d6f6e696302", name: "Call" },
  { id: "00000000-0000-4000-8000-6d6f6e696303", name: "Activity" },
  { id: "00000000-0000-4000-8000-6d6f6e696304", name: "Conversation" },
];

const [plain, call, activity, conversation] = noteTypes.map(({ id }) => id);

/** What becomes of each part: the type of its note, and the members that make the text and say when it happened. */
const kinds: Record<string, { noteTypeId: string; texts: string[]; at: string }> = {
  note: { noteTypeId: plain!, texts: ["body"], at: "" },
  call: { noteTypeId: call!, texts: ["content"], at: "called_at" },
  activity: { noteTypeId: activity!, texts: ["summary", "description"], at: "happened_at" },
  conversation: { noteTypeId: conversation!, texts: ["messages"], at: "happened_at" },
  life_event: { noteTypeId: plain!, texts: ["name", "note"], at: "happened_at" },
  journal: { noteTypeId: plain!, texts: ["title", "post", "comment"], at: "date" },
};

/** A part of an account as a note of a document of Kith, whose text may be empty; null where it is no such part. */
function notesOf(type: string, item: Item, contactIds: string[]): Item | null {
  if (!Object.hasOwn(kinds, type)) return null;
  const { noteTypeId, texts, at } = kinds[type]!;
  const properties = objectOf(item["properties"]);
  const parts = texts.map((name) =>
    name === "messages" ? messagesOf(properties[name]) : textOf(properties[name])
  );
  // A call may have no more than its day.
  const content = parts.filter((part) => part !== "").join("\n\n") ||
    (type === "call" ? "Call" : "");
  const happened = [textOf(properties[at]), textOf(item["created_at"])]
    .map((time) => isDay(time.slice(0, 10)) && /[ T]00:00:00/.test(time) ? time.slice(0, 10) : time)
    .find((time) => time !== "" && !isTooLate(time));
  return {
    id: item["uuid"],
    content,
    contactIds: [...new Set(contactIds)],
    noteTypeId,
    ...(happened === undefined ? {} : { occurredAt: happened }),
  };
}

function messagesOf(value: unknown): string {
  return listOf(value).map(({ properties }) => {
    const { content, written_by_me } = objectOf(properties);
    return `${written_by_me === true ? "Me: " : ""}${textOf(content)}`;
  }).join("\n");
}

const units: Record<string, { frequency: string; months: number; days: number }> = {
  week: { frequency: "WEEKLY", months: 0, days: 7 },
  month: { frequency: "MONTHLY", months: 1, days: 0 },
  year: { frequency: "YEARLY", months: 12, days: 0 },
};

/** How a reminder recurs; null for once. */
function recurrenceOf(reminder: Item): string | null {
  const unit = unitOf(reminder);
  return unit && `FREQ=${unit.frequency};INTERVAL=${unit.interval}`;
}

function unitOf({ frequency_type, frequency_number }: Item) {
  const type = textOf(frequency_type);
  if (!Object.hasOwn(units, type)) return null;
  const isInterval = typeof frequency_number === "number" && Number.isInteger(frequency_number) &&
    frequency_number >= 1 && frequency_number <= 100;
  return { ...units[type]!, interval: isInterval ? frequency_number : 1 };
}

const dayMs = 86_400_000;

/** The day on which a reminder is due next: Monica keeps the first one. Null where there is none. */
function nextDay(reminder: Item): string | null {
  const first = textOf(reminder["initial_date"]).slice(0, 10);
  if (!isDay(first)) return null;
  const unit = unitOf(reminder);
  const today = new Date().toISOString().slice(0, 10);
  if (unit === null || first >= today) return first;
  const [year, month, day] = first.split("-").map(Number) as [number, number, number];
  if (unit.days > 0) {
    const step = unit.days * unit.interval * dayMs;
    const start = Date.parse(first);
    return new Date(start + Math.ceil((Date.parse(today) - start) / step) * step).toISOString()
      .slice(0, 10);
  }
  const step = unit.months * unit.interval;
  const passed = (Number(today.slice(0, 4)) - year) * 12 + Number(today.slice(5, 7)) - month;
  const at = (months: number) => {
    const start = new Date(Date.UTC(year, month - 1 + months, 1));
    const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
    start.setUTCDate(Math.min(day, last));
    return start.toISOString().slice(0, 10);
  };
  const next = at(Math.floor(passed / step) * step);
  return next >= today ? next : at((Math.floor(passed / step) + 1) * step);
}
