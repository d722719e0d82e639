// A contact as it is found in a file, before it is checked, and what adds to it.
import { isImage } from "../../contacts/photos/image.ts";
import { readDateWord } from "../../core/date-kinds.ts";
import type { Address, ContactDate, Item } from "../../exports/run.ts";
import { type Dates, readPartialDate } from "./dates.ts";
import { fromBase64 } from "./text.ts";
import type { Dropped, ImportRecord, OwnValue, PhotoType, Related } from "./types.ts";

/** What a property of the file gave; `from` is its name there. */
export interface Found<Value> {
  value: Value;
  from: string;
}

/** A contact as it is found in a file, before it is checked. */
export interface FoundContact {
  line: number;
  uid: string | null;
  /** Whether Kith wrote the file: then its texts are as they are meant. */
  isOwn?: boolean;
  /** Members of a contact with a single value. */
  fields: Map<string, Found<unknown>>;
  emails: Found<Item>[];
  phones: Found<Item>[];
  urls: Found<Item>[];
  addresses: Found<Address>[];
  dates: Found<ContactDate>[];
  networks: Found<string>[];
  notes: (Found<string> & { occurredAt?: string })[];
  related: Found<Related>[];
  /** Values of fields of one's own. */
  own: Found<OwnValue>[];
  photo: ImportRecord["photo"];
}

export function newContact(line: number): FoundContact {
  return {
    line,
    uid: null,
    fields: new Map(),
    emails: [],
    phones: [],
    urls: [],
    addresses: [],
    dates: [],
    networks: [],
    notes: [],
    related: [],
    own: [],
    photo: null,
  };
}

/** Adds an address or number to a list, unless it is empty. */
export function addItem(
  contact: FoundContact,
  list: "emails" | "phones" | "urls",
  value: string,
  label: string | null,
  from: string,
): void {
  if (value !== "") contact[list].push({ value: { value, label }, from });
}

/** Adds a postal address that has one of its parts. @param parts street, city, region, postal code and country */
export function addAddress(
  contact: FoundContact,
  parts: readonly (string | null | undefined)[],
  label: string | null,
  from: string,
): void {
  if (!parts.some(Boolean)) return;
  const at = (index: number) => parts[index] || null;
  const [street, city, region, postalCode, country] = [at(0), at(1), at(2), at(3), at(4)];
  contact.addresses.push({ value: { label, street, city, region, postalCode, country }, from });
}

/** What is said of a date: how days are read, the year that stands for none, and where it stands in the file. */
interface DateRead {
  dates: Dates;
  omittedYear?: string | undefined;
  from: string;
  dropped: Dropped;
}

/** Adds a date besides the birthday. @param what its kind and label, or a word that says them */
export function addDate(
  contact: FoundContact,
  text: string,
  what: string | Pick<ContactDate, "kind" | "label">,
  { dates, omittedYear, from, dropped }: DateRead,
): void {
  if (text.trim() === "") return;
  const read = readPartialDate(text, dates, omittedYear);
  if (!("day" in read)) return dropped.addValue(from, read.reason, text);
  if (read.isUncertain) {
    return dropped.addValue(from, "it does not tell the day from the month", text);
  }
  if (read.said !== undefined) dropped.add(from, read.said);
  const { kind, label } = typeof what === "string" ? readDateWord(what) : what;
  contact.dates.push({ value: { kind, label, date: read.day }, from });
}

/** Adds a contact to the network that a group is called: Google keeps favourites as a group, and all contacts as another. */
export function addNetwork({ fields, networks }: FoundContact, group: string, from: string): void {
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
  contact: FoundContact,
  from: string,
  value: string,
  isBase64: boolean,
  dropped: Dropped,
): void {
  const photo = contact.photo === null ? readPhoto(value, isBase64) : "a contact has one";
  if (typeof photo === "string") dropped.add(from, photo);
  else contact.photo = photo;
}

/** The picture, or why it is left out. */
function readPhoto(value: string, isBase64: boolean): NonNullable<FoundContact["photo"]> | string {
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
