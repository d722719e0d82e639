import { type TextName, textNames } from "../../../../functions/kith/contacts/fields.ts";
import type { Contact, ContactUpdate } from "../../api/types.ts";
import { changed } from "../../hooks/drafts.ts";

/** An e-mail address, a phone number or a link. */
export interface MethodDraft {
  value: string;
  label: string;
}

export const addressParts = {
  label: "Label",
  street: "Street",
  postalCode: "Postal code",
  city: "City",
  region: "Region",
  country: "Country",
} as const;

export type AddressPart = keyof typeof addressParts;
export type AddressDraft = Record<AddressPart, string>;

/** What the form for a contact holds. */
export interface ContactDraft extends Record<TextName, string> {
  emails: MethodDraft[];
  phones: MethodDraft[];
  urls: MethodDraft[];
  addresses: AddressDraft[];
  birthday: { day: string; month: string; year: string };
  /** Days, or empty for never. */
  every: string;
  networkIds: string[];
}

export const methods = ["emails", "phones", "urls"] as const;

export const emptyAddress: AddressDraft = {
  label: "",
  street: "",
  postalCode: "",
  city: "",
  region: "",
  country: "",
};

/** The texts of a draft, each by its name. */
const textsFrom = (valueOf: (name: TextName) => string) =>
  Object.fromEntries(textNames().map((name) => [name, valueOf(name)])) as Record<TextName, string>;

export const emptyDraft: ContactDraft = {
  ...textsFrom(() => ""),
  emails: [],
  phones: [],
  urls: [],
  addresses: [],
  birthday: { day: "", month: "", year: "" },
  every: "",
  networkIds: [],
};

export function draftOf(contact: Contact): ContactDraft {
  const listOf = (list: Contact["emails"]) =>
    list.map(({ value, label }) => ({ value, label: label ?? "" }));
  const [, year = "", month = "", day = ""] =
    /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(contact.birthday ?? "") ?? [];
  return {
    ...textsFrom((name) => contact[name] ?? ""),
    emails: listOf(contact.emails),
    phones: listOf(contact.phones),
    urls: listOf(contact.urls),
    addresses: contact.addresses.map((address) => ({
      label: address.label ?? "",
      street: address.street ?? "",
      postalCode: address.postalCode ?? "",
      city: address.city ?? "",
      region: address.region ?? "",
      country: address.country ?? "",
    })),
    birthday: {
      day: day && String(Number(day)),
      month: month && String(Number(month)),
      year: year === "-" ? "" : year,
    },
    every: contact.contactFrequencyDays ? String(contact.contactFrequencyDays) : "",
    networkIds: contact.networkIds,
  };
}

const padded = (text: string, length: number) => text.padStart(length, "0");

/** The members of a contact that the draft makes; rows without a value are left out. */
function bodyOf(draft: ContactDraft) {
  const text = (value: string) => value.trim() || null;
  const listOf = (list: MethodDraft[]) =>
    list.filter(({ value }) => value.trim()).map(({ value, label }) => ({
      value: value.trim(),
      label: text(label),
    }));
  const { day, month, year } = draft.birthday;
  const named = day || month || year;
  return {
    ...Object.fromEntries(textNames().map((name) => [name, text(draft[name])])),
    emails: listOf(draft.emails),
    phones: listOf(draft.phones),
    urls: listOf(draft.urls),
    addresses: draft.addresses.filter((address) =>
      Object.values(address).some((part) => part.trim())
    )
      .map((address) =>
        Object.fromEntries(Object.entries(address).map(([part, value]) => [part, text(value)]))
      ),
    birthday: named
      ? `${year ? padded(year, 4) : "-"}-${padded(month, 2)}-${padded(day, 2)}`
      : null,
    contactFrequencyDays: draft.every ? Number(draft.every) : null,
    networkIds: [...draft.networkIds].sort(),
  };
}

/** The members that differ from those of another draft. */
export const changesOf = (draft: ContactDraft, base: ContactDraft): ContactUpdate =>
  changed(bodyOf(draft), bodyOf(base));
