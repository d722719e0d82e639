/** Bytes that end lines and cells. */
export const [tab, lf, cr, quote] = [0x09, 0x0a, 0x0d, 0x22];

/** A line of a file: its bytes without its end, where the next one begins, and its number from 1. */
export interface Line {
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
