import { problems, type Violation } from "../../core/problems.ts";
import { pointerToken } from "../../core/json.ts";
import { addressFields, type Field, singleFields, type Target } from "./csv-columns.ts";

/** The words of a mapping, by the fields that they stand for. */
const fields: Record<string, Field> = {
  ...Object.fromEntries(singleFields.map((field) => [field, field])),
  ...Object.fromEntries(addressFields.map((field) => [field, field])),
  email: "emails",
  phone: "phones",
  url: "urls",
  networks: "networks",
  note: "note",
  ignore: "nothing",
};

/** Words that may have a label after a colon: `phone:work`, `city:home`. */
const withLabel = ["email", "phone", "url", ...addressFields];

/** What may be said of birthdays that are written with numbers. */
const dayOrders = ["day-first", "month-first"];

/** What the columns of a file may be mapped to, as it is described to clients. */
export const mappingWords: readonly string[] = Object.keys(fields);

/**
 * What each column is, by the mapping of a request. Parts of an address with the same label are one address.
 * @throws Problem validation_failed where it names no column of the file, or a field that does not exist
 */
export function mapColumns(headers: string[], mapping: Record<string, string>): (Target | null)[] {
  const given = new Map(Object.entries(mapping).map(([column, word]) => [column.trim(), word]));
  const columns = new Set(headers);
  const violations: Violation[] = [];
  const refuse = (column: string, message: string) => {
    const pointer = `/mapping${pointerToken(column)}`;
    violations.push({ in: "query", pointer, code: "invalid_format", message });
  };
  for (const [column, word] of given) {
    if (!columns.has(column)) refuse(column, "The file has no such column.");
    else if (toTarget(word, column) === null) {
      refuse(
        column,
        `Must be one of ${
          mappingWords.join(", ")
        }; some with a label: phone:work, birthday:day-first.`,
      );
    }
  }
  if (violations.length > 0) throw problems.validationFailed(violations);
  return headers.map((header) => given.has(header) ? toTarget(given.get(header)!, header) : null);
}

function toTarget(text: unknown, column: string): Target | null {
  if (typeof text !== "string") return null;
  const colon = text.indexOf(":");
  const word = (colon < 0 ? text : text.slice(0, colon)).trim();
  const label = colon < 0 ? null : text.slice(colon + 1).trim() || null;
  const isOrder = word === "birthday" && dayOrders.includes(label ?? "");
  if (!Object.hasOwn(fields, word)) return null;
  if (label !== null && !withLabel.includes(word) && !isOrder) return null;
  const isPart = (addressFields as readonly string[]).includes(word);
  const slot = isPart ? `address ${label ?? ""}` : column;
  return { field: fields[word]!, slot, label, isList: true };
}
