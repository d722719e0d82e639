import type { DroppedProperty } from "../types.ts";

/** Bytes and records of a file that one request takes. */
export const partLimits = { bytes: 1_048_576, records: 1_000 };

/** A record of a file: its bytes, and the line on which they begin, from 1. */
export interface Span {
  start: number;
  end: number;
  line: number;
}

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

/** What the parts of a file of text lines have in common. */
interface TextFile {
  bytes: Uint8Array;
  contentType: string;
  /** What each part begins with, as the header of a table. */
  head: Uint8Array;
  headLines: number;
}

/** The records of a file in as few parts as the limits allow. */
export function packSpans(file: TextFile, spans: Span[]): Part[] {
  const parts: Part[] = [];
  let first = 0;
  for (let next = 1; next <= spans.length; next++) {
    const bytes = next < spans.length
      ? file.head.length + spans[next]!.end - spans[first]!.start
      : Infinity;
    if (bytes <= partLimits.bytes && next - first < partLimits.records) continue;
    parts.push(textPart(file, spans.slice(first, next)));
    first = next;
  }
  return parts;
}

/** A part with records that follow each other. */
function textPart(file: TextFile, spans: Span[]): Part {
  const { head, headLines, contentType } = file;
  const [first, last] = [spans[0]!, spans.at(-1)!];
  const body = file.bytes.subarray(first.start, last.end);
  const middle = spans.length >> 1;
  return {
    bytes: head.length === 0 ? body : concat([head, body]),
    contentType,
    records: spans.length,
    repeated: 0,
    dropped: [],
    lineOf: (line) => line <= headLines ? line : line - headLines + first.line - 1,
    halves: () =>
      middle === 0
        ? null
        : [textPart(file, spans.slice(0, middle)), textPart(file, spans.slice(middle))],
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

/** Bytes that end lines and cells. */
export const [lf, cr, quote] = [0x0a, 0x0d, 0x22];

/** A line of a file: its bytes without its end, where the next one begins, and its number from 1. */
interface Line {
  start: number;
  end: number;
  next: number;
  line: number;
}

/** The lines of a file, which may end with CR LF, LF, CR, or with CR CR LF as some programs write it. */
export function* readLines(bytes: Uint8Array): Generator<Line> {
  let [start, line] = [0, 1];
  while (start < bytes.length) {
    let end = start;
    while (end < bytes.length && bytes[end] !== lf && bytes[end] !== cr) end += 1;
    let next = end + 1;
    if (bytes[end] === cr) {
      if (bytes[next] === lf) next += 1;
      else if (bytes[next] === cr && bytes[next + 1] === lf) next += 2;
    }
    yield { start, end, next: Math.min(next, bytes.length), line };
    [start, line] = [next, line + 1];
  }
}

/** ASCII text of some bytes; others are question marks. */
export function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.map((byte) => byte < 0x80 ? byte : 0x3f));
}
