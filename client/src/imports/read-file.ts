import {
  asciiOf,
  concat,
  cr,
  lf,
  packSpans,
  type Part,
  partLimits,
  quote,
  readLines,
  type Span,
} from "./part.ts";
import { splitJson, splitLists } from "./split-json.ts";

/** What the service takes, by what a file is. */
const contentTypes = {
  vcard: "text/vcard",
  csv: "text/csv",
  json: "application/json",
  ldif: "text/ldif",
};
type Format = keyof typeof contentTypes;

/**
 * The parts of a file, each small enough for one request.
 * @param contentType where it is known; otherwise the file tells it
 */
export async function readParts(
  file: Blob | Uint8Array | string,
  contentType: string | undefined,
): Promise<Part[]> {
  const given = await bytesOf(file);
  const format = formatOf(contentType) ?? formatIn(given);
  const charset = /;.*$/.exec(contentType ?? (file instanceof Blob ? file.type : ""))?.[0] ?? "";
  const decoded = decodeUtf16(given, charset);
  const bytes = decoded ?? given;
  const type = contentTypes[format] + (decoded ? "" : charset);
  const parts = split(format, bytes, type);
  const isOne = given.length <= partLimits.bytes && (parts === null || parts.length <= 1);
  if (!isOne && parts !== null) return parts;
  // One that cannot be read is sent nevertheless, so that the service says what is wrong.
  const records = parts?.[0]?.records ?? 0;
  return [whole(given, contentTypes[format] + charset, records)];
}

function split(format: Format, bytes: Uint8Array, type: string): Part[] | null {
  if (format === "vcard") return splitVcards(bytes, type);
  if (format === "csv") return splitCsv(bytes, type);
  if (format === "ldif") return splitLdif(bytes, type);
  const text = new TextDecoder().decode(bytes);
  return splitJson(text) ?? splitLists(text);
}

/** A file that is sent as it is. */
function whole(bytes: Uint8Array, contentType: string, records: number): Part {
  return {
    bytes,
    contentType,
    records,
    repeated: 0,
    dropped: [],
    lineOf: (line) => line,
    halves: () => null,
  };
}

async function bytesOf(file: Blob | Uint8Array | string): Promise<Uint8Array> {
  if (typeof file === "string") return new TextEncoder().encode(file);
  return file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer());
}

function formatOf(contentType: string | undefined): Format | undefined {
  if (contentType === undefined) return undefined;
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  if (/json$/.test(essence)) return "json";
  // `text/directory` is the type of both vCards and LDIF.
  if (essence === "text/directory") return undefined;
  return /vcard/.test(essence) ? "vcard" : /ldif/.test(essence) ? "ldif" : "csv";
}

/** What a file is by how it begins: its name and the type that a system gives it are wrong too often. */
function formatIn(bytes: Uint8Array): Format {
  const beginning = asciiOf(bytes.subarray(0, 4_096)).replace(/^\?{2,3}|\0/g, "");
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(beginning)) return "vcard";
  const isEntry = (line: string) => line.trim() !== "" && !/^(#|version:)/i.test(line);
  if (/^dn::? ?\S/i.test(beginning.split(/[\r\n]+/).find(isEntry) ?? "")) return "ldif";
  return /^\s*[{[]/.test(beginning) ? "json" : "csv";
}

/** A file in UTF-16 as UTF-8, because its line ends are not those of ASCII; null for others. */
function decodeUtf16(bytes: Uint8Array, charset: string): Uint8Array | null {
  const [first, second] = bytes;
  const label = first === 0xff && second === 0xfe
    ? "utf-16le"
    : first === 0xfe && second === 0xff
    ? "utf-16be"
    : /charset\s*=\s*"?(utf-16(?:le|be)?)/i.exec(charset)?.[1] ??
      (first && second === 0 ? "utf-16le" : first === 0 && second ? "utf-16be" : undefined);
  return label ? new TextEncoder().encode(new TextDecoder(label).decode(bytes)) : null;
}

/** A row of a table, and how many of its cells are not empty. */
interface Row extends Span {
  filled: number;
}

/** What may separate cells; the first one is taken where the file does not tell. */
const delimiters = [",", ";", "\t", "|"];

/** Rows among which the header is; some programs write notes before it. */
const headRows = 20;

/** How many quotation marks may lack an end before the rest of a file is one row. */
const recoveryLimit = 20;

/** Parts of a table (RFC 4180), each of which begins with everything up to the header and ends where a row ends. */
function splitCsv(bytes: Uint8Array, contentType: string): Part[] {
  const rows = [...readRows(bytes, findDelimiter(bytes))];
  const header = findHeader(rows);
  const first = rows[header + 1];
  const headEnd = first?.start ?? bytes.length;
  const head = bytes.subarray(0, headEnd);
  const file = { bytes, contentType, head, headLines: (first?.line ?? 1) - 1 };
  return packSpans(file, rows.slice(header + 1));
}

/** The first of the rows at the beginning that has the most cells with text. */
function findHeader(rows: Row[]): number {
  const filled = rows.slice(0, headRows).map((row) => row.filled);
  return filled.indexOf(Math.max(...filled));
}

/** What is between cells: what Excel's first line says, else what gives the header the most cells. */
function findDelimiter(bytes: Uint8Array): string {
  const [, said] = /^\W*sep=([,;|\t])"?[\r\n]/i.exec(asciiOf(bytes.subarray(0, 20))) ?? [];
  if (said !== undefined) return said;
  const most = delimiters.map((delimiter) => {
    const rows: Row[] = [];
    for (const row of readRows(bytes, delimiter)) if (rows.push(row) === headRows) break;
    return Math.max(0, ...rows.map(({ filled }) => filled));
  });
  return delimiters[most.indexOf(Math.max(...most))]!;
}

/**
 * Reads rows as the service does: a quotation mark opens a cell only at its beginning, and of one that is never closed only
 * the line is lost. Rows without any text belong to the one after.
 */
function* readRows(bytes: Uint8Array, delimiter: string): Generator<Row> {
  const between = delimiter.charCodeAt(0);
  let [at, line, recoveries] = [bytes[0] === 0xef ? 3 : 0, 1, 0];
  let row: Row = { start: 0, line, end: 0, filled: 0 };
  while (at < bytes.length) {
    const [start, startLine] = [at, line];
    for (;;) {
      const cell = at;
      if (bytes[at] === quote) {
        const end = closingQuote(bytes, at);
        if (end < 0) {
          at = ++recoveries > recoveryLimit ? bytes.length : lineEnd(bytes, start);
          [row.filled, line] = [1, startLine];
          break;
        }
        line += countLineEnds(bytes, at, end);
        at = end + 1;
      }
      while (at < bytes.length && ![between, cr, lf].includes(bytes[at]!)) at += 1;
      if (at > cell) row.filled += 1;
      if (bytes[at] !== between) break;
      at += 1;
    }
    if (bytes[at] === cr && bytes[at + 1] === lf) at += 1;
    at = Math.min(at + 1, bytes.length);
    line += 1;
    if (row.filled > 0) {
      yield { ...row, end: at };
      row = { start: at, line, end: at, filled: 0 };
    }
  }
}

/** Where the quotation mark ends that begins here; -1 where it does not. */
function closingQuote(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(quote, start + 1);
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  return at;
}

function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== lf && bytes[at] !== cr) at += 1;
  return at;
}

function countLineEnds(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] === lf || (bytes[at] === cr && bytes[at + 1] !== lf)) count += 1;
  }
  return count;
}

/** Bytes of the longest line that is compared with those that begin and end a vCard. */
const borderLength = 200;

/** Parts of a file of vCards, each of which ends where a vCard ends. */
function splitVcards(bytes: Uint8Array, contentType: string): Part[] {
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

/** Parts of a file of LDIF (RFC 2849), each of which ends where an entry does: at an empty line. */
function splitLdif(bytes: Uint8Array, contentType: string): Part[] {
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
