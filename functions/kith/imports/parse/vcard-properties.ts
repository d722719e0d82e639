import { toBirthday } from "./birthday.ts";
import type { AddressParts, Draft } from "./contact.ts";
import { textFields, vcardProperty } from "../../contacts/fields.ts";
import type { Dropped } from "./dropped.ts";
import { cleanUrl, labelOfTypes, readGroup } from "./labels.ts";
import { toUid } from "./uid.ts";
import type { VcardLine } from "./vcard-lines.ts";
import { readPhoto } from "./vcard-photo.ts";
import {
  componentsOf,
  parameterOf,
  partsOf,
  textOf,
  typesOf,
  type ValueOptions,
} from "./vcard-values.ts";

/** Where a line is read into. */
export interface Reading {
  draft: Draft;
  /** The label that Apple keeps in a line of its own, decoded, by group. */
  labels: Map<string, string | null>;
  /** The formatted name, for vCards without the parts of a name. */
  formatted: string;
  role: string;
  isCompany: boolean;
  /** Whether Kith wrote it: it then has what a contact has, not what other programs make of it. */
  isOwn: boolean;
  dropped: Dropped;
  options: ValueOptions;
}

type Reader = (line: VcardLine, reading: Reading) => void;

/** RFC 6350, RFC 2426, and what Apple and Kith add. */
export const readers: Record<string, Reader> = {
  ...Object.fromEntries(textFields.flatMap((field): [string, Reader][] => {
    const property = vcardProperty(field);
    const read: Reader = (line, reading) =>
      setOnce(reading, line, field[0], textOf(line, reading.options));
    return property ? [[property, read]] : [];
  })),
  UID: (line, { draft, options }) => {
    draft.uid ??= toUid(textOf(line, options));
  },
  FN: (line, reading) => {
    reading.formatted ||= textOf(line, reading.options);
  },
  N: readName,
  NICKNAME: (line, reading) => {
    setOnce(reading, line, "nickname", lists(line, reading).join(", "));
  },
  ORG: (line, reading) => {
    const [company = "", ...units] = partsOf(line, ";", reading.options);
    setOnce(reading, line, "company", company);
    if (units.some((unit) => unit !== "")) reading.dropped.add("ORG", "there is no department");
  },
  ROLE: (line, reading) => {
    reading.role ||= textOf(line, reading.options);
  },
  EMAIL: (line, reading) => {
    const value = textOf(line, reading.options).replace(/^mailto:/i, "");
    addMethod("emails", line, value, reading);
  },
  TEL: (line, reading) => {
    const value = textOf(line, reading.options).replace(/^tel:/i, "").replace(/;ext=/i, " ext. ");
    addMethod("phones", line, value, reading);
  },
  URL: (line, reading) => {
    addMethod("urls", line, cleanUrl(textOf(line, reading.options)), reading);
  },
  "X-SOCIALPROFILE": readSocialProfile,
  SOCIALPROFILE: readSocialProfile,
  ADR: readAddress,
  BDAY: (line, { draft, dropped, options }) => {
    const omitted = parameterOf(line, "X-APPLE-OMIT-YEAR");
    const birthday = toBirthday(textOf(line, options), omitted);
    if (birthday === null) dropped.add("BDAY", "it is not a whole date");
    else if (draft.fields.has("birthday")) dropped.add("BDAY", "a contact has one");
    else draft.fields.set("birthday", { value: birthday, from: "BDAY" });
  },
  NOTE: (line, reading) => {
    const value = textOf(line, reading.options);
    if (reading.isOwn) setOnce(reading, line, "description", value);
    else reading.draft.notes.push({ value, from: "NOTE" });
  },
  CATEGORIES: (line, reading) => {
    for (const name of lists(line, reading)) {
      const group = readGroup(name);
      if (group === "favourite") {
        reading.draft.fields.set("isFavorite", { value: true, from: "CATEGORIES" });
      } else if (group !== "everyone") {
        reading.draft.networks.push({ value: group.network, from: "CATEGORIES" });
      }
    }
  },
  PHOTO: (line, { draft, dropped }) => {
    if (line.value.trim() === "") return;
    const photo = draft.photo === null ? readPhoto(line) : "a contact has one";
    if (typeof photo === "string") dropped.add("PHOTO", photo);
    else draft.photo = photo;
  },
  KIND: (line, reading) => {
    const kind = textOf(line, reading.options).toLowerCase();
    reading.isCompany ||= kind === "org";
    if (kind !== "org" && kind !== "individual") reading.dropped.add("KIND");
  },
  "X-ABSHOWAS": (line, reading) => {
    reading.isCompany ||= /^company$/i.test(textOf(line, reading.options));
  },
  "X-KITH-DESCRIPTION": (line, reading) => {
    setOnce(reading, line, "description", textOf(line, reading.options));
  },
  "X-KITH-FAVORITE": (line, reading) => setOnce(reading, line, "isFavorite", flagOf(line)),
  "X-KITH-ARCHIVED": (line, reading) => setOnce(reading, line, "isArchived", flagOf(line)),
  "X-KITH-CONTACT-FREQUENCY-DAYS": (line, reading) => {
    setOnce(reading, line, "contactFrequencyDays", Number(textOf(line, reading.options)));
  },
  "X-KITH-LAST-CONTACTED-AT": (line, reading) => {
    setOnce(reading, line, "lastContactedAt", textOf(line, reading.options));
  },
};

/** Sets a member with a single value; a second one in the file is dropped. */
function setOnce({ draft, dropped }: Reading, line: VcardLine, name: string, value: unknown): void {
  if (value === "") return;
  if (draft.fields.has(name)) dropped.add(line.name, "a contact has one");
  else draft.fields.set(name, { value, from: line.name });
}

function lists(line: VcardLine, { options }: Reading): string[] {
  return partsOf(line, ",", options).filter((part) => part !== "");
}

function flagOf(line: VcardLine): boolean {
  return /^\s*(true|1|yes)\s*$/i.test(line.value);
}

function readName(line: VcardLine, reading: Reading): void {
  // Of several middle names or prefixes, commas are between them.
  const [last = "", first = "", middle = "", prefix = "", suffix = ""] = componentsOf(
    line,
    reading.options,
  ).map((values) => values.join(" "));
  if (reading.draft.fields.has("firstName") || reading.draft.fields.has("lastName")) {
    return reading.dropped.add("N", "a contact has one");
  }
  setOnce(reading, line, "firstName", [first, middle].filter((part) => part !== "").join(" "));
  setOnce(reading, line, "lastName", last);
  if (prefix !== "") reading.dropped.add("N", "there is no prefix");
  if (suffix !== "") reading.dropped.add("N", "there is no suffix");
}

function labelOf(line: VcardLine, { labels }: Reading): string | null {
  const own = line.group === "" ? undefined : labels.get(line.group);
  return own === undefined ? labelOfTypes(typesOf(line)) : own;
}

function addMethod(
  list: "emails" | "phones" | "urls",
  line: VcardLine,
  value: string,
  reading: Reading,
): void {
  if (value === "") return;
  reading.draft[list].push({ value, label: labelOf(line, reading), from: line.name });
}

/** Apple's, and RFC 9554's: the address of a profile, with the service as its type. */
function readSocialProfile(line: VcardLine, reading: Reading): void {
  const value = textOf(line, reading.options);
  if (!/^https?:/i.test(value)) return reading.dropped.add(line.name, "it is not a web address");
  const service = parameterOf(line, "SERVICE-TYPE")?.toLowerCase();
  const label = service ?? labelOf(line, reading);
  reading.draft.urls.push({ value, label, from: line.name });
}

function readAddress(line: VcardLine, reading: Reading): void {
  const parts = partsOf(line, ";", reading.options).map((part) => part || null);
  const [box, extended, street, city, region, postalCode, country] = parts;
  const lines = [box, extended, street].filter((part) => part != null);
  const address: AddressParts = {
    label: labelOf(line, reading),
    street: lines.join("\n") || null,
    city: city ?? null,
    region: region ?? null,
    postalCode: postalCode ?? null,
    country: country ?? null,
  };
  if (parts.some((part) => part !== null)) {
    reading.draft.addresses.push({ value: address, from: "ADR" });
  }
}
