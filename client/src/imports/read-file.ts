// Cuts a file into parts that the service takes, by its format.
import {
  contentTypes,
  findHeader,
  type Format,
  formatIn,
  readRows,
} from "../../../functions/kith/imports/parse/places.ts";
import { concat, pack, type Part, partLimits, type Span, spansOf } from "./part.ts";
import { splitJson } from "./split-json.ts";

/**
 * The parts of a file, each small enough for one request.
 * @param contentType where it is known; otherwise the file tells it
 */
export async function readParts(
  file: Blob | Uint8Array | string,
  contentType: string | undefined,
): Promise<Part[]> {
  const given = await bytesOf(file);
  const format = formatOf(contentType) ?? formatIn(beginningOf(given));
  const said = contentType ?? (file instanceof Blob ? file.type : "");
  const charset = said.includes(";") ? said.slice(said.indexOf(";")) : "";
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
  return splitJson(new TextDecoder().decode(bytes));
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

/** The beginning of a file, without its mark. */
const beginningOf = (bytes: Uint8Array) =>
  charactersOf(bytes.subarray(0, 4_096)).replace(/^(ï»¿|ÿþ|þÿ)|\0/g, "");

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

/** The bytes as characters, one each, so that a place in the text is one in the file. */
const charactersOf = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

const marked = (text: string) => text.startsWith("ï»¿") ? 3 : 0;

/** What is between the cells of a table, and the first of the rows at the beginning that has the most cells with text. */
export function headerOf(text: string) {
  const filled = (cells: string[]) => cells.filter((cell) => cell.trim() !== "");
  const { cells, ...found } = findHeader(text, (each) => filled(each).length, marked(text), true);
  return { ...found, cells: filled(cells) };
}

/** Parts of a table (RFC 4180), each of which begins with everything up to the header and ends where a row ends. */
function splitCsv(bytes: Uint8Array, contentType: string): Part[] {
  const text = charactersOf(bytes);
  const { delimiter, index } = headerOf(text);
  const rows = Array.from(
    readRows(text, delimiter, marked(text)),
    ({ start, startLine, end }): Span => ({ start, bytes: end - start, line: startLine }),
  ).slice(index + 1);
  return pack(rows, spansOf(bytes, contentType, rows[0]));
}

/** A line of a text: its end without the break, where the next one begins, and its number from 1. */
interface Line {
  start: number;
  end: number;
  next: number;
  line: number;
}

/** The lines of a text, which may end with CR LF, LF, CR, or with CR CR LF as some programs write it. */
function* readLines(text: string): Generator<Line> {
  let [start, line] = [0, 1];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\r\n|\r\n|\n|\r/g)) {
    const next = index + lineBreak.length;
    yield { start, end: index, next, line };
    [start, line] = [next, line + 1];
  }
  if (start < text.length) yield { start, end: text.length, next: text.length, line };
}

/** Characters of the longest line that is compared with those that begin and end a vCard. */
const borderLength = 200;

/** Parts of a file of vCards, each of which ends where a vCard ends. */
function splitVcards(bytes: Uint8Array, contentType: string): Part[] {
  const text = charactersOf(bytes);
  const writing = spansOf(bytes, contentType);
  const parts: Part[] = [];
  let few: Span[] = [];
  for (const span of findCards(text)) {
    if (span.bytes <= partLimits.bytes) {
      few.push(span);
      continue;
    }
    parts.push(...pack(few, writing), withoutMedia(bytes, text, contentType, span));
    few = [];
  }
  return [...parts, ...pack(few, writing)];
}

/** The records of a file that end with these lines, each with what is before it. */
function endingWith(lines: Line[]): Span[] {
  return lines.map(({ next }, index) => {
    const before = lines[index - 1] ?? { next: 0, line: 0 };
    return { start: before.next, bytes: next - before.next, line: before.line + 1 };
  });
}

/** The vCards of a file. */
function findCards(file: string): Span[] {
  const ends: Line[] = [];
  // vCards 2.1 may have a vCard within an AGENT.
  let [last, isInCard, depth, isAfterAgent]: [Line | null, boolean, number, boolean] = [
    null,
    false,
    0,
    false,
  ];
  for (const each of readLines(file)) {
    const text = each.end - each.start > borderLength ? "?" : file.slice(each.start, each.end);
    if (!/[^\0- ]/.test(text)) continue;
    last = each;
    const border = /^(?:ï»¿)?(BEGIN|END)\s*:\s*VCARD\s*$/i.exec(text)?.[1]?.toUpperCase();
    if (border === "BEGIN") {
      if (isInCard && isAfterAgent) depth += 1;
      isInCard = true;
    } else if (border === "END" && depth > 0) {
      depth -= 1;
    } else if (border === "END") {
      ends.push(each);
      [last, isInCard] = [null, false];
    }
    isAfterAgent = /^AGENT(;[^:]*)?:\s*$/i.test(text);
  }
  return endingWith(last === null ? ends : [...ends, last]);
}

/** Properties that hold files. */
const media = /^(?:[\w-]+\.)?(PHOTO|LOGO|SOUND|KEY)\s*[;:]/i;
const property = /^(?:[\w-]+\.)?[A-Z][\w-]*\s*[;:]/i;

/** A vCard that is too large for a request, without its pictures and sounds; it is better than none. */
function withoutMedia(bytes: Uint8Array, file: string, contentType: string, span: Span): Part {
  const pieces: Uint8Array[] = [];
  const lines: number[] = [];
  let [isLeftOut, left] = [false, 0];
  for (const { start, next, line } of readLines(file.slice(span.start, span.start + span.bytes))) {
    const [from, to] = [span.start + start, span.start + next];
    const beginning = file.slice(from, Math.min(to, from + borderLength));
    // Base64 may go on without a space, but has no colon.
    if (property.test(beginning)) {
      isLeftOut = media.test(beginning);
      if (isLeftOut) left += 1;
    }
    if (isLeftOut) continue;
    pieces.push(bytes.subarray(from, to));
    lines.push(span.line + line - 1);
  }
  const part = whole(concat(pieces), contentType, 1);
  part.dropped = left > 0 ? [{ property: "photo: larger than 1 MB", count: left }] : [];
  part.lineOf = (line) => lines[line - 1] ?? span.line;
  return part;
}

/** Parts of a file of LDIF (RFC 2849), each of which ends where an entry does: at an empty line. */
function splitLdif(bytes: Uint8Array, contentType: string): Part[] {
  const ends: Line[] = [];
  let last: Line | null = null;
  for (const each of readLines(charactersOf(bytes))) {
    if (each.start < each.end) last = each;
    else if (last) {
      ends.push(last);
      last = null;
    }
  }
  return pack(endingWith(last ? [...ends, last] : ends), spansOf(bytes, contentType));
}
