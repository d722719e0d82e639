import { asciiOf, readLines } from "./lines.ts";
import { concat, packSpans, type Part, partLimits, type Span } from "./part.ts";

/** Bytes of the longest line that is compared with those that begin and end a vCard. */
const borderLength = 200;

/** Parts of a file of vCards, each of which ends where a vCard ends. */
export function splitVcards(bytes: Uint8Array, contentType: string): Part[] {
  const spans = findCards(bytes);
  const file = { bytes, contentType, head: new Uint8Array(0), headLines: 0 };
  const parts: Part[] = [];
  let few: Span[] = [];
  for (const span of spans) {
    if (span.end - span.start <= partLimits.bytes) {
      few.push(span);
      continue;
    }
    parts.push(...packSpans(file, few), withoutMedia(bytes, contentType, span));
    few = [];
  }
  return [...parts, ...packSpans(file, few)];
}

/** The vCards of a file, with what is between them. */
function findCards(bytes: Uint8Array): Span[] {
  const spans: Span[] = [];
  let open: Span = { start: 0, end: 0, line: 1 };
  // vCards 2.1 may have a vCard within an AGENT.
  let [isInCard, depth, isAfterAgent] = [false, 0, false];
  for (const { start, end, next, line } of readLines(bytes)) {
    const text = end - start > borderLength ? "" : asciiOf(bytes.subarray(start, end));
    if (text.trim() === "") continue;
    const border = /^(?:\?{3})?(BEGIN|END)\s*:\s*VCARD\s*$/i.exec(text)?.[1]?.toUpperCase();
    if (border === "BEGIN") {
      if (isInCard && isAfterAgent) depth += 1;
      isInCard = true;
    } else if (border === "END" && depth > 0) {
      depth -= 1;
    } else if (border === "END") {
      spans.push({ ...open, end: next });
      open = { start: next, end: next, line: line + 1 };
      isInCard = false;
    }
    isAfterAgent = /^AGENT(;[^:]*)?:\s*$/i.test(text);
  }
  const rest = bytes.subarray(open.start);
  if (rest.some((byte) => byte > 0x20)) spans.push({ ...open, end: bytes.length });
  return spans;
}

/** Properties that hold files. */
const media = /^(?:[\w-]+\.)?(PHOTO|LOGO|SOUND|KEY)\s*[;:]/i;
const property = /^(?:[\w-]+\.)?[A-Z][\w-]*\s*[;:]/i;

/** A vCard that is too large for a request, without its pictures and sounds; it is better than none. */
function withoutMedia(bytes: Uint8Array, contentType: string, span: Span): Part {
  const pieces: Uint8Array[] = [];
  const lines: number[] = [];
  let [isLeftOut, left] = [false, 0];
  for (const { start, next, line } of readLines(bytes.subarray(span.start, span.end))) {
    const piece = bytes.subarray(span.start + start, span.start + next);
    const beginning = asciiOf(piece.subarray(0, borderLength));
    // Base64 may go on without a space, but has no colon.
    if (property.test(beginning)) {
      isLeftOut = media.test(beginning);
      if (isLeftOut) left += 1;
    }
    if (isLeftOut) continue;
    pieces.push(piece);
    lines.push(span.line + line - 1);
  }
  return {
    bytes: concat(pieces),
    contentType,
    records: 1,
    repeated: 0,
    dropped: left > 0 ? [{ property: "photo: larger than 1 MB", count: left }] : [],
    lineOf: (line) => lines[line - 1] ?? span.line,
    halves: () => null,
  };
}
