// Puts the records of a file together into parts that the service takes, each a file of its own.
import { bodyLimit, recordLimit } from "../../../functions/kith/core/limits.ts";
import type { DroppedProperty } from "../types.ts";

/** Bytes and records of a file that one request takes. */
export const partLimits = { bytes: bodyLimit, records: recordLimit };

/** What a request says of a table, besides the file. */
export interface Said {
  mapping?: Record<string, string> | undefined;
  columns?: Record<string, string> | undefined;
  header?: boolean | undefined;
  newFields?: boolean | undefined;
}

/** A part of a file that is a file of its own. */
export interface Part {
  bytes: Uint8Array;
  contentType: string;
  /** How many records it has. */
  records: number;
  /** How many of the first rows are those of other parts, repeated because they and others of this part refer to each other. */
  repeated: number;
  /** What of it is left out, because it is larger than a request may be. */
  dropped: DroppedProperty[];
  said: Said;
  /** The line in the whole file of a line of the part. */
  lineOf(line: number): number;
  /** The part in two, where it turns out to have too many records after all; null where it has one. */
  halves(): [Part, Part] | null;
}

/** A record of a file, and on which of its lines it begins, from 1. */
export interface FileRecord {
  bytes: number;
  line: number;
  /** Others that every part with it has, too, because it refers to them, or they to it. */
  needs?: FileRecord[];
}

/** What a part has besides what follows from its records. */
type Written =
  & Pick<Part, "bytes" | "lineOf">
  & Partial<Pick<Part, "repeated" | "dropped" | "said">>;

/** How records are written as a file. */
export interface Writing<Of extends FileRecord> {
  contentType: string;
  /** Bytes of what is around the records. */
  frameBytes(isFirst: boolean): number;
  write(records: Of[], isFirst: boolean): Written;
}

/** Records in as few parts as the limits allow. */
export function pack<Of extends FileRecord>(records: Of[], writing: Writing<Of>): Part[] {
  const parts: Of[][] = [];
  const known = new Set<FileRecord>();
  let bytes = 0;
  for (const record of records) {
    const added = () => [record, ...record.needs ?? []].filter((each) => !known.has(each));
    const addedBytes = () => added().reduce((sum, each) => sum + each.bytes, 0);
    const isFull = bytes + addedBytes() > partLimits.bytes ||
      known.size + added().length > partLimits.records;
    if (parts.length === 0 || isFull) {
      bytes = writing.frameBytes(parts.length === 0);
      known.clear();
      parts.push([]);
    }
    bytes += addedBytes();
    for (const each of added()) known.add(each);
    parts.at(-1)!.push(record);
  }
  return parts.map((some, index) => partOf(some, writing, index === 0));
}

function partOf<Of extends FileRecord>(
  records: Of[],
  writing: Writing<Of>,
  isFirst: boolean,
): Part {
  const middle = records.length >> 1;
  return {
    contentType: writing.contentType,
    records: records.length,
    repeated: 0,
    dropped: [],
    said: {},
    ...writing.write(records, isFirst),
    halves: () =>
      middle === 0 ? null : [
        partOf(records.slice(0, middle), writing, isFirst),
        partOf(records.slice(middle), writing, false),
      ],
  };
}

/** A record that is a piece of the file as it is. */
export interface Span extends FileRecord {
  start: number;
  /** Where it ends; it may need more bytes, for the lines of groups that name it. */
  end: number;
  /** The groups that it is a member of. */
  needs?: Group[];
  /** What it is called by groups. */
  names?: string[];
  group?: Group;
}

/** A group of other records of the file: every part has it with those members that the part has. */
export interface Group extends FileRecord {
  /** Its lines, and whom each names; null for what is not about a member. */
  lines: { bytes: Uint8Array; member: string | null }[];
}

/** How records of a file are written that follow each other. @param known the names of all records */
export function spansOf(
  file: Uint8Array,
  contentType: string,
  known: ReadonlySet<string> = new Set(),
): Writing<Span> {
  return {
    contentType,
    frameBytes: () => 0,
    write(spans) {
      const own = new Set(spans.flatMap(({ group }) => group ?? []));
      const names = new Set(spans.flatMap((span) => span.names ?? []));
      const repeated = new Set(
        spans.flatMap(({ needs = [] }) => needs.filter((group) => !own.has(group))),
      );
      const pieces: { bytes: Uint8Array; line: number }[] = [];
      const add = ({ lines, line }: Group, has: (member: string) => boolean) => {
        const kept = lines.filter(({ member }) => member === null || has(member));
        pieces.push({ bytes: concat(kept.map(({ bytes }) => bytes)), line });
      };
      for (const group of repeated) add(group, (member) => names.has(member));
      for (const { start, end, line, group } of spans) {
        // Members that no part has are named once.
        if (group) add(group, (member) => names.has(member) || !known.has(member));
        else pieces.push({ bytes: file.subarray(start, end), line });
      }
      return { ...joined(pieces), repeated: repeated.size };
    },
  };
}

/** Pieces of a file, one after the other. */
function joined(pieces: { bytes: Uint8Array; line: number }[]): Pick<Part, "bytes" | "lineOf"> {
  let next = 1;
  const places = pieces.map(({ bytes, line }) => {
    const place = { at: next, line };
    next += lineEndsIn(bytes);
    return place;
  });
  return {
    bytes: concat(pieces.map(({ bytes }) => bytes)),
    lineOf(line) {
      const after = places.findIndex(({ at }) => at > line);
      const place = places[(after < 0 ? places.length : Math.max(after, 1)) - 1]!;
      return line - place.at + place.line;
    },
  };
}

const [lf, cr] = [10, 13];

/** How many lines end in a text: with CR LF, LF, CR, or with CR CR LF as some programs write it. */
export function lineEndsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === lf) count += 1;
    else if (bytes[at] === cr && bytes[at + 1] !== lf) {
      if (bytes[at + 1] === cr && bytes[at + 2] === lf) at += 2;
      count += 1;
    }
  }
  return count;
}

export function concat(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
