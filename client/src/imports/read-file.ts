// Cuts a file into parts that the service takes, by its format. What formats look like is said by the readers of the service.
import {
  contentTypes,
  type Format,
  formatIn,
} from "../../../functions/kith/imports/parse/places.ts";
import {
  comparable,
  type Entry,
  findEntries,
  isGroup,
  memberNames,
  textsOf,
} from "../../../functions/kith/imports/parse/ldif-lines.ts";
import { decodeText, textOfJson } from "../../../functions/kith/imports/parse/text.ts";
import { Dropped } from "../../../functions/kith/imports/parse/reading.ts";
import { toUid } from "../../../functions/kith/imports/parse/uids.ts";
import {
  agent,
  border,
  Borders,
  isGroupLine,
  isMemberLine,
  readLines as readProperties,
} from "../../../functions/kith/imports/parse/vcard-lines.ts";
import {
  concat,
  type Group,
  pack,
  type Part,
  partLimits,
  type Said,
  type Span,
  spansOf,
} from "./part.ts";
import { splitJson } from "./split-json.ts";
import { splitTable } from "./split-table.ts";

/**
 * The parts of a file, each small enough for one request.
 * @param contentType where it is known; otherwise the file tells it
 * @param said what is said of a table
 */
export async function readParts(
  file: Blob | Uint8Array | string,
  contentType: string | undefined,
  said: Said = {},
): Promise<Part[]> {
  const given = await bytesOf(file);
  const format = formatOf(contentType) ?? formatIn(beginningOf(given));
  const type = contentType ?? (file instanceof Blob ? file.type : "");
  const charset = type.includes(";") ? type.slice(type.indexOf(";")) : "";
  const parts = split(format, given, charset, said);
  const isOne = given.length <= partLimits.bytes && (parts === null || parts.length <= 1);
  if (!isOne && parts !== null) return parts;
  // One that cannot be read is sent nevertheless, so that the service says what is wrong.
  return [{
    ...whole(given, contentTypes[format] + charset, parts?.[0]?.records ?? 0),
    said,
    halves: () => parts?.[0]?.halves() ?? null,
  }];
}

function split(format: Format, bytes: Uint8Array, charset: string, said: Said): Part[] | null {
  const type = contentTypes[format] + charset;
  if (format === "csv") return splitTable(bytes, type, said);
  if (format === "json") return splitJsonFile(bytes, type);
  const decoded = decodeUtf16(bytes, charset);
  const cut = format === "vcard" ? splitVcards : splitLdif;
  return decoded ? cut(decoded, contentTypes[format]) : cut(bytes, type);
}

function splitJsonFile(bytes: Uint8Array, contentType: string): Part[] | null {
  const dropped = new Dropped();
  const parts = splitJson(textOfJson(decodeText(bytes, contentType), dropped));
  if (parts?.[0]) parts[0].dropped = [...dropped.list(), ...parts[0].dropped];
  return parts;
}

/** A file that is sent as it is. */
function whole(bytes: Uint8Array, contentType: string, records: number): Part {
  return {
    bytes,
    contentType,
    records,
    repeated: 0,
    dropped: [],
    said: {},
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
  const spans = findCards(text);
  const known = withGroups(
    spans,
    /KIND[^:]{0,99}:\s*group/i.test(text),
    (span) => cardOf(bytes, text, span),
  );
  const writing = spansOf(bytes, contentType, known);
  const parts: Part[] = [];
  let few: Span[] = [];
  for (const span of spans) {
    if (span.bytes <= partLimits.bytes) {
      few.push(span);
      continue;
    }
    parts.push(...pack(few, writing), withoutMedia(bytes, text, contentType, span));
    few = [];
  }
  return [...parts, ...pack(few, writing)];
}

/** What a record is called by groups, and if it is one, its lines with the names of its members. */
interface Named {
  names: string[];
  lines: Group["lines"] | null;
}

/** Finds of records which groups they are members of. @returns the names of all records */
function withGroups(
  spans: Span[],
  hasGroups: boolean,
  read: (span: Span) => Named,
): ReadonlySet<string> {
  if (!hasGroups) return new Set();
  const byName = new Map<string, Span>();
  const groups: Group[] = [];
  for (const span of spans) {
    const { names, lines } = read(span);
    if (lines) {
      const bytes = lines.reduce(
        (sum, line) => sum + (line.member === null ? line.bytes.length : 0),
        0,
      );
      span.group = { line: span.line, bytes, lines };
      groups.push(span.group);
    } else {
      span.names = names;
      for (const name of names) if (!byName.has(name)) byName.set(name, span);
    }
  }
  for (const group of groups) {
    for (const { bytes, member } of group.lines) {
      const span = member === null ? undefined : byName.get(member);
      if (!span) continue;
      span.bytes += bytes.length;
      (span.needs ??= []).push(group);
    }
  }
  for (const span of spans) {
    if (!span.group) continue;
    const left = span.group.lines.filter(({ member }) => member === null || !byName.has(member));
    span.bytes = left.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
  return new Set(byName.keys());
}

/** The bytes of a record from one of its lines to before the next one, by the numbers of the lines in the record. */
function piecesOf<Of extends { line: number }>(bytes: Uint8Array, text: string, items: Of[]) {
  const starts = [...readLines(text)].map(({ start }) => start);
  const startOf = ({ line }: { line: number }) => starts[line - 1] ?? text.length;
  const first = {
    bytes: bytes.subarray(0, items[0] ? startOf(items[0]) : bytes.length),
    item: null,
  };
  return [
    first,
    ...items.map((item, index) => ({
      bytes: bytes.subarray(
        startOf(item),
        items[index + 1] ? startOf(items[index + 1]!) : bytes.length,
      ),
      item,
    })),
  ];
}

function cardOf(bytes: Uint8Array, text: string, { start, end }: Span): Named {
  const card = text.slice(start, end);
  const properties = [...readProperties(card)];
  const found = properties.flatMap((each) => each.name === null ? [] : [each]);
  const uidOf = (value: string) => toUid(value) ?? "";
  const names = found.filter(({ name }) => name === "UID").map(({ value }) => uidOf(value));
  if (!found.some(isGroupLine)) return { names: names.slice(0, 1), lines: null };
  const lines = piecesOf(bytes.subarray(start, end), card, properties).map(({ bytes, item }) => ({
    bytes,
    member: item !== null && item.name !== null && isMemberLine(item) ? uidOf(item.value) : null,
  }));
  return { names: [], lines };
}

/** The records of a file that end with these lines, each with what is before it. */
function endingWith(lines: Line[]): Span[] {
  return lines.map(({ next }, index) => {
    const before = lines[index - 1] ?? { next: 0, line: 0 };
    const start = before.next;
    return { start, end: next, bytes: next - start, line: before.line + 1 };
  });
}

/** The vCards of a file. */
function findCards(file: string): Span[] {
  const ends: Line[] = [];
  const borders = new Borders();
  let last: Line | null = null;
  for (const each of readLines(file)) {
    const text = each.end - each.start > borderLength ? "?" : file.slice(each.start, each.end);
    if (!/[^\0- ]/.test(text)) continue;
    last = each;
    const said = border.exec(text.replace(/^ï»¿/, ""))?.[1]?.toUpperCase();
    if (borders.read(said as "BEGIN" | "END" | undefined ?? null, agent.test(text)) !== "ends") {
      continue;
    }
    ends.push(each);
    last = null;
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
  for (const { start, next, line } of readLines(file.slice(span.start, span.end))) {
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
  const text = charactersOf(bytes);
  const ends: Line[] = [];
  let last: Line | null = null;
  for (const each of readLines(text)) {
    if (each.start < each.end) last = each;
    else if (last) {
      ends.push(last);
      last = null;
    }
  }
  const spans = endingWith(last ? [...ends, last] : ends);
  const known = withGroups(
    spans,
    /^(unique)?member:/im.test(text),
    (span) => entryOf(bytes, contentType, span),
  );
  return pack(spans, spansOf(bytes, contentType, known));
}

function entryOf(bytes: Uint8Array, contentType: string, { start, end }: Span): Named {
  const own = bytes.subarray(start, end);
  const { entries } = findEntries(decodeText(own, contentType), new Dropped(), Infinity);
  const entry: Entry = entries[0] ?? { line: 1, attributes: [] };
  if (!isGroup(entry)) return { names: textsOf(entry, "dn").map(comparable), lines: null };
  const lines = piecesOf(own, charactersOf(own), entry.attributes).map(({ bytes, item }) => ({
    bytes,
    member: item !== null && memberNames.includes(item.name) && item.text
      ? comparable(item.text)
      : null,
  }));
  // Another entry may follow it at once.
  return { names: [], lines: [...lines, { bytes: new Uint8Array([10, 10]), member: null }] };
}
