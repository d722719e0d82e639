import type { TextName } from "../contacts/fields.ts";
import type { Answer } from "../core/call.ts";

/** A page of an export, as the database writes it: what it says of itself, then a line for each row. */
export interface Page {
  /** The instant of the export, RFC 3339. */
  at: string;
  /** Where the next page begins; null after the last one. */
  next: object | null;
  /** Where the rest begins, of an export in parts; null after the last one. */
  follows?: string | null;
  /** How many items the longest lists of all contacts have, where that was asked for. */
  longest?: Record<"emails" | "phones" | "urls" | "addresses", number>;
  rows: Row[];
}

/** A row of one part of an export. */
export interface Row {
  /** A table of the database, or `profile`. */
  part: string;
  /** The JSON of the resource, as the API shows it. */
  json: string;
}

/** Reads a page; the JSON of the rows is not parsed, because not every format needs that. */
export function readPage({ body }: Answer): Page {
  const [head = "", ...lines] = body!.split("\n");
  const rows = lines.map((line) => {
    const space = line.indexOf(" ");
    return { part: line.slice(0, space), json: line.slice(space + 1) };
  });
  return { ...JSON.parse(head), rows };
}

/** A contact, as the API shows it; what exports use of it. */
export interface Contact extends Record<TextName, string | null> {
  id: string;
  displayName: string;
  emails: Item[];
  phones: Item[];
  urls: Item[];
  addresses: Address[];
  birthday: string | null;
  isFavorite: boolean;
  isArchived: boolean;
  networkIds: string[];
  contactFrequencyDays: number | null;
  lastContactedAt: string | null;
  updatedAt: string;
}

export interface Item {
  value: string;
  label: string | null;
}

export interface Address {
  label: string | null;
  street: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

/** Creates what reads the contacts of each page, with the names of their networks; the networks come before the contacts. */
export function createContactReader(): (page: Page) => [contact: Contact, networks: string[]][] {
  const names = new Map<string, string>();
  return ({ rows }) => {
    const contacts: [Contact, string[]][] = [];
    for (const { part, json } of rows) {
      if (part === "networks") {
        const { id, name } = JSON.parse(json);
        names.set(id, name);
      } else {
        const contact: Contact = JSON.parse(json);
        contacts.push([contact, contact.networkIds.flatMap((id) => names.get(id) ?? [])]);
      }
    }
    return contacts;
  };
}
