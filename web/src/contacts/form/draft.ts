/** What the form of a contact holds, and the body that it sends. */
import { type TextName, textNames } from "../../../../functions/kith/contacts/fields.ts";
import type { Contact, ContactCreate } from "@kith/client";
import { bodyFrom, draftFrom } from "../../hooks/drafts.ts";
import { formatBirthday } from "../../base/dates.ts";
import { parseBirthday } from "../../base/day-words.ts";

/** An e-mail address, a phone number or a link. */
export const emptyMethod = { value: "", label: "" };

export const emptyAddress = {
  street: "",
  postalCode: "",
  city: "",
  region: "",
  country: "",
  label: "",
};

/** Whether something of a list is sent: a method with a value, and an address that has anything but a label. */
export const isGiven = ({ value, ...parts }: { [part: string]: string }) =>
  (value === undefined ? Object.values(parts) : [value]).some((part) => part.trim());

/** What the form for a contact holds; a new one starts with a row for each of what most people have. */
const newDraft = {
  ...Object.fromEntries(textNames().map((name) => [name, ""])) as Record<TextName, string>,
  emails: [emptyMethod],
  phones: [emptyMethod],
  urls: [] as (typeof emptyMethod)[],
  addresses: [] as (typeof emptyAddress)[],
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
  const listOf = (list: (typeof emptyMethod)[]) =>
    list.filter(isGiven).map(({ value, label }) => ({
      value: value.trim(),
      ...bodyFrom({ label }),
    }));
  return {
    ...body,
    emails: listOf(draft.emails),
    phones: listOf(draft.phones),
    urls: listOf(draft.urls),
    addresses: draft.addresses.filter(isGiven).map(bodyFrom),
    // What cannot be read is refused by the API, with the field.
    birthday: birthday && (parseBirthday(birthday, navigator.language) ?? birthday),
    contactFrequencyDays: contactFrequencyDays ? Number(contactFrequencyDays) : null,
    networkIds: [...draft.networkIds].sort(),
  };
}
