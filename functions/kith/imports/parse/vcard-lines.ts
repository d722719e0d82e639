// Finds the lines of vCards and the cards that they make, and decodes what stands in a line.
import { problems } from "../../core/problems.ts";
import { lineEnd } from "./places.ts";
import {
  binaryOf,
  bytesOf,
  decodeAs,
  type DecodedText,
  decodeGuessed,
  fromBase64,
  Guess,
} from "./text.ts";
import { recordLimit } from "../../core/limits.ts";
import type { Dropped, ReadError } from "./reading.ts";

/** A line of a vCard, unfolded, with its value as it stands in the file. */
export interface VcardLine {
  line: number;
  /** Lines of the same group belong together: `item1`. */
  group: string;
  /** In upper case. */
  name: string;
  /** Values by name in upper case; a bare value is a `TYPE` or an `ENCODING`. */
  parameters: Map<string, string[]>;
  value: string;
  /** Whether the vCard is of version 2.1, which escapes less. */
  isOld: boolean;
  /** Whether each character of the value is a byte of a charset that the line names. */
  isBytes?: boolean;
}

/** A line that follows no grammar has no name. */
type ReadLine = VcardLine | { line: number; name: null };

const head = /^(?:([\w-]{1,100})\.)?([\w-]{1,100})\s*(?=[;:])/;
const bareEncodings = /^(BASE64|B|QUOTED-PRINTABLE|7BIT|8BIT|BINARY)$/i;
/** A line that begins or ends a vCard. */
export const border = /^(BEGIN|END)\s*:\s*VCARD\s*$/i;

/** A line after which a vCard within a vCard may begin. */
export const agent = /^AGENT(;[^:]*)?:\s*$/i;

/** The parameters of a line without any. */
const none = new Map<string, string[]>();

/** A line while further ones may continue it. */
interface OpenLine {
  line: number;
  chunks: string[];
  encoding: "text" | "base64" | "quoted-printable";
  isOld: boolean;
  /** Whether soft line breaks of quoted-printable end its chunks. */
  isSoft?: boolean;
}

/**
 * Reads a file of vCards 2.1, 3 or 4 line by line: joins those that are folded (RFC 6350, 3.2), soft line breaks of
 * quoted-printable, and base64 that is continued without a space, as some programs write it.
 */
export function* readLines(text: string, guess?: Guess): Generator<ReadLine> {
  let [open, isOld]: [OpenLine | null, boolean] = [null, false];
  const lines = text.split(lineEnd);
  for (const [index, each] of lines.entries()) {
    if (open !== null && isContinued(open, each)) continue;
    if (open !== null) yield parseLine(open, guess);
    open = null;
    if (each.trim() === "") continue;
    if (/^B/i.test(each) && border.test(each)) isOld = false;
    else if (/^VERSION\s*:\s*2\.1/i.test(each)) isOld = true;
    open = { line: index + 1, chunks: [each], encoding: encodingOf(each), isOld };
  }
  if (open !== null) yield parseLine(open, guess);
}

/** Adds a physical line to the one before, if it belongs to it. */
function isContinued(open: OpenLine, next: string): boolean {
  const last = open.chunks.at(-1)!;
  // Blanks at the end of a line are none of its text (RFC 2045, 6.7).
  const soft = open.encoding === "quoted-printable" ? last.trimEnd() : "";
  if (soft.endsWith("=")) {
    // A vCard that ends in the middle of a value does not swallow the ones after it.
    if (border.test(next)) return false;
    open.chunks[open.chunks.length - 1] = soft.slice(0, -1);
    open.chunks.push(next);
    open.isSoft = true;
    return true;
  }
  if (next.startsWith(" ") || next.startsWith("\t")) {
    // In version 2.1 the white space is part of the value, because lines are folded before it.
    open.chunks.push(open.isOld ? next : next.slice(1));
    return true;
  }
  if (open.encoding === "base64" && /^[A-Za-z0-9+/]+={0,2}$/.test(next)) {
    open.chunks.push(next);
    return true;
  }
  return false;
}

/** From this many characters on a line without a blank was broken because of its length. */
const longLine = 60;

/**
 * Lines of quoted-printable without the white space in front of each that some programs write after a soft line break, as if the
 * line was folded. A blank there may belong to the text: it does where one of the lines begins without, and where blanks stand
 * within the lines, unless a character is taken apart, another blank follows, or lines of one length
 * all begin with one, which is no chance.
 */
function unfolded(chunks: string[], isOld: boolean): string[] {
  const [first, ...rest] = chunks as [string, ...string[]];
  const blanks = rest.reduce(
    (least, chunk) => Math.min(least, /^[ \t]*/.exec(chunk)![0].length),
    chunks[1]!.length,
  );
  if (blanks === 0) return chunks;
  const value = first.slice(first.indexOf(":") + 1);
  const lines = [value, ...rest.map((chunk) => chunk.slice(blanks))];
  const isTakenApart = lines.some((line, index) =>
    index > 0 && /^=[89AB][0-9A-F]/i.test(line) && /=[89A-F][0-9A-F]$/i.test(lines[index - 1]!)
  );
  const isTold = !isOld || rest.length > 1 || value.length >= longLine ||
    lines.some((line, index) =>
      /=20/.test(line) ||
      index > 0 && /^=[89A-F]/i.test(line) && /=[89A-F][0-9A-F]$/i.test(lines[index - 1]!)
    );
  const hasBlanks = lines.some((line) => /[ \t]/.test(line.trim()));
  const lengths = chunks.slice(0, -1).map(({ length }) => length);
  const isEven = rest.length > 2 && Math.max(...lengths) - Math.min(...lengths) <= 3;
  const isFolded = isTakenApart || isEven ||
    lines.some((line, index) => index > 0 && /^([ \t]|=(20|09))/.test(line));
  return isFolded || (isTold && !hasBlanks) ? [first, ...lines.slice(1)] : chunks;
}

function encodingOf(line: string): OpenLine["encoding"] {
  const colon = line.indexOf(":");
  const semicolon = line.indexOf(";");
  if (semicolon < 0 || semicolon > colon) return "text";
  const parameters = line.slice(0, Math.min(colon + 1, 1_000));
  if (/;\s*(ENCODING\s*=\s*"?)?QUOTED-PRINTABLE/i.test(parameters)) return "quoted-printable";
  return /;\s*(ENCODING\s*=\s*"?)?(BASE64|B)"?\s*[;:]/i.test(parameters) ? "base64" : "text";
}

function parseLine({ line, chunks, isOld, isSoft }: OpenLine, guess?: Guess): ReadLine {
  const whole = (isSoft ? unfolded(chunks, isOld) : chunks).join("");
  const isBytes = guess !== undefined && /^[^:]{0,1000};\s*CHARSET\s*=/i.test(whole);
  const text = guess === undefined || isBytes ? whole : guess.decode(whole);
  const [start, group, name] = head.exec(text) ?? [];
  if (start === undefined) return { line, name: null };
  const hasParameters = text[start.length] === ";";
  const parameters = hasParameters ? new Map<string, string[]>() : none;
  const end = hasParameters ? readParameters(text, start.length, parameters) : start.length + 1;
  if (end === null) return { line, name: null };
  const value = text.slice(end);
  return {
    line,
    group: group ?? "",
    name: name!.toUpperCase(),
    parameters,
    value,
    isOld,
    ...(isBytes ? { isBytes } : {}),
  };
}

/** @returns where the value begins; null where the parameters follow no grammar */
function readParameters(
  text: string,
  start: number,
  found: Map<string, string[]>,
): number | null {
  const token = /[^;:,="]*/y;
  const next = () => {
    token.lastIndex = at;
    const part = token.exec(text)![0];
    at += part.length;
    return part;
  };
  let [at, name] = [start, "TYPE"];
  for (;;) {
    const separator = text[at++];
    if (separator === ":") return at;
    let value: string;
    if (separator === ";") {
      const word = next();
      const isNamed = text[at] === "=";
      name = isNamed ? word.trim().toUpperCase() : bareEncodings.test(word) ? "ENCODING" : "TYPE";
      if (isNamed) continue;
      value = word;
    } else if (separator === "=" || separator === ",") {
      if (text[at] === '"') {
        const end = text.indexOf('"', at + 1);
        if (end < 0) return null;
        value = text.slice(at + 1, end);
        at = end + 1;
      } else {
        value = next();
      }
    } else {
      return null;
    }
    if (value === "") continue;
    const values = found.get(name) ?? [];
    values.push(unescapeParameter(value.trim()));
    found.set(name, values);
  }
}

/** RFC 6868. */
function unescapeParameter(value: string): string {
  if (!value.includes("^")) return value;
  return value.replace(/\^([n'^])/g, (_, sign) => sign === "n" ? "\n" : sign === "'" ? '"' : "^");
}

/** A vCard, with the lines between its BEGIN and its END. */
export interface Card {
  line: number;
  lines: VcardLine[];
}

/** What a line is for the vCard that it stands in. */
export type Place = "begins" | "ends" | "within" | "nested" | "outside";

/** Where vCards begin and end, line by line. Those of version 2.1 may have a vCard within an AGENT, which is nested. */
export class Borders {
  #isOpen = false;
  #depth = 0;
  #isAfterAgent = false;

  /** @param border what the line says; null where it is another one @param isAgent whether a nested vCard may follow it */
  read(border: "BEGIN" | "END" | null, isAgent: boolean): Place {
    const isNested = border === "BEGIN" && this.#isOpen && this.#isAfterAgent;
    this.#isAfterAgent = isAgent;
    if (isNested) {
      this.#depth += 1;
      return "nested";
    }
    if (border === "BEGIN") {
      this.#isOpen = true;
      this.#depth = 0;
      return "begins";
    }
    if (!this.#isOpen) return "outside";
    if (border === "END" && this.#depth > 0) {
      this.#depth -= 1;
      return "nested";
    }
    if (border === "END") {
      this.#isOpen = false;
      return "ends";
    }
    return this.#depth > 0 || isAgent ? "nested" : "within";
  }
}

/** RFC 6350, 6.1.4, and the same of Apple's for vCard 3. */
export const isGroupLine = ({ name, value }: VcardLine) =>
  (name === "KIND" || name === "X-ADDRESSBOOKSERVER-KIND") && /^\s*group\s*$/i.test(value);

/** Whether a line of a group names a member. */
export const isMemberLine = ({ name }: VcardLine) =>
  name === "MEMBER" || name === "X-ADDRESSBOOKSERVER-MEMBER";

/**
 * Finds the vCards of a file. One that has no end, lines that cannot be read and lines outside of vCards are errors.
 * @throws Problem payload_too_large where there are too many
 */
export function findCards(
  decoded: DecodedText,
  dropped: Dropped,
): { cards: Card[]; errors: ReadError[] } {
  const cards: Card[] = [];
  const errors: ReadError[] = [];
  const refuse = (line: number, message: string) => {
    errors.push({ line, message });
    checkCount();
  };
  const checkCount = () => {
    if (cards.length + errors.length > recordLimit) throw problems.tooManyRecords(recordLimit);
  };
  const borders = new Borders();
  let [card, unreadable]: [Card | null, number[]] = [null, []];
  // Whether the line before was outside of a vCard, too.
  let isOutside = false;
  const close = (isWhole: boolean) => {
    if (card === null) return;
    if (isWhole) cards.push(card);
    else refuse(card.line, "This vCard has no END:VCARD.");
    if (unreadable.length > 0) refuse(unreadable[0]!, unreadableMessage(unreadable.length));
    [card, unreadable] = [null, []];
    checkCount();
  };
  const guess = decoded.isGuessed ? new Guess(decoded, dropped) : undefined;
  for (const each of readLines(decoded.text, guess)) {
    const border = isBorder(each) ? each.name as "BEGIN" | "END" : null;
    const place = borders.read(border, each.name === "AGENT" && each.value.trim() === "");
    if (place === "begins") {
      close(false);
      card = { line: each.line, lines: [] };
    } else if (place === "ends") close(true);
    else if (place === "nested" && border === "BEGIN") dropped.add("AGENT");
    else if (place === "outside" && !isOutside) {
      refuse(each.line, "This is not within a vCard.");
    } else if (place === "within") {
      if (each.name === null) unreadable.push(each.line);
      else card!.lines.push(each);
    }
    isOutside = place === "outside" && border === null;
  }
  close(false);
  return { cards, errors };
}

function isBorder(line: { name: string | null; value?: string }): boolean {
  return (line.name === "BEGIN" || line.name === "END") && /^\s*VCARD\s*$/i.test(line.value!);
}

function unreadableMessage(count: number): string {
  if (count === 1) return "This line cannot be read. The rest of the vCard is read.";
  return `This line and ${count - 1} more of the vCard cannot be read. The rest of it is read.`;
}

/** Why a value cannot be read. */
export class UnreadableValue extends Error {}

/** The types of a line. */
export function typesOf({ parameters }: VcardLine): string[] {
  const given = parameters.get("TYPE");
  if (given === undefined) return [];
  return given.flatMap((type) => type.split(",")).map((type) => type.trim())
    .filter((type) => type !== "");
}

/** The first value of a parameter. */
export function parameterOf({ parameters }: VcardLine, name: string): string | undefined {
  return parameters.get(name)?.[0];
}

/**
 * The text of a line.
 * @throws UnreadableValue
 */
export function textOf(line: VcardLine): string {
  return decoded(rawText(line), line).trim();
}

/**
 * The value as vCards of the versions 3 and 4 have it: in base64 where it was, else decoded.
 * @throws UnreadableValue
 */
export function plainValue(line: VcardLine): string {
  if (isQuoted(line)) return fromQuotedPrintable(line.value, parameterOf(line, "CHARSET"));
  const isBase64 = /^(b|base64)$/i.test(parameterOf(line, "ENCODING") ?? "");
  return isBase64 ? line.value : rawText(line);
}

/**
 * The components of a line whose value is structured (`;`) or a list (`,`).
 * @throws UnreadableValue
 */
export function partsOf(line: VcardLine, separator: ";" | ","): string[] {
  return split(rawText(line), separator).map((part) => decoded(part, line).trim());
}

/**
 * The components of a structured line, each with its values.
 * @throws UnreadableValue
 */
export function componentsOf(line: VcardLine): string[][] {
  return split(rawText(line), ";").map((part) =>
    split(part, ",").map((each) => decoded(each, line).trim()).filter((each) => each !== "")
  );
}

/** Splits where the separator is not escaped. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") {
      at++;
    } else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** The value in its own charset, where the file has several. */
function rawText(line: VcardLine): string {
  const charset = parameterOf(line, "CHARSET");
  if (/^(b|base64)$/i.test(parameterOf(line, "ENCODING") ?? "")) {
    const bytes = fromBase64(line.value);
    if (bytes === null) throw new UnreadableValue("it is not valid base64");
    return decodeBytes(bytes, charset);
  }
  if (!line.isBytes || charset === undefined || isQuoted(line)) return line.value;
  return decodeBytes(bytesOf(line.value), charset);
}

function isQuoted(line: VcardLine): boolean {
  return /^quoted-printable$/i.test(parameterOf(line, "ENCODING") ?? "");
}

function decoded(part: string, line: VcardLine): string {
  const text = isQuoted(line) ? fromQuotedPrintable(part, parameterOf(line, "CHARSET")) : part;
  if (!text.includes("\\") && !text.includes("\r")) return text;
  const escapes = line.isOld ? /\\([;,:\\])/g : /\\([;,:\\"nN])/g;
  return text.replace(escapes, (_, sign) => sign === "n" || sign === "N" ? "\n" : sign)
    .replace(/\r\n?/g, "\n");
}

function fromQuotedPrintable(text: string, charset: string | undefined): string {
  if (!text.includes("=")) return text;
  const bytes = bytesOf(
    // Characters that are not ASCII do not belong there; they are taken as they are.
    text.replace(/[^\0-\x7f]+/g, (rest) => binaryOf(new TextEncoder().encode(rest)))
      .replace(/=([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16))),
  );
  return decodeBytes(bytes, charset);
}

function decodeBytes(bytes: Uint8Array, charset: string | undefined): string {
  if (charset !== undefined) {
    try {
      return decodeAs(charset, bytes);
    } catch {
      throw new UnreadableValue("its charset is not known");
    }
  }
  return decodeGuessed(bytes).text;
}
