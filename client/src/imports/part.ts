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

/** How items are written as a file. */
export interface Writing<Item> {
  contentType: string;
  /**
   * What says of one item after the other how large a part is with it.
   * @param isFirst whether it is the first part
   */
  measure(isFirst: boolean): (item: Item) => { bytes: number; records: number };
  write(
    items: Item[],
    isFirst: boolean,
  ): Pick<Part, "bytes" | "lineOf"> & Partial<Pick<Part, "repeated" | "dropped">>;
}

/** Items in as few parts as the limits allow. */
export function pack<Item>(items: Item[], writing: Writing<Item>): Part[] {
  const parts: Part[] = [];
  let some: Item[] = [];
  let measure = writing.measure(true);
  const close = () => {
    parts.push(partOf(some, writing, parts.length === 0));
    some = [];
    measure = writing.measure(false);
  };
  for (const item of items) {
    const { bytes, records } = measure(item);
    if (some.length > 0 && (bytes > partLimits.bytes || records > partLimits.records)) {
      close();
      measure(item);
    }
    some.push(item);
  }
  if (some.length > 0) close();
  return parts;
}

function partOf<Item>(items: Item[], writing: Writing<Item>, isFirst: boolean): Part {
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

/** A record of a file: where it is, and the line on which it begins, from 1. */
export interface Span {
  start: number;
  end: number;
  line: number;
}

/**
 * How records of a file are written that follow each other.
 * @param head where the first record begins: every part has what is before it, as the header of a table
 */
export function spansOf(
  bytes: Uint8Array,
  contentType: string,
  head: Omit<Span, "end"> = { start: 0, line: 1 },
): Writing<Span> {
  return {
    contentType,
    measure() {
      let [first, records]: [Span | undefined, number] = [undefined, 0];
      return (span) => {
        first ??= span;
        return { bytes: head.start + span.end - first.start, records: ++records };
      };
    },
    write(spans) {
      const [first, last] = [spans[0]!, spans.at(-1)!];
      const body = bytes.subarray(first.start, last.end);
      return {
        bytes: head.start === 0 ? body : concat([bytes.subarray(0, head.start), body]),
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
