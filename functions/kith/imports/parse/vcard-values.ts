import { decodeAs, decodeGuessed, toWindows1252 } from "./charset.ts";
import type { VcardLine } from "./vcard-lines.ts";

/** How the file was decoded; see `decodeText`. */
export interface ValueOptions {
  isGuessed: boolean;
}

/** Why a value cannot be read. */
export class UnreadableValue extends Error {}

/** The types of a line. */
export function typesOf({ parameters }: VcardLine): string[] {
  return (parameters.get("TYPE") ?? []).flatMap((type) => type.split(","))
    .map((type) => type.trim()).filter((type) => type !== "");
}

/** The first value of a parameter. */
export function parameterOf({ parameters }: VcardLine, name: string): string | undefined {
  return parameters.get(name)?.[0];
}

/**
 * The text of a line.
 * @throws UnreadableValue
 */
export function textOf(line: VcardLine, options: ValueOptions): string {
  return decoded(rawText(line, options), line).trim();
}

/**
 * The components of a line whose value is structured (`;`) or a list (`,`).
 * @throws UnreadableValue
 */
export function partsOf(line: VcardLine, separator: ";" | ",", options: ValueOptions): string[] {
  return split(rawText(line, options), separator).map((part) => decoded(part, line).trim());
}

/**
 * The components of a structured line, each with its values.
 * @throws UnreadableValue
 */
export function componentsOf(line: VcardLine, options: ValueOptions): string[][] {
  return split(rawText(line, options), ";").map((part) =>
    split(part, ",").map((each) => decoded(each, line).trim()).filter((each) => each !== "")
  );
}

/** The bytes of base64; null where it is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return bytesOf(atob(text.replace(/\s+/g, "")));
  } catch {
    return null;
  }
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
function rawText(line: VcardLine, { isGuessed }: ValueOptions): string {
  const charset = parameterOf(line, "CHARSET");
  if (!isGuessed || charset === undefined || isQuoted(line)) return line.value;
  return decodeBytes(toWindows1252(line.value), charset);
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

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function binaryOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
