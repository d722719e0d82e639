// What readers of files find: records and errors, with what is left out and what is asked.
import type { FileKind } from "../../kinds/kinds.ts";
import type { Dropped, DroppedProperty, Question, ReadError } from "./reading.ts";

export * from "./reading.ts";

/** Notes and networks that one contact of a file may have. */
export const listLimits = { notes: 20, networks: 100, related: 50 };

export type PhotoType = "image/jpeg" | "image/png" | "image/webp";

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

/** Somebody who is related to a contact of a file. */
export interface Related {
  kind: string;
  /** What they are called, where that is more than the kind's word. */
  label?: string;
  /** Of another contact, of this file or one before. */
  uid?: string;
  name?: string;
}

/** A value of a field of one's own: how the field is called, what its values are, and the value as a text. */
export interface OwnValue {
  name: string;
  type: string;
  text: string;
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
  /** Who is related to a contact. */
  relationships?: Related[];
  /** Values of fields of one's own, until the fields of the whole file are known. */
  own?: OwnValue[];
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

/** A record that cannot be read or breaks a rule. */
export interface ImportError extends ReadError {
  /** What it would have been; a contact where it is absent. */
  resource?: ImportRecord["resource"];
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
