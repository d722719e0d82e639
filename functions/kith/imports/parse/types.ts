// What readers of files find: records, errors, what is left out and what is asked.
import { uuidPattern } from "../../core/fields.ts";
import type { ReadBy } from "../../core/call.ts";
import { isStorable } from "../../core/json.ts";
import type { FileKind } from "../../kinds/kinds.ts";

/** Records that one file may have, with those that cannot be read; larger files are sent in parts. */
export const recordLimit = 1_000;

/** Notes and networks that one contact of a file may have. */
export const listLimits = { notes: 20, networks: 100 };

export type PhotoType = "image/jpeg" | "image/png" | "image/webp";

/**
 * Characters of a cell, property or attribute that are looked at. Pictures may be longer, and so may what a note or a
 * description is made of, which nothing takes apart.
 */
const valueLimit = 32_768;

/** Whether a value is too long to be looked at; then it is listed. */
export function isTooLong(length: number, property: string, dropped: Dropped): boolean {
  if (length > valueLimit) dropped.add(property, "it is longer than 32 KiB");
  return length > valueLimit;
}

/** What one record refers to, as `uid` of other records. */
export interface ImportRefs {
  contactUids?: string[];
  noteTypeUid?: string | null;
  networkUids?: string[];
  /** The reminder that was created when this one was completed. */
  nextUid?: string;
  /** Of a reminder: whether nobody has changed it since it was made. */
  isUnchanged?: boolean;
}

/** One thing of a file, as it would be written. */
export interface ImportRecord {
  /** The first line in the file, from 1. */
  line: number;
  resource: FileKind;
  /** UID of a vCard, or id in Kith's JSON: without `urn:uuid:`, in lower case where it is a UUID. */
  uid: string | null;
  /** The body that would create it, checked by the schema of the resource. */
  value: Record<string, unknown>;
  /** Names of the networks of a contact. */
  networks: string[];
  notes: { content: string; occurredAt?: string }[];
  photo: { type: PhotoType; bytes: Uint8Array } | null;
  refs?: ImportRefs;
}

/** A record with these members and no others yet. */
export function newRecord(
  line: number,
  resource: FileKind,
  uid: string | null,
  value: ImportRecord["value"],
): ImportRecord {
  return { line, resource, uid, value, networks: [], notes: [], photo: null };
}

/** A record that cannot be read or breaks a rule; the others are not affected. */
export interface ImportError {
  line: number;
  message: string;
  pointer?: string;
  /** What it would have been; a contact where it is absent. */
  resource?: ImportRecord["resource"];
}

/** What is left out of a file, with the reason after a colon where there is a field for it; and how often. */
export interface DroppedProperty {
  property: string;
  count: number;
}

export interface ParsedFile {
  format: "vcard" | "csv" | "json" | "ldif";
  records: ImportRecord[];
  errors: ImportError[];
  dropped: DroppedProperty[];
  questions: Question[];
}

/** A file of what was found in it, in the order of its lines. */
export function parsedFile(
  format: ParsedFile["format"],
  found: (ImportRecord | ImportError)[],
  dropped: Dropped,
): ParsedFile {
  const ordered = found.toSorted((one, other) => one.line - other.line);
  return {
    format,
    records: ordered.filter((each) => !("message" in each)) as ImportRecord[],
    errors: ordered.filter((each) => "message" in each),
    dropped: dropped.list(),
    questions: [],
  };
}

/** What a file does not tell, how it was read, and what can be said instead; see `questions` of an import. */
export interface Question {
  kind: "dayOrder" | "header";
  /** The column that it is about. */
  column: string | null;
  /** How many values it is about. */
  count: number;
  /** Some of these. */
  examples: string[];
  readAs: string;
  answers: string[];
}

/** How a file is to be read. */
export interface ReadOptions extends ReadBy {
  mapping?: Mapping | undefined;
  /** As the mapping, for some columns. */
  columns?: Mapping | undefined;
  /** Whether a table has a line with the names of its columns; where it is not given, the file tells. */
  header?: boolean | undefined;
}

/** For CSV: the field of each column; columns that are absent are dropped. */
export type Mapping = Record<string, string>;

/** Properties that are listed by name; files may have any number of made-up ones. */
const nameLimit = 100;

/** Characters of a name that are listed. */
const nameLength = 80;

/** Values that are named of those that are left out for one reason. */
const exampleLimit = 3;

/** Counts what is left out of a file. */
export class Dropped {
  readonly #listed = new Map<string, DroppedProperty & { values: string[] }>();
  #others = 0;

  /**
   * @param reason why it is left out, where there is a field for it
   * @param value what is left out, of which the first ones are named
   */
  add(property: string, reason?: string, count = 1, value?: string): void {
    // Any number of values may be dropped for one name, which may be as long as the file.
    property = property.slice(0, 2 * nameLength);
    const key = reason === undefined ? property : `${property}: ${reason}`;
    const before = this.#listed.get(key);
    if (before) before.count += count;
    else if (this.#listed.size === nameLimit) this.#others += count;
    else this.#listed.set(key, { property: nameOf(property, reason), count, values: [] });
    const values = this.#listed.get(key)?.values ?? [];
    if (value !== undefined && values.length < exampleLimit && !values.includes(value)) {
      values.push(value.slice(0, 2 * nameLength));
    }
  }

  /** The same for a value, which is named. */
  addValue(property: string, reason: string, value: string): void {
    this.add(property, reason, 1, value);
  }

  list(): DroppedProperty[] {
    const others = { property: "others", count: this.#others };
    const listed = [...this.#listed.values()].map(({ property, count, values }) => ({
      property: values.length > 0 ? `${property} (${values.map(quoted).join(", ")})` : property,
      count,
    }));
    return [...listed, ...(this.#others > 0 ? [others] : [])];
  }
}

/** A text that is shown in a list, without what cannot be stored. */
function shortened(text: string, length: number): string {
  return [...text.replaceAll("\0", "").trim()].slice(0, length).join("").toWellFormed();
}

/** A value as it is named in a list. */
const quoted = (value: string) => `“${shortened(value, 40)}”`;

function nameOf(property: string, reason: string | undefined): string {
  const short = shortened(property, nameLength);
  const why = reason?.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
  return why === undefined ? short : `${short}: ${why}`;
}

/** Characters of a UID that are kept; no program writes longer ones. */
const uidLength = 255;

/** The form in which UIDs are compared: without `urn:uuid:`, in lower case where it is a UUID. Null where it cannot be kept. */
export function toUid(text: string): string | null {
  const uid = text.trim().replace(/^urn:uuid:/i, "");
  if (uid === "" || uid.length > uidLength || !isStorable(uid)) return null;
  return uuidPattern.test(uid) ? uid.toLowerCase() : uid;
}
