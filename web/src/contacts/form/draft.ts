import { type TextName, textNames } from "../../../../functions/kith/contacts/fields.ts";
import type { Contact, ContactCreate } from "@kith/client";
import { formatBirthday } from "../../ui/dates.ts";
import { parseBirthday } from "../../ui/day-words.ts";

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
  /** As it is typed. */
  birthday: string;
  /** Days, or empty for never. */
  every: string;
  networkIds: string[];
}

export const methods = ["phones", "emails", "urls"] as const;

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

/** A new contact starts with a row for each of what most people have. */
const newDraft: ContactDraft = {
  ...textsFrom(() => ""),
  emails: [{ value: "", label: "" }],
  phones: [{ value: "", label: "" }],
  urls: [],
  addresses: [],
  birthday: "",
  every: "",
  networkIds: [],
};

export function draftOf(contact: Contact | undefined): ContactDraft {
  if (!contact) return newDraft;
  const listOf = (list: Contact["emails"]) =>
    list.map(({ value, label }) => ({ value, label: label ?? "" }));
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
    birthday: contact.birthday ? birthdayText(contact.birthday) : "",
    every: contact.contactFrequencyDays ? String(contact.contactFrequencyDays) : "",
    networkIds: contact.networkIds,
  };
}

/** As the browser writes it, where that can be read again. */
function birthdayText(birthday: string): string {
  const words = formatBirthday(birthday);
  return parseBirthday(words, navigator.language) === birthday ? words : birthday;
}

/** The members of a contact that the draft makes; rows without a value are left out. */
export function bodyOf(draft: ContactDraft): ContactCreate {
  const text = (value: string) => value.trim() || null;
  const listOf = (list: MethodDraft[]) =>
    list.filter(({ value }) => value.trim()).map(({ value, label }) => ({
      value: value.trim(),
      label: text(label),
    }));
  const birthday = draft.birthday.trim();
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
    // What cannot be read is refused by the API, with the field.
    birthday: birthday ? parseBirthday(birthday, navigator.language) ?? birthday : null,
    contactFrequencyDays: draft.every ? Number(draft.every) : null,
    networkIds: [...draft.networkIds].sort(),
  };
}
