import { csvColumns, textFields, type TextName, textNames } from "../../contacts/fields.ts";
import { pointerToken } from "../../core/json.ts";
import { problems, type Violation } from "../../core/problems.ts";
import { englishColumns } from "./csv-languages.ts";

/** What a column is read into. */
export interface Target {
  /** A member of a contact, a list of it, or what else is read; see `csv-contact.ts`. */
  field: Field;
  /** Columns of the same slot are about one address or number. */
  slot: string;
  label: string | null;
  /** Whether a cell may have several, between commas or semicolons. */
  isList?: boolean;
}

/** Parts of a name that are not kept apart, each behind the field that it goes to. */
const nameParts: { [name in TextName]?: "middleName" | "name" } = {
  firstName: "middleName",
  lastName: "name",
};

const singleFields = [
  ...textNames().flatMap((name) => [name, nameParts[name] ?? []].flat()),
  "birthday",
  "birthYear",
  "birthMonth",
  "birthDay",
  "isFavorite",
  "isArchived",
  "contactFrequencyDays",
  "lastContactedAt",
  "uid",
] as const;

export const methodFields = ["emails", "phones", "urls"] as const;

export const addressFields = [
  "street",
  "city",
  "region",
  "postalCode",
  "country",
  "formatted",
] as const;

type Field =
  | typeof singleFields[number]
  | typeof methodFields[number]
  | typeof addressFields[number]
  | "label"
  | "ownLabel"
  | "networks"
  | "note"
  | "connectedOn"
  | "nothing";

/** Columns by their names in lower case. */
const names: Record<string, Field> = {
  ...Object.fromEntries(
    textFields.flatMap((field) => csvColumns(field).map((column) => [column, field[0]])),
  ),
  "middle name": "middleName",
  "additional name": "middleName",
  "name": "name",
  "full name": "name",
  "display name": "name",
  "birthday": "birthday",
  "birth date": "birthday",
  "birthdate": "birthday",
  "date of birth": "birthday",
  "birth year": "birthYear",
  "birth month": "birthMonth",
  "birth day": "birthDay",
  "favorite": "isFavorite",
  "favourite": "isFavorite",
  "starred": "isFavorite",
  "archived": "isArchived",
  "kith favorite": "isFavorite",
  "kith archived": "isArchived",
  "kith contact frequency days": "contactFrequencyDays",
  "kith last contacted at": "lastContactedAt",
  "contact frequency days": "contactFrequencyDays",
  "last contacted at": "lastContactedAt",
  "last seen at": "lastContactedAt",
  "associated company": "company",
  "uid": "uid",
  "kith id": "uid",
  "labels": "networks",
  "group membership": "networks",
  "categories": "networks",
  "groups": "networks",
  "networks": "networks",
  "tags": "networks",
  "notes": "note",
  "note": "note",
  "connected on": "connectedOn",
  "file as": "nothing",
};

/** Columns of one address or number, by their names in lower case, with what it is for. */
const labelled: Record<string, [Field, string | null]> = {
  "email": ["emails", null],
  "emails": ["emails", null],
  "email addresses": ["emails", null],
  "contact emails": ["emails", null],
  "additional email addresses": ["emails", null],
  "e-mail": ["emails", null],
  "email address": ["emails", null],
  "e-mail address": ["emails", null],
  "primary email": ["emails", null],
  "secondary email": ["emails", null],
  "home email": ["emails", "home"],
  "work email": ["emails", "work"],
  "phone": ["phones", null],
  "telephone": ["phones", null],
  "phone number": ["phones", null],
  "phones": ["phones", null],
  "phone numbers": ["phones", null],
  "contact phone numbers": ["phones", null],
  "mobile": ["phones", "mobile"],
  "mobile phone": ["phones", "mobile"],
  "mobile number": ["phones", "mobile"],
  "mobile phone number": ["phones", "mobile"],
  "cell phone": ["phones", "mobile"],
  "home phone": ["phones", "home"],
  "business phone": ["phones", "work"],
  "work phone": ["phones", "work"],
  "primary phone": ["phones", "main"],
  "company main phone": ["phones", "company main"],
  "other phone": ["phones", "other"],
  "car phone": ["phones", "car"],
  "radio phone": ["phones", "radio"],
  "tty/tdd phone": ["phones", "tty"],
  "assistant's phone": ["phones", "assistant"],
  "callback": ["phones", "callback"],
  "isdn": ["phones", "isdn"],
  "telex": ["phones", "telex"],
  "pager": ["phones", "pager"],
  "pager number": ["phones", "pager"],
  "fax": ["phones", "fax"],
  "fax number": ["phones", "fax"],
  "home fax": ["phones", "home fax"],
  "business fax": ["phones", "work fax"],
  "other fax": ["phones", "other fax"],
  "url": ["urls", null],
  "website": ["urls", null],
  "website url": ["urls", null],
  "web page": ["urls", null],
  "web page 1": ["urls", null],
  "web page 2": ["urls", null],
  "personal web page": ["urls", "home"],
  "business web page": ["urls", "work"],
  "linkedin": ["urls", "LinkedIn"],
  "linkedin url": ["urls", "LinkedIn"],
  "twitter": ["urls", "Twitter"],
  "facebook": ["urls", "Facebook"],
  "instagram": ["urls", "Instagram"],
  "telegram": ["urls", "Telegram"],
  "youtube": ["urls", "YouTube"],
  "tiktok": ["urls", "TikTok"],
};

/** Parts of an address as Google, Outlook, Thunderbird and others call them. */
const parts: Record<string, Field> = {
  "street": "street",
  "street 2": "street",
  "street 3": "street",
  "street address": "street",
  "street address 2": "street",
  "address": "street",
  "address 2": "street",
  "address2": "street",
  "extended address": "street",
  "po box": "street",
  "address po box": "street",
  "city": "city",
  "region": "region",
  "state": "region",
  "state/region": "region",
  "county": "region",
  "postal code": "postalCode",
  "post code": "postalCode",
  "zip code": "postalCode",
  "zipcode": "postalCode",
  "zip": "postalCode",
  "country": "country",
  "country/region": "country",
  "formatted": "formatted",
};

const numbered: Record<string, Field> = {
  "e-mail": "emails",
  "phone": "phones",
  "website": "urls",
};

/** The name of a column as it is compared. */
export function columnName(header: string): string {
  return header.slice(0, 200).toLowerCase().replace(/[\s_]+/g, " ").replaceAll("’", "'").trim();
}

/** The names of the columns of a file as they are compared, in English. */
export function columnNames(header: string[]): string[] {
  return englishColumns(header.map(columnName));
}

/**
 * What a column of Google Contacts (present and older), Outlook, Thunderbird, LinkedIn, HubSpot, Dex and the like is; null
 * where it is not known.
 * @param header its name in English, as {@link columnNames} gives it
 * @param others the names of all columns
 */
export function findTarget(header: string, others: Set<string>): Target | null {
  const at = (field: Field, slot = header, label: string | null = null) => ({ field, slot, label });
  // Kith's own files have what a contact has, not what other programs make of it.
  const isOwn = others.has("kith id");
  if (header === "notes" && isOwn) return at("description");
  if (header === "title") return others.has("job title") ? null : at("jobTitle");
  // Many people call the family name so.
  if (header === "name" && others.has("first name") && !others.has("last name")) {
    return at("lastName");
  }
  if (header === "url" && others.has("connected on")) return at("urls", header, "LinkedIn");
  if (Object.hasOwn(names, header)) return at(names[header]!);
  if (Object.hasOwn(labelled, header)) {
    const [field, label] = labelled[header]!;
    return { ...at(field, header, label), isList: true };
  }
  // “Email 2”, “Phone 3”, “Business Phone 2”
  const [, one] = /^(.{1,40}) [2-9]$/.exec(header) ?? [];
  if (one !== undefined && Object.hasOwn(labelled, one) && labelled[one]![0] !== "urls") {
    return at(labelled[one]![0], header, labelled[one]![1]);
  }
  // Outlook: “E-mail 2 Address”; what it shows of an address is the address again.
  const [, number, what] = /^e-?mail(?: (\d))? (address|type|display name)$/.exec(header) ?? [];
  if (what !== undefined) return at(what === "address" ? "emails" : "nothing", `emails ${number}`);
  const [, list, index, member] = /^(e-mail|phone|website|address) (\d{1,2}) - (.+)$/
    .exec(header) ?? [];
  if (list !== undefined) {
    const slot = `${list} ${index}`;
    if (member === "label" || member === "type") return at(isOwn ? "ownLabel" : "label", slot);
    const field = list === "address" ? parts[member!] : numbered[list];
    const isKnown = list === "address" ? Object.hasOwn(parts, member!) : member === "value";
    return isKnown ? at(field!, slot) : null;
  }
  const [, place, part] = /^(home|work|business|other) (.+)$/.exec(header) ?? [];
  if (place !== undefined && Object.hasOwn(parts, part!)) {
    const label = place === "business" ? "work" : place;
    return at(parts[part!]!, `address ${place}`, label);
  }
  return Object.hasOwn(parts, header) && header !== "formatted"
    ? at(parts[header]!, "address")
    : null;
}

/** The words of a mapping, by the fields that they stand for. */
const fields: Record<string, Field> = {
  ...Object.fromEntries(singleFields.map((field) => [field, field])),
  ...Object.fromEntries(addressFields.map((field) => [field, field])),
  email: "emails",
  phone: "phones",
  url: "urls",
  networks: "networks",
  note: "note",
  ignore: "nothing",
};

/** Words that may have a label after a colon: `phone:work`, `city:home`. */
const withLabel = ["email", "phone", "url", ...addressFields];

/** What may be said of birthdays that are written with numbers. */
const dayOrders = ["day-first", "month-first"];

/** What the columns of a file may be mapped to, as it is described to clients. */
export const mappingWords: readonly string[] = Object.keys(fields);

/**
 * What each column is, by the mapping of a request. Parts of an address with the same label are one address.
 * @throws Problem validation_failed where it names no column of the file, or a field that does not exist
 */
export function mapColumns(headers: string[], mapping: Record<string, string>): (Target | null)[] {
  const given = new Map(Object.entries(mapping).map(([column, word]) => [column.trim(), word]));
  const columns = new Set(headers);
  const violations: Violation[] = [];
  const refuse = (column: string, message: string) => {
    const pointer = `/mapping${pointerToken(column)}`;
    violations.push({ in: "query", pointer, code: "invalid_format", message });
  };
  for (const [column, word] of given) {
    if (!columns.has(column)) refuse(column, "The file has no such column.");
    else if (toTarget(word, column) === null) {
      refuse(
        column,
        `Must be one of ${
          mappingWords.join(", ")
        }; some with a label: phone:work, birthday:day-first.`,
      );
    }
  }
  if (violations.length > 0) throw problems.validationFailed(violations);
  return headers.map((header) => given.has(header) ? toTarget(given.get(header)!, header) : null);
}

function toTarget(text: unknown, column: string): Target | null {
  if (typeof text !== "string") return null;
  const colon = text.indexOf(":");
  const word = (colon < 0 ? text : text.slice(0, colon)).trim();
  const label = colon < 0 ? null : text.slice(colon + 1).trim() || null;
  const isOrder = word === "birthday" && dayOrders.includes(label ?? "");
  if (!Object.hasOwn(fields, word)) return null;
  if (label !== null && !withLabel.includes(word) && !isOrder) return null;
  const isPart = (addressFields as readonly string[]).includes(word);
  const slot = isPart ? `address ${label ?? ""}` : column;
  return { field: fields[word]!, slot, label, isList: true };
}
