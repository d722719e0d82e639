import type { FileKind } from "../../kinds/kinds.ts";

/** Records that one file may have, with those that cannot be read; larger files are sent in parts. */
export const recordLimit = 1_000;

/** Notes and networks that one contact of a file may have. */
export const listLimits = { notes: 20, networks: 100 };

export type PhotoType = "image/jpeg" | "image/png" | "image/webp";

/** What one record refers to, as `uid` of other records. */
export interface ImportRefs {
  contactUids?: string[];
  noteTypeUid?: string | null;
  networkUids?: string[];
  /** The reminder that was made when this one was completed. */
  nextUid?: string;
  /** Of a reminder: whether nobody has changed it since it was made. */
  isAsMade?: boolean;
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

/** A record that cannot be read or breaks a rule; the others are not affected. */
export interface ImportError {
  line: number;
  message: string;
  pointer?: string;
  /** What it would have been; a contact where it is absent. */
  resource?: ImportRecord["resource"];
}

/** What of a file has no field, with the reason after a colon where it has one; and how often. */
export interface DroppedProperty {
  property: string;
  count: number;
}

export interface ParsedFile {
  format: "vcard" | "csv" | "json" | "ldif";
  records: ImportRecord[];
  errors: ImportError[];
  dropped: DroppedProperty[];
}

export interface ParseOptions {
  /** For CSV: the field of each column; columns that are absent are dropped. */
  mapping?: Record<string, string>;
  /** For CSV: what is between cells; found in the file where it is absent. */
  delimiter?: string;
}
