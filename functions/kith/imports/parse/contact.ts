import { textNames } from "../../contacts/fields.ts";
import { contactCreate } from "../../contacts/schema.ts";
import {
  addresses,
  emailRule,
  emails,
  phoneRule,
  phones,
  type TextRule,
  urlRule,
  urls,
} from "../../contacts/methods.ts";
import { isStorable } from "../../core/json.ts";
import { isImage } from "../../contacts/photos/image.ts";
import { validateBody } from "../../core/validate.ts";
import type { Address, Item } from "../../exports/run.ts";
import { networkCreate } from "../../networks/schema.ts";
import { noteCreate } from "../../notes/schema.ts";
import { fromBase64 } from "./text.ts";
import {
  type Dropped,
  type ImportError,
  type ImportRecord,
  listLimits,
  newRecord,
  type PhotoType,
} from "./types.ts";

/** What a property of the file gave; `from` is its name there. */
export interface Found<Value> {
  value: Value;
  from: string;
}

/** A contact as it is found in a file, before it is checked. */
export interface Draft {
  line: number;
  uid: string | null;
  /** Members of a contact with a single value. */
  fields: Map<string, Found<unknown>>;
  emails: Found<Item>[];
  phones: Found<Item>[];
  urls: Found<Item>[];
  addresses: Found<Address>[];
  networks: Found<string>[];
  notes: (Found<string> & { occurredAt?: string })[];
  photo: ImportRecord["photo"];
}

export function newDraft(line: number): Draft {
  return {
    line,
    uid: null,
    fields: new Map(),
    emails: [],
    phones: [],
    urls: [],
    addresses: [],
    networks: [],
    notes: [],
    photo: null,
  };
}

/** Adds an address or number to a list, unless it is empty. */
export function addItem(
  draft: Draft,
  list: "emails" | "phones" | "urls",
  value: string,
  label: string | null,
  from: string,
): void {
  if (value !== "") draft[list].push({ value: { value, label }, from });
}

/** Adds a postal address that has one of its parts. @param parts street, city, region, postal code and country */
export function addAddress(
  draft: Draft,
  parts: readonly (string | null | undefined)[],
  label: string | null,
  from: string,
): void {
  const [street, city, region, postalCode, country] = parts.map((part) => part || null);
  const value = { street, city, region, postalCode, country } as Omit<Address, "label">;
  if (Object.values(value).some((part) => part)) {
    draft.addresses.push({ value: { label, ...value }, from });
  }
}

/** Adds a contact to the network that a group is called: Google keeps favourites as a group, and all contacts as another. */
export function addNetwork({ fields, networks }: Draft, group: string, from: string): void {
  const name = group.trim();
  if (/^(\* )?starred( in Android)?$/i.test(name)) fields.set("isFavorite", { value: true, from });
  else if (!/^(\* ?)?my ?contacts$/i.test(name)) {
    networks.push({ value: name.replace(/^\* /, ""), from });
  }
}

const signatures: [PhotoType, number[]][] = [
  ["image/jpeg", [0xff, 0xd8]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46]],
];

/**
 * Adds the first picture that is in the file; one elsewhere is never fetched.
 * @param value a data URI, or base64 where the file says so
 */
export function addPhoto(
  draft: Draft,
  from: string,
  value: string,
  isBase64: boolean,
  dropped: Dropped,
): void {
  const photo = draft.photo === null ? readPhoto(value, isBase64) : "a contact has one";
  if (typeof photo === "string") dropped.add(from, photo);
  else draft.photo = photo;
}

/** The picture, or why it is left out. */
function readPhoto(value: string, isBase64: boolean): NonNullable<Draft["photo"]> | string {
  const data = base64Of(value.trimStart().replace(/^data\\:/i, "data:"), isBase64);
  if (data === null) return "it is not in the file";
  const bytes = fromBase64(data);
  if (bytes === null || bytes.length === 0) return "it is not valid base64";
  const type = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
    ?.[0];
  if (type === undefined || isImage(bytes, bytes.length) !== true) {
    return "it is not a JPEG, PNG or WebP picture within the limits";
  }
  return { type, bytes };
}

function base64Of(value: string, isBase64: boolean): string | null {
  if (!/^data:/i.test(value)) return isBase64 && !/^https?:/i.test(value) ? value : null;
  // Some programs escape the comma and the semicolon.
  const comma = value.indexOf(",");
  const type = value.slice(0, Math.max(comma, 0)).replace(/\\$/, "");
  return type.length < 200 && /;\s*base64\s*$/i.test(type) ? value.slice(comma + 1) : null;
}

/** A group of a file, with those of its members that are contacts of the file. */
interface Group {
  line: number;
  uid: string | null;
  name: Found<string>;
  members: { from: string; contact: ImportRecord | undefined }[];
}

/** Reads a group into a network, and adds its members to that. */
export function readGroup(
  { line, uid, name, members }: Group,
  dropped: Dropped,
): ImportRecord | ImportError {
  const [network] = checkNetworks([name], dropped);
  if (network === undefined) {
    return {
      line,
      message: "This group has no name that a network can have.",
      resource: "network",
    };
  }
  for (const { from, contact } of members) {
    // A group that is a member of another one is no contact; neither are those in other files.
    if (!contact) dropped.add(from, "it is no contact of the file");
    else if (contact.networks.includes(network)) continue;
    else if (contact.networks.length < listLimits.networks) contact.networks.push(network);
    else dropped.add(from, `a contact has at most ${listLimits.networks}`);
  }
  return newRecord(line, "network", uid, { name: network });
}

/** Wrong items of a list after which no further ones are looked at, because reporting each takes time. */
const wrongLimit = 20;

const itemLimit = 20;

/** As the API compares e-mail addresses. */
const asciiLowerCase = (text: string) =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Fields without which the rest of a contact is worth having. */
const optionalFields = [
  "birthday",
  "isFavorite",
  "isArchived",
  "contactFrequencyDays",
  "lastContactedAt",
];

/**
 * Checks a contact with the schemas of the API. Values of lists and fields that break a rule are dropped and listed; a
 * name that does makes the record an error, and so does having no name, address or number at all.
 */
export function finishContact(draft: Draft, dropped: Dropped): ImportRecord | ImportError {
  const listOf = <Value extends Item | Address>(
    found: Found<Value>[],
    schema: Check<Value>["schema"],
    keyOf: Check<Value>["keyOf"],
    rule?: TextRule,
  ) => {
    const items = found.map((each) => withShortLabel(each, dropped));
    return checkItems(items, { schema, keyOf, rule, limit: itemLimit, dropped });
  };
  const textOf = ({ value }: Item) => value.trim();
  const emailOf = (item: Item) => asciiLowerCase(textOf(item));
  const value: Record<string, unknown> = {
    ...fieldsOf(draft, dropped),
    emails: listOf(draft.emails, emails().element, emailOf, emailRule),
    phones: listOf(draft.phones, phones().element, textOf, phoneRule),
    urls: listOf(draft.urls, urls().element, textOf, urlRule),
    addresses: listOf(draft.addresses, addresses().element, (item) => JSON.stringify(item)),
  };
  for (const [name, list] of Object.entries(value)) {
    if (Array.isArray(list) && list.length === 0) delete value[name];
  }
  addName(value);
  const checked = validateBody(contactCreate(), [], value);
  const wrong = checked.violations[0];
  if (wrong) {
    const { message, pointer } = wrong;
    return { line: draft.line, message, ...(pointer === "" ? {} : { pointer }) };
  }
  return {
    ...newRecord(draft.line, "contact", draft.uid, checked.value as Record<string, unknown>),
    networks: checkNetworks(draft.networks, dropped),
    notes: checkNotes(draft.notes, dropped),
    photo: draft.photo,
  };
}

function checkNotes(notes: Draft["notes"], dropped: Dropped): ImportRecord["notes"] {
  const items = notes.map(({ value, from, occurredAt }) => ({
    value: { content: value.trim(), ...(occurredAt ? { occurredAt } : {}) },
    from,
  }));
  const keyOf = ({ content }: { content: string }) => content;
  return checkItems(items, { schema: noteCreate(), keyOf, limit: listLimits.notes, dropped });
}

/** The names of networks that are valid, each once, ignoring case. */
function checkNetworks(networks: Found<string>[], dropped: Dropped): string[] {
  return checkItems(networks, {
    schema: networkCreate().shape.name,
    keyOf: (name) => name.trim().toLowerCase(),
    rule: { longest: 100 },
    limit: listLimits.networks,
    dropped,
  });
}

function fieldsOf(draft: Draft, dropped: Dropped): Record<string, unknown> {
  const fields = [...draft.fields].filter(([name, { value, from }]) => {
    if (!optionalFields.includes(name)) return true;
    const { shape } = contactCreate();
    const schema = shape[name as keyof typeof shape];
    const { violations } = validateBody(schema, [], value);
    if (violations.length > 0) dropped.add(from, violations[0]!.message);
    return violations.length === 0;
  });
  return Object.fromEntries(fields.map(([name, { value }]) => [name, value]));
}

/** A contact without a name is called by its first address or number, as other programs show it. */
function addName(value: Record<string, unknown>): void {
  const names = textNames(({ isName }) => isName);
  if (names.some((name) => typeof value[name] === "string" && value[name].trim() !== "")) return;
  const methods = ["emails", "phones", "urls"]
    .flatMap((list) => (value[list] ?? []) as { value: string }[]);
  const first = methods.find((method) => method.value.length <= 255);
  if (first) value["nickname"] = first.value;
}

/** An item whose label is too long loses it; any number of items may share one. */
function withShortLabel<Value extends Item | Address>(
  { value, from }: Found<Value>,
  dropped: Dropped,
): Found<Value> {
  if (value.label === null || [...value.label.slice(0, 200)].length <= 50) return { value, from };
  dropped.add(from, "its label is too long");
  return { value: { ...value, label: null }, from };
}

interface Check<Value> {
  schema: Parameters<typeof validateBody>[0];
  /** Items with the same key are equal: the first stays. */
  keyOf: (item: Value) => string;
  /** What the key has to be like: what the schema says of a value that is wrong takes fifty times as long. */
  rule?: TextRule | undefined;
  limit: number;
  dropped: Dropped;
}

/** What the schema would say of a text that breaks a rule; null where only the schema can tell. */
function brokenRule({ longest, pattern, message }: TextRule, text: string): string | null {
  if (text.length > 2 * longest) return `Must have at most ${longest} characters.`;
  if (pattern === undefined || text.length > longest || !isStorable(text)) return null;
  return pattern.test(text) ? null : message!;
}

function checkItems<Value>(
  items: Found<Value>[],
  { schema, keyOf, rule, limit, dropped }: Check<Value>,
): Value[] {
  const valid = new Map<string, Value>();
  let wrong = 0;
  for (const { value: item, from } of items) {
    const key = keyOf(item);
    if (key === "") continue;
    if (valid.has(key)) {
      dropped.add(from, "it occurs twice");
    } else if (valid.size === limit || wrong === wrongLimit) {
      dropped.add(from, `a contact has at most ${limit}`);
    } else {
      const broken = rule ? brokenRule(rule, key) : null;
      const { value, violations } = broken === null
        ? validateBody(schema, [], item)
        : { value: null, violations: [{ message: broken }] };
      if (violations.length === 0) {
        valid.set(key, value as Value);
      } else {
        wrong += 1;
        dropped.add(from, violations[0]!.message);
      }
    }
  }
  return [...valid.values()];
}
