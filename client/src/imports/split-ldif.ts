import { readLines } from "./lines.ts";
import { packSpans, type Part, type Span } from "./part.ts";

/** Parts of a file of LDIF (RFC 2849), each of which ends where an entry does: at an empty line. */
export function splitLdif(bytes: Uint8Array, contentType: string): Part[] {
  const spans: Span[] = [];
  let [open, isEmpty]: [Span, boolean] = [{ start: 0, end: 0, line: 1 }, true];
  for (const { start, end, next, line } of readLines(bytes)) {
    if (end > start) isEmpty = false;
    else if (!isEmpty) {
      spans.push({ ...open, end: next });
      [open, isEmpty] = [{ start: next, end: next, line: line + 1 }, true];
    }
  }
  if (!isEmpty) spans.push({ ...open, end: bytes.length });
  return packSpans({ bytes, contentType, head: new Uint8Array(0), headLines: 0 }, spans);
}
