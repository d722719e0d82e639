/** What the form of a contact holds, and the body that it sends. */
import { type TextName, textNames } from "../../../../functions/kith/contacts/fields.ts";
import type { Contact, ContactCreate } from "@kith/client";
import { bodyFrom, draftFrom } from "../../hooks/drafts.ts";
import { dateKinds, readDateWord } from "../../../../functions/kith/core/date-kinds.ts";
import { dateInWords, formatBirthday } from "../../base/dates.ts";
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

/** A date as it is typed, and a word for what it is. */
export const emptyDate = { date: "", label: "" };

/** Whether something of a list is sent: a method with a value, a date with its day, and an address that has anything but a label. */
export const isGiven = ({ value, date = value, ...parts }: { [part: string]: string }) =>
  (date === undefined ? Object.values(parts) : [date]).some((part) => part.trim());

/** What the form for a contact holds; a new one starts with a row for each of what most people have. */
const newDraft = {
  ...Object.fromEntries(textNames().map((name) => [name, ""])) as Record<TextName, string>,
  emails: [emptyMethod],
  phones: [emptyMethod],
  urls: [] as (typeof emptyMethod)[],
  addresses: [] as (typeof emptyAddress)[],
  dates: [] as (typeof emptyDate)[],
  custom: {} as Record<string, unknown>,
  /** As it is typed. */
  birthday: "",
  /** Days, or empty for never. */
  contactFrequencyDays: "",
  networkIds: [] as string[],
};

export type ContactDraft = typeof newDraft;

export function draftOf(contact: Contact | undefined): ContactDraft {
  if (!contact) return newDraft;
  const { emails, phones, urls, addresses, dates, birthday, contactFrequencyDays } = contact;
  const listOf = <D extends object>(empty: D, list: object[]) =>
    list.map((each) => draftFrom(empty, each));
  return {
    ...draftFrom(newDraft, contact),
    emails: listOf(emptyMethod, emails),
    phones: listOf(emptyMethod, phones),
    urls: listOf(emptyMethod, urls),
    addresses: listOf(emptyAddress, addresses),
    dates: dates.map(({ kind, label, date }) => ({
      date: birthdayText(date),
      // The kind stays where the label does not say it.
      label: label && kind !== "other"
        ? `${dateInWords(kind)}: ${label}`
        : dateInWords(kind, label),
    })),
    birthday: birthday ? birthdayText(birthday) : "",
    contactFrequencyDays: String(contactFrequencyDays ?? ""),
  };
}

/** What a date is, by a word or by `Name day: Saint Anne`. */
function kindIn(text: string) {
  const [, word = text, label] = /^([^:]+): (.+)$/.exec(text) ?? [];
  const kind = dateKinds.find((kind) =>
    dateInWords(kind).toLowerCase() === word.trim().toLowerCase()
  );
  return kind ? { kind, label: label ?? null } : readDateWord(text);
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
    dates: draft.dates.filter(isGiven).map(({ date, label }) => ({
      date: parseBirthday(date, navigator.language) ?? date.trim(),
      ...kindIn(label),
    })),
    // What cannot be read is refused by the API, with the field.
    birthday: birthday && (parseBirthday(birthday, navigator.language) ?? birthday),
    contactFrequencyDays: contactFrequencyDays ? Number(contactFrequencyDays) : null,
    networkIds: [...draft.networkIds].sort(),
  };
}
