// What a column of a table is, by its name or by what a request says.
import { csvColumns, textFields, textNames } from "../../contacts/fields.ts";
import { pointerToken } from "../../core/json.ts";
import { problems, type Violation } from "../../core/problems.ts";
import { englishColumn, englishColumns } from "./csv-languages.ts";

/** A column of the file. */
export interface Column {
  header: string;
  target: Target | null;
}

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

const singleFields = [
  ...textNames(),
  "name",
  "birthday",
  "birthYear",
  "birthMonth",
  "birthDay",
  "isFavorite",
  "isArchived",
  "contactFrequencyDays",
  "lastContactedAt",
  "vcardLines",
  "uid",
] as const;

export const methodFields = ["emails", "phones", "urls"] as const;

export const addressParts = ["street", "city", "region", "postalCode", "country"] as const;

export const addressFields = [...addressParts, "formatted"] as const;

type Field =
  | typeof singleFields[number]
  | typeof methodFields[number]
  | typeof addressFields[number]
  | "label"
  | "relation"
  | "relatedName"
  | "relatedId"
  | "date"
  | "dateWord"
  | "dateKind"
  | "own"
  | "ownName"
  | "ownType"
  | "ownLabel"
  | "networks"
  | "note"
  | "connectedOn"
  | "nothing";

/** Values by the names of columns, which have bars between them where several have the same value. */
const byName = <Value>(named: [Value, string][]): Record<string, Value> =>
  Object.fromEntries(
    named.flatMap(([value, columns]) => columns.split("|").map((column) => [column, value])),
  );

/** Columns by their names in lower case. */
const names: Record<string, Field> = {
  ...Object.fromEntries(
    textFields.flatMap((field) => csvColumns(field).map((column) => [column, field[0]])),
  ),
  ...byName<Field>([
    ["middleName", "additional name"],
    ["namePrefix", "prefix"],
    ["nameSuffix", "suffix"],
    ["phoneticFirstName", "given name yomi"],
    ["phoneticLastName", "family name yomi"],
    ["department", "organization 1 - department"],
    ["name", "name|full name|display name"],
    ["birthday", "birthday|birth date|birthdate|date of birth"],
    ["birthYear", "birth year"],
    ["birthMonth", "birth month"],
    ["birthDay", "birth day"],
    ["isFavorite", "favorite|favourite|starred|kith favorite"],
    ["isArchived", "archived|kith archived"],
    ["contactFrequencyDays", "kith contact frequency days|contact frequency days"],
    ["lastContactedAt", "kith last contacted at|last contacted at|last seen at"],
    ["vcardLines", "kith vcard lines"],
    ["company", "associated company"],
    ["uid", "uid|kith id"],
    ["networks", "labels|group membership|categories|groups|networks|tags"],
    ["note", "notes|note"],
    ["connectedOn", "connected on"],
    ["nothing", "file as"],
  ]),
};

/** Columns of one address or number, by their names in lower case, with what it is for. */
const labelled = byName<[Field, string | null]>([
  [
    ["emails", null],
    "email|emails|email addresses|contact emails|additional email addresses|e-mail|email address|e-mail address|primary email|secondary email",
  ],
  [["emails", "home"], "home email"],
  [["emails", "work"], "work email"],
  [["phones", null], "phone|telephone|phone number|phones|phone numbers|contact phone numbers"],
  [["phones", "mobile"], "mobile|mobile phone|mobile number|mobile phone number|cell phone"],
  [["phones", "home"], "home phone"],
  [["phones", "work"], "business phone|work phone"],
  [["phones", "main"], "primary phone"],
  [["phones", "company main"], "company main phone"],
  [["phones", "other"], "other phone"],
  [["phones", "car"], "car phone"],
  [["phones", "radio"], "radio phone"],
  [["phones", "tty"], "tty/tdd phone"],
  [["phones", "assistant"], "assistant's phone"],
  [["phones", "callback"], "callback"],
  [["phones", "isdn"], "isdn"],
  [["phones", "telex"], "telex"],
  [["phones", "pager"], "pager|pager number"],
  [["phones", "fax"], "fax|fax number"],
  [["phones", "home fax"], "home fax"],
  [["phones", "work fax"], "business fax"],
  [["phones", "other fax"], "other fax"],
  [["urls", null], "url|website|website url|web page|web page 1|web page 2"],
  [["urls", "home"], "personal web page"],
  [["urls", "work"], "business web page"],
  [["urls", "LinkedIn"], "linkedin|linkedin url"],
  [["urls", "Twitter"], "twitter"],
  [["urls", "Facebook"], "facebook"],
  [["urls", "Instagram"], "instagram"],
  [["urls", "Telegram"], "telegram"],
  [["urls", "YouTube"], "youtube"],
  [["urls", "TikTok"], "tiktok"],
]);

/** Columns of Outlook with the names of others, and what these are. */
const relatedColumns = byName<string>([
  ["spouse", "spouse"],
  ["partner", "partner"],
  ["child", "children|child"],
  ["assistant", "assistant's name|assistant"],
  ["manager", "manager's name|manager"],
  ["introducedBy", "referred by"],
]);

/** Parts of an address as Google, Outlook, Thunderbird and others call them. */
const parts = byName<Field>([
  [
    "street",
    "street|street 2|street 3|street address|street address 2|address|address 2|address2|extended address|po box|address po box",
  ],
  ["city", "city"],
  ["region", "region|state|state/region|county"],
  ["postalCode", "postal code|post code|zip code|zipcode|zip"],
  ["country", "country|country/region"],
  ["formatted", "formatted"],
]);

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
  const names = header.map(columnName);
  const others = new Set(names);
  const isKnown = (name: string) =>
    englishColumn(name) !== null || findTarget(name, others) !== null;
  // Additions to a title: `First name (required)`, `E-mail *`.
  const bare = (name: string) => name.replace(/ ?\([^()]*\)$/, "").replace(/ ?[*:]$/, "");
  // As programmers write them: `emailAddress`.
  const apart = (text: string) =>
    columnName(text.slice(0, 200).replace(/([a-z])([A-Z])/g, "$1 $2"));
  return englishColumns(names.map((name, index) => {
    if (isKnown(name)) return name;
    const written = header[index]!;
    const words = /[a-z][A-Z]/.test(written) ? apart(written) : name;
    return words !== name && isKnown(words) ? words : bare(name);
  }));
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
  // Outlook's form of address.
  if (header === "title") return at(others.has("job title") ? "namePrefix" : "jobTitle");
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
  // “Email 1”, “Phone 3”, “Business Phone 2”
  const [, one] = /^(.{1,40}) [1-9]$/.exec(header) ?? [];
  if (one !== undefined && Object.hasOwn(labelled, one) && labelled[one]![0] !== "urls") {
    return at(labelled[one]![0], header, labelled[one]![1]);
  }
  // Outlook: “E-mail 2 Address”; what it shows of an address is the address again.
  const [, number, what] = /^e-?mail(?: (\d))? (address|type|display name)$/.exec(header) ?? [];
  if (what !== undefined) return at(what === "address" ? "emails" : "nothing", `emails ${number}`);
  if (/^(?:wedding )?anniversary$/.test(header)) return at("date", header, "Anniversary");
  if (Object.hasOwn(relatedColumns, header)) {
    return at("relatedName", header, relatedColumns[header]!);
  }
  // Google's, and Kith's own.
  const [, relation, said] = /^(relation \d{1,3}) - (label|type|value|kith id)$/.exec(header) ?? [];
  if (relation !== undefined) {
    const field = said === "value" ? "relatedName" : said === "kith id" ? "relatedId" : "relation";
    return at(field, relation);
  }
  const [, event, told] = /^(event \d{1,2}) - (label|type|value|kith kind)$/.exec(header) ?? [];
  if (event !== undefined) {
    return at(told === "value" ? "date" : told === "kith kind" ? "dateKind" : "dateWord", event);
  }
  const [, custom, own] = /^(custom field \d{1,2}) - (label|type|value|kith type)$/.exec(header) ??
    [];
  if (custom !== undefined) {
    return at(own === "value" ? "own" : own === "kith type" ? "ownType" : "ownName", custom);
  }
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
  date: "date",
  field: "own",
  networks: "networks",
  note: "note",
  ignore: "nothing",
};

/** Words that may have a label after a colon: `phone:work`, `city:home`. */
const withLabel = ["email", "phone", "url", "date", "field", ...addressFields];

/** The word of a mapping for a column that was found by what stands in it; null for one that is left out. */
export const wordOf = (target: Target | null): string | null =>
  Object.entries(fields).find(([, field]) => field === target?.field)?.[0] ?? null;

/** What may be said of birthdays that are written with numbers. */
export const byCountry = "by-country";
const dayOrders = ["day-first", "month-first", byCountry];

/** What the columns of a file may be mapped to, as it is described to clients. */
export const mappingWords: readonly string[] = Object.keys(fields);

/**
 * What each column is, by the mapping of a request. Parts of an address with the same label are one address.
 * @throws Problem validation_failed where it names no column of the file, or a field that does not exist
 */
export function mapColumns(
  headers: string[],
  mapping: Record<string, string>,
  parameter: "mapping" | "columns" = "mapping",
): (Target | null)[] {
  const given = new Map(Object.entries(mapping).map(([column, word]) => [column.trim(), word]));
  const columns = new Set(headers);
  const violations: Violation[] = [];
  const refuse = (column: string, message: string) => {
    const pointer = `/${parameter}${pointerToken(column)}`;
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
