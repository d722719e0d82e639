import { type TextName, textNames } from "../../../../functions/kith/contacts/fields.ts";
import type { Contact, ContactCreate } from "@kith/client";
import { bodyFrom, draftFrom } from "../../hooks/drafts.ts";
import { formatBirthday } from "../../ui/dates.ts";
import { parseBirthday } from "../../ui/day-words.ts";

const emptyMethod = { value: "", label: "" };

/** An e-mail address, a phone number or a link. */
export type MethodDraft = typeof emptyMethod;

export const emptyAddress = {
  label: "",
  street: "",
  postalCode: "",
  city: "",
  region: "",
  country: "",
};

export type AddressDraft = typeof emptyAddress;

export const methods = ["phones", "emails", "urls"] as const;

/** What the form for a contact holds; a new one starts with a row for each of what most people have. */
const newDraft = {
  ...Object.fromEntries(textNames().map((name) => [name, ""])) as Record<TextName, string>,
  emails: [emptyMethod],
  phones: [emptyMethod],
  urls: [] as MethodDraft[],
  addresses: [] as AddressDraft[],
  /** As it is typed. */
  birthday: "",
  /** Days, or empty for never. */
  contactFrequencyDays: "",
  networkIds: [] as string[],
};

export type ContactDraft = typeof newDraft;

export function draftOf(contact: Contact | undefined): ContactDraft {
  if (!contact) return newDraft;
  const { emails, phones, urls, addresses, birthday, contactFrequencyDays } = contact;
  const listOf = <D extends object>(empty: D, list: object[]) =>
    list.map((each) => draftFrom(empty, each));
  return {
    ...draftFrom(newDraft, contact),
    emails: listOf(emptyMethod, emails),
    phones: listOf(emptyMethod, phones),
    urls: listOf(emptyMethod, urls),
    addresses: listOf(emptyAddress, addresses),
    birthday: birthday ? birthdayText(birthday) : "",
    contactFrequencyDays: String(contactFrequencyDays ?? ""),
  };
}

/** As the browser writes it, where that can be read again. */
function birthdayText(birthday: string): string {
  const words = formatBirthday(birthday);
  return parseBirthday(words, navigator.language) === birthday ? words : birthday;
}

/** The members of a contact that the draft makes; rows without a value are left out. */
export function bodyOf(draft: ContactDraft): ContactCreate {
  const { birthday, contactFrequencyDays, ...body } = bodyFrom(draft);
  const listOf = (list: MethodDraft[]) =>
    list.filter(({ value }) => value.trim())
      .map(({ value, label }) => ({ value: value.trim(), ...bodyFrom({ label }) }));
  return {
    ...body,
    emails: listOf(draft.emails),
    phones: listOf(draft.phones),
    urls: listOf(draft.urls),
    addresses: draft.addresses.map(bodyFrom)
      .filter((address) => Object.values(address).some(Boolean)),
    // What cannot be read is refused by the API, with the field.
    birthday: birthday && (parseBirthday(birthday, navigator.language) ?? birthday),
    contactFrequencyDays: contactFrequencyDays ? Number(contactFrequencyDays) : null,
    networkIds: [...draft.networkIds].sort(),
  };
}
