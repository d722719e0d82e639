// Values of a file that become fields of one's own.
import {
  type Dropped,
  type ImportRecord,
  newRecord,
  type OwnValue,
  type ParsedFile,
} from "./types.ts";
import type { Found } from "./contact.ts";
import { isStorable } from "../../core/json.ts";
import { inOneLine } from "./lines.ts";

/** Fields that an account may have. */
const fieldLimit = 50;

/** Bytes that the values of a contact may have together. */
const bytesLimit = 16_000;

/** Types of fields of which a text says all. Choices need their options, which no such file has. */
const plainTypes = ["number", "boolean", "date", "url"];

/** The values of a contact that can be kept, one a field. */
export function checkOwn(own: Found<OwnValue>[], dropped: Dropped): OwnValue[] {
  const valid = new Map<string, OwnValue>();
  let bytes = 0;
  for (const { value, from } of own) {
    const [name, text] = [inOneLine(value.name).trim(), value.text.trim()];
    if (text === "") continue;
    bytes += new TextEncoder().encode(name + text).length + 10;
    if (valid.has(name.toLowerCase())) dropped.add(from, "a contact has one");
    else if (name === "" || [...name].length > 100) {
      dropped.add(from, "it has no name that a field can have");
    } else if ([...text].length > 1_000) dropped.add(from, "it has more than 1,000 characters");
    else if (!isStorable(name + text)) dropped.add(from, "it has a character that is none");
    else if (valid.size === fieldLimit) dropped.add(from, `a contact has at most ${fieldLimit}`);
    else if (bytes > bytesLimit) dropped.add(from, "a contact has at most 16 KiB of them");
    else valid.set(name.toLowerCase(), { ...value, name, text });
  }
  return [...valid.values()];
}

/** A file with the fields that its contacts have values of, which come first, and with the values by the keys of these. */
export function withOwnFields(parsed: ParsedFile): ParsedFile {
  const fields = new Map<string, ImportRecord>();
  const keys = new Set<string>();
  const dropped = new Map<string, number>();
  for (const record of parsed.records) {
    const { own = [] } = record;
    delete record.own;
    if (own.length === 0) continue;
    const custom: Record<string, string> = {};
    for (const { name, type, text } of own) {
      const field = fields.get(name.toLowerCase());
      if (!field && fields.size === fieldLimit) {
        const property = `${name.slice(0, 80)}: there are at most ${fieldLimit} fields`;
        dropped.set(property, (dropped.get(property) ?? 0) + 1);
        continue;
      }
      const key = field?.value["key"] as string ?? keyFor(name, keys);
      if (!field) {
        const body = { key, name, type: plainTypes.includes(type) ? type : "text" };
        fields.set(name.toLowerCase(), newRecord(record.line, "field", null, body));
      }
      custom[key] = text;
    }
    record.value["custom"] = custom;
  }
  if (fields.size === 0) return parsed;
  const more = [...dropped].map(([property, count]) => ({ property, count }));
  return {
    ...parsed,
    records: [...fields.values(), ...parsed.records],
    dropped: [...parsed.dropped, ...more],
  };
}

/** A key for a field of this name, as the database makes one; the account's field of the name has its own. */
function keyFor(name: string, taken: Set<string>): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss")
    .split(/[^a-z0-9]/).filter((part) => part !== "").join("_").slice(0, 40);
  const made = /^[a-z]/.test(plain) ? plain : plain === "" ? "field" : `field_${plain}`;
  let key = made;
  for (let number = 2; taken.has(key); number++) key = `${made}_${number}`;
  taken.add(key);
  return key;
}
