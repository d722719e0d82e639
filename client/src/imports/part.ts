import type { DroppedProperty } from "../types.ts";

/** Bytes and records of a file that one request takes. */
export const partLimits = { bytes: 1_048_576, records: 1_000 };

/** A part of a file that is a file of its own. */
export interface Part {
  bytes: Uint8Array;
  contentType: string;
  /** How many records it has. */
  records: number;
  /** How many of the first rows are those of parts before, repeated because others refer to them. */
  repeated: number;
  /** What of it is left out, because it is larger than a request may be. */
  dropped: DroppedProperty[];
  /** The line in the whole file of a line of the part. */
  lineOf(line: number): number;
  /** The part in two, where it turns out to have too many records after all; null where it has one. */
  halves(): [Part, Part] | null;
}

/** A record of a file, and on which of its lines it begins, from 1. */
export interface Item {
  bytes: number;
  line: number;
  /** Others that every part with it has, too, because it refers to them. */
  needs?: Item[];
}

/** How items are written as a file. */
export interface Writing<Of extends Item> {
  contentType: string;
  /** Bytes of what is around the items. */
  frameBytes(isFirst: boolean): number;
  write(
    items: Of[],
    isFirst: boolean,
  ): Pick<Part, "bytes" | "lineOf"> & Partial<Pick<Part, "repeated" | "dropped">>;
}

/** Items in as few parts as the limits allow. */
export function pack<Of extends Item>(items: Of[], writing: Writing<Of>): Part[] {
  const parts: Of[][] = [];
  const known = new Set<Item>();
  let bytes = 0;
  for (const item of items) {
    const added = () => [item, ...item.needs ?? []].filter((each) => !known.has(each));
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
    parts.at(-1)!.push(item);
  }
  return parts.map((some, index) => partOf(some, writing, index === 0));
}

function partOf<Of extends Item>(items: Of[], writing: Writing<Of>, isFirst: boolean): Part {
  const middle = items.length >> 1;
  return {
    contentType: writing.contentType,
    records: items.length,
    repeated: 0,
    dropped: [],
    ...writing.write(items, isFirst),
    halves: () =>
      middle === 0 ? null : [
        partOf(items.slice(0, middle), writing, isFirst),
        partOf(items.slice(middle), writing, false),
      ],
  };
}

/** A record that is a piece of the file as it is. */
export interface Span extends Item {
  start: number;
}

/**
 * How records of a file are written that follow each other.
 * @param head where the first record begins: every part has what is before it, as the header of a table
 */
export function spansOf(
  file: Uint8Array,
  contentType: string,
  head: Pick<Span, "start" | "line"> = { start: 0, line: 1 },
): Writing<Span> {
  return {
    contentType,
    frameBytes: () => head.start,
    write(spans) {
      const [first, last] = [spans[0]!, spans.at(-1)!];
      const body = file.subarray(first.start, last.start + last.bytes);
      return {
        bytes: head.start === 0 ? body : concat([file.subarray(0, head.start), body]),
        lineOf: (line) => line < head.line ? line : line - head.line + first.line,
      };
    },
  };
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
