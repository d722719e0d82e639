// What the export of an account of Monica is made of. The client cuts files by it, too, so it knows no schemas.
import { isObject, type Item, listOf, objectOf, textOf } from "./json-items.ts";
import { findDeepLines } from "./places.ts";

/** Whether a document is the export of an account of Monica 4 (`JsonExportAccount` in its source). */
export function isMonica(document: unknown): document is Item {
  return isObject(document) && typeof document["app_version"] === "string" &&
    isObject(document["account"]) && Array.isArray(document["account"]["data"]);
}

/** The items of a type in an account or a contact. */
export function itemsOf({ data }: Item, type: string): Item[] {
  return listOf(data).filter((entry) => entry["type"] === type)
    .flatMap(({ values }) => listOf(values));
}

/** The lines on which the contacts begin: all items of the account's lists are as deep, in order. */
export function linesOfContacts(account: Item, text: string): number[] {
  const lines = findDeepLines(text, 5);
  let before = 0;
  for (const entry of listOf(account["data"])) {
    const count = Array.isArray(entry["values"]) ? entry["values"].length : 0;
    if (entry["type"] === "contact") return lines.slice(before, before + count);
    before += count;
  }
  return [];
}

/** The id of a contact's picture among the photos of the account; empty where it has none. */
export const pictureOf = (contact: Item): string =>
  textOf(objectOf(objectOf(contact["properties"])["avatar"])["avatar_photo"]);

/** The ids of the activities that a contact took part in. */
export const activitiesOf = (contact: Item): string[] =>
  listOf(contact["data"]).filter(({ type }) => type === "activity")
    .flatMap(({ values }) => Array.isArray(values) ? values.map(textOf) : []);
