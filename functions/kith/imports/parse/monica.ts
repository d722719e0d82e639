// Reads the export of an account of Monica.
import { recordLimit } from "../../core/limits.ts";
import { isDay } from "../../core/dates.ts";
import { uuidPattern } from "../../core/fields.ts";
import { problems } from "../../core/problems.ts";
import { addAddress, addItem, addPhoto, type FoundContact, newContact } from "./contact.ts";
import { finishContact } from "./finish.ts";
import { isObject, type Item, listOf, objectOf, toUidOf } from "./json-items.ts";
import { activitiesOf, itemsOf, linesOfContacts, pictureOf } from "./monica-account.ts";
import {
  dropRestOf,
  dropRestOfAccount,
  dropUnknown,
  itemsIn,
  itemsOfEntry,
  saysSomething,
  textOf,
} from "./monica-rest.ts";
import { reminderOf } from "./monica-reminders.ts";
import { parseDocument } from "./json.ts";
import { readRelation } from "../../relationships/words.ts";
import { Dropped, isTooLong, type ParsedFile, type Related } from "./types.ts";
import { isTooLate } from "./dates.ts";
import { cleanUrl } from "./values.ts";

/** Members of a contact that say how it is shown, or when somebody looked at it. */
const ignored =
  "is_partial last_consulted_at number_of_views stay_in_touch_trigger_date vcard distant_etag"
    .split(" ");

/** Which picture a contact has, and those that Monica and others make of a name or an address. */
const avatarMembers =
  "avatar_source avatar_photo has_avatar avatar_adorable_uuid avatar_adorable_url avatar_default_url avatar_gravatar_url default_avatar_color"
    .split(" ");

/** Contacts that a note may be about. */
const peopleLimit = 50;

/** What members of a contact are read into. */
const members: Record<string, string> = {
  first_name: "firstName",
  middle_name: "middleName",
  last_name: "lastName",
  nickname: "nickname",
  company: "company",
  job: "jobTitle",
  description: "description",
};

/** The rest of the account, which a contact is read with. */
interface Account {
  photos: Map<string, string>;
  /** What kind of address or number each type of contact field is. */
  fieldTypes: Map<string, Item>;
  /** Who is related to a contact, by its id. */
  related: Map<string, Related[]>;
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
  const related = new Map<string, Related[]>();
  for (const item of itemsOf(account, "relationship")) {
    dropRestOf("relationship", item, dropped);
    const { type, contact_is, of_contact } = objectOf(item["properties"]);
    const [uid, of] = [toUidOf(contact_is), toUidOf(of_contact)];
    if (uid === null || of === null) dropped.add("relationship", "it is not of two contacts");
    else related.set(of, [...related.get(of) ?? [], { ...readRelation(textOf(type)), uid }]);
  }
  const lines = linesOfContacts(account, text);
  const { document: rest, linesOf } = restOf(account, contacts, lines, dropped);
  const parsed = parseDocument(rest, linesOf, dropped);
  contacts.forEach((contact, index) => {
    dropped.at(lines[index] ?? 1);
    const found = readContact(contact, lines[index] ?? 1, { photos, fieldTypes, related, dropped });
    const record = finishContact(found, dropped);
    if ("message" in record) parsed.errors.push(record);
    else parsed.records.push(record);
  });
  dropped.at(null);
  const unused = photos.size;
  if (unused > 0) dropped.add("photo", "it is not the picture of a contact", unused);
  dropRestOfAccount(account, dropped);
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

function readContact(contact: Item, line: number, account: Account): FoundContact {
  const { photos, related, dropped } = account;
  const found = newContact(line);
  const properties = objectOf(contact["properties"]);
  found.uid = toUidOf(contact["uuid"]);
  for (const value of related.get(found.uid ?? "") ?? []) {
    found.related.push({ value, from: "relationship" });
  }
  const set = (name: string, value: unknown, from: string) => {
    if (value !== "" && value !== null) found.fields.set(name, { value, from });
  };
  for (const [name, value] of Object.entries(properties)) {
    if (Object.hasOwn(propertyReaders, name)) propertyReaders[name]!(value, found, set, dropped);
    else if (name === "avatar") {
      const avatar = isObject(value) ? value : { value };
      dropUnknown("avatar.", avatar, avatarMembers, dropped);
      readPicture(contact, found, photos, dropped);
    } else if (ignored.includes(name) || !saysSomething(value)) continue;
    else if (name === "is_dead" && saysSomething(properties["deceased_date"])) continue;
    else if (typeof value === "object" || value === true) dropped.add(name);
    else if (name === "stay_in_touch_frequency") set("contactFrequencyDays", value, name);
    else if (Object.hasOwn(members, name)) set(members[name]!, textOf(value), name);
    else dropped.add(name);
  }
  const { data: _, ...rest } = contact;
  dropRestOf(
    "contact",
    isObject(rest["properties"]) ? { ...rest, properties: null } : rest,
    dropped,
  );
  for (const { properties: field } of itemsOf(contact, "contact_field")) {
    readField(objectOf(field), found, account);
  }
  for (const { properties: address } of itemsOf(contact, "address")) {
    const { name, street, city, province, postal_code, country } = objectOf(address);
    const parts = [street, city, province, postal_code, country].map(textOf);
    addAddress(found, parts, textOf(name) || null, "address");
  }
  return found;
}

type ReadProperty = (
  value: unknown,
  found: FoundContact,
  set: (name: string, value: unknown, from: string) => void,
  dropped: Dropped,
) => void;

const dateMembers = "uuid created_at updated_at date is_age_based is_year_unknown".split(" ");

/** A date that Monica keeps with what is known of it; empty where it is none, which is listed. */
function readSpecialDate(value: unknown, name: string, dropped: Dropped): string {
  const given = isObject(value) ? value : { date: value };
  const { date, is_age_based, is_year_unknown } = given;
  dropUnknown(`${name}.`, given, dateMembers, dropped);
  if (is_age_based === true) {
    dropped.add(name, "only the age is known");
    return "";
  }
  const text = textOf(date);
  const day = /^\d{4}-\d\d-\d\d[T ][\d:.]{1,20}Z?$/.test(text) ? text.slice(0, 10) : text;
  if (text !== "" && !isDay(day)) {
    dropped.addValue(name, "it is not a whole date", text);
    return "";
  }
  return is_year_unknown === true ? day.replace(/^\d{4}/, "-") : day;
}

const propertyReaders: Record<string, ReadProperty> = {
  is_starred: (value, _, set, dropped) => {
    set("isFavorite", value === true || null, "is_starred");
    if (typeof value !== "boolean" && saysSomething(value)) dropped.add("is_starred");
  },
  is_active: (value, _, set, dropped) => {
    set("isArchived", value === false || null, "is_active");
    if (typeof value !== "boolean" && saysSomething(value)) dropped.add("is_active");
  },
  last_talked_to: (value, _, set, dropped) => {
    const text = textOf(value);
    set("lastContactedAt", text, "last_talked_to");
    if (text === "" && saysSomething(value)) dropped.add("last_talked_to");
  },
  tags: (value, { networks }, _, dropped) => {
    for (const tag of Array.isArray(value) ? value : [value]) {
      // Some write objects with names.
      const name = textOf(isObject(tag) ? tag["name"] : tag);
      networks.push({ value: name, from: "tags" });
      if (name === "" ? saysSomething(tag) : isObject(tag) && Object.keys(tag).length > 1) {
        dropped.add("tags", "it is more than a name");
      }
    }
  },
  birthdate: (value, _, set, dropped) => {
    set("birthday", readSpecialDate(value, "birthdate", dropped), "birthdate");
  },
  deceased_date: (value, found, _, dropped) => {
    const date = readSpecialDate(value, "deceased_date", dropped);
    if (date !== "") {
      found.dates.push({ value: { kind: "death", label: null, date }, from: "deceased_date" });
    }
  },
  first_met_date: (value, found, _, dropped) => {
    const date = readSpecialDate(value, "first_met_date", dropped);
    const [kind, label] = ["other", "First met"];
    if (date !== "") found.dates.push({ value: { kind, label, date }, from: "first_met_date" });
  },
};

function readPicture(
  contact: Item,
  found: FoundContact,
  photos: Map<string, string>,
  dropped: Dropped,
): void {
  const uuid = pictureOf(contact);
  const value = photos.get(uuid);
  if (value === undefined) {
    if (uuid !== "") dropped.add("photo", "it is not in the file");
    return;
  }
  // Each is the picture of one contact; those that are left over are listed.
  photos.delete(uuid);
  addPhoto(found, "photo", value, false, dropped);
}

function readField(field: Item, found: FoundContact, { fieldTypes }: Account): void {
  const value = textOf(field["data"]);
  const { name, type, protocol } = fieldTypes.get(textOf(field["type"])) ?? {};
  const label = textOf(name) || null;
  const from = label ?? "contact_field";
  if (value === "") return;
  const kind = `${textOf(type)} ${textOf(protocol)}`;
  if (/email|mailto/i.test(kind)) addItem(found, "emails", value, null, from);
  else if (/phone|tel:/i.test(kind)) addItem(found, "phones", value, null, from);
  else if (/^https?:/i.test(cleanUrl(value))) {
    addItem(found, "urls", cleanUrl(value), label, from);
  } else found.own.push({ value: { name: from, type: "text", text: value }, from });
}

/** The rest of an account without its contacts, as a document of Kith, and for each item the lines of its contacts. */
function restOf(account: Item, contacts: Item[], lines: number[], dropped: Dropped) {
  const notes: [Item, number][] = [];
  const reminders: [Item, number][] = [];
  const present = new Map<string, Set<string>>();
  const readEntry = (entry: Item, contactIds: string[], line: number) => {
    const { type, items } = itemsOfEntry(entry, "contact", dropped);
    for (const item of items) {
      if (type === "reminder" || type === "task") {
        const reminder = reminderOf(type, item, contactIds, dropped);
        if (reminder) reminders.push([reminder, line]);
      } else if (type === "contact_field" || type === "address") {
        dropRestOf(type, item, dropped);
      } else readNote(type, item, contactIds, line);
    }
  };
  const readNote = (type: string, item: Item, contactIds: string[], line: number) => {
    const note = noteOf(type, item, contactIds, dropped);
    if (note !== null) notes.push([note, line]);
  };
  contacts.forEach((contact, index) => {
    const uuid = textOf(contact["uuid"]);
    const contactIds = uuidPattern.test(uuid) ? [uuid] : [];
    for (const entry of itemsIn(contact["data"], "data", dropped)) {
      readEntry(entry, contactIds, lines[index] ?? 1);
    }
    for (const id of activitiesOf(contact)) {
      const people = present.get(id) ?? new Set();
      present.set(id, people);
      for (const each of contactIds) people.add(each);
    }
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
    readNote("activity", activity, people.slice(0, peopleLimit), 1);
  }
  const journal = objectOf(account["properties"])["journal_entries"];
  for (const entry of itemsIn(journal, "journal", dropped)) readNote("journal", entry, [], 1);
  const used = new Set(notes.map(([{ noteTypeId }]) => noteTypeId));
  const document = {
    kith: 1,
    noteTypes: noteTypes.filter(({ id }) => used.has(id)),
    notes: notes.map(([note]) => note),
    reminders: reminders.map(([reminder]) => reminder),
  };
  const linesOf = new Map([
    ["notes", notes.map(([, line]) => line)],
    ["reminders", reminders.map(([, line]) => line)],
  ]);
  return { document, linesOf };
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

/** A part of an account as a note of a document of Kith; null, and listed, where it is no such part, or has no text. */
function noteOf(type: string, item: Item, contactIds: string[], dropped: Dropped): Item | null {
  if (!Object.hasOwn(kinds, type)) {
    dropped.add(type);
    return null;
  }
  const { noteTypeId, texts, at } = kinds[type]!;
  const properties = objectOf(item["properties"]);
  dropRestOf(type, item, dropped);
  const parts = texts.map((name) =>
    name === "messages" ? messagesOf(properties[name], dropped) : textOf(properties[name])
  );
  // A call may have no more than its day.
  const content = parts.filter((part) => part !== "").join("\n\n") ||
    (type === "call" ? "Call" : "");
  if (content === "") {
    if (saysSomething(properties)) dropped.add(type, "it has no text");
    return null;
  }
  if (isTooLate(textOf(properties[at]))) {
    dropped.addValue(`${type}.${at}`, "it is in the future", textOf(properties[at]));
  }
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

function messagesOf(value: unknown, dropped: Dropped): string {
  const messages = Array.isArray(value) ? itemsIn(value, "conversation", dropped) : [];
  return messages.map((message) => {
    dropRestOf("conversation", message, dropped);
    const { content, written_by_me } = objectOf(message["properties"]);
    return `${written_by_me === true ? "Me: " : ""}${textOf(content)}`;
  }).join("\n");
}
