// Finds the characters of a file: its charset, base64, and text that is not in the charset of the rest.
import { problems } from "../../core/problems.ts";
import type { Dropped } from "./reading.ts";

/** The text of a file, and how it was found. */
export interface DecodedText {
  text: string;
  /** Whether it is neither said in which charset it is nor valid UTF-8: then each character is a byte, for {@link Guess}. */
  isGuessed: boolean;
}

const marks: [label: string, bytes: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Decodes a file by its byte order mark, else by the charset of its content type, else as UTF-8. One that is not UTF-8 as a whole
 * is text in which each character is a byte: what is read of it is decoded value by value.
 * @throws Problem unsupported_media_type where the charset is unknown, or the bytes are not of it
 */
export function decodeText(bytes: Uint8Array, contentType: string): DecodedText {
  const mark = marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  const label = mark?.[0] ?? charsetOf(contentType) ?? unmarkedUtf16(bytes);
  // A mark is written before the text, which may be put together from several files.
  const isMarked = mark?.[0] === "utf-8";
  if (label !== undefined && !isMarked) {
    return { text: decodeStrictly(label, bytes), isGuessed: false };
  }
  try {
    return { text: decodeAs("utf-8", bytes, true), isGuessed: false };
  } catch {
    return { text: binaryOf(isMarked ? bytes.subarray(3) : bytes), isGuessed: true };
  }
}

/** Decodes the values of a file that is not UTF-8 as a whole, each by itself: files are put together from several. */
export class Guess {
  readonly #isGuessed: boolean;
  readonly #dropped: Dropped;

  constructor({ isGuessed }: DecodedText, dropped: Dropped) {
    this.#isGuessed = isGuessed;
    this.#dropped = dropped;
  }

  /** A value of the file, which is listed where its charset is guessed. */
  decode(value: string): string {
    if (!this.#isGuessed || !/[\x80-\xff]/.test(value)) return value;
    const { text, isUtf8 } = decodeGuessed(bytesOf(value));
    if (!isUtf8) this.#dropped.add("text that is not UTF-8", "its charset is guessed");
    return text;
  }
}

/** The text of a file in JSON, whose values are decoded each by itself where its charset is guessed. */
export function textOfJson(decoded: DecodedText, dropped: Dropped): string {
  if (!decoded.isGuessed) return decoded.text;
  const guess = new Guess(decoded, dropped);
  return decoded.text.split('"').map((piece) => guess.decode(piece)).join('"');
}

/** UTF-16 without a mark: its first two characters are ASCII in files of all formats. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first && second === 0 && third && fourth === 0) return "utf-16le";
  return first === 0 && second && third === 0 && fourth ? "utf-16be" : undefined;
}

/** The charset parameter of a content type. */
function charsetOf(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]{0,100})"|([^\s;"]{1,100}))/i
    .exec(contentType.slice(0, 1_000)) ?? [];
  return quoted ?? bare;
}

function decodeStrictly(label: string, bytes: Uint8Array): string {
  try {
    return decodeAs(label, bytes, true);
  } catch (error) {
    throw problems.unsupportedMediaType(
      error instanceof RangeError
        ? "The charset of the content type is not known."
        : "The file is not of the charset that its content type or its mark says.",
    );
  }
}

/** The characters of the bytes 0x80 to 0x9F in windows-1252. */
const upper = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/**
 * Decodes bytes of a charset.
 * @throws RangeError where the charset is not known, TypeError where the bytes are not of it and `fatal` is set
 */
export function decodeAs(label: string, bytes: Uint8Array, fatal = false): string {
  const decoder = new TextDecoder(label.slice(0, 100), { fatal });
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  // Some runtimes decode windows-1252, and what counts as it, as ISO 8859-1.
  return text.replace(/[\x80-\x9f]/g, (character) => upper[character.charCodeAt(0) - 0x80]!);
}

/**
 * Decodes bytes of an unknown charset: as UTF-8 where they are valid, else as windows-1252; but where most characters are UTF-8,
 * only the bytes that are not.
 */
export function decodeGuessed(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: decodeAs("utf-8", bytes, true), isUtf8: true };
  } catch {
    const pieces = binaryOf(bytes).match(pieceOfText) ?? [];
    const odd = pieces.filter(isOdd).length;
    if (pieces.filter((piece) => piece > "\x7f").length < 2 * odd) {
      return { text: decodeAs("windows-1252", bytes), isUtf8: false };
    }
    const binary = pieces.map((piece) => isOdd(piece) ? asUtf8[piece.charCodeAt(0)]! : piece);
    return { text: decodeAs("utf-8", bytesOf(binary.join(""))), isUtf8: false };
  }
}

/** ASCII, one character of UTF-8, or another byte. */
const pieceOfText =
  /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/** Whether a piece of text is a byte that is not UTF-8. */
const isOdd = (piece: string) => piece > "\x7f" && piece.length === 1;

/** Characters that are made at once. */
const chunk = 8_192;

/** Text in which each character is a byte. */
export function binaryOf(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
  }
  return parts.join("");
}

/** The characters of windows-1252, each as the bytes of UTF-8. */
const asUtf8 = Array.from({ length: 256 }, (_, byte) => {
  const character = byte < 0x80 || byte > 0x9f ? String.fromCharCode(byte) : upper[byte - 0x80]!;
  return binaryOf(new TextEncoder().encode(character));
});

/** The bytes of base64, whatever its padding is; null where it is not valid. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const digits = text.replace(/[\s=]+/g, "");
    // One digit alone has less than a byte.
    return bytesOf(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
  } catch {
    return null;
  }
}

/** The bytes of text in which each character is one. */
export function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
