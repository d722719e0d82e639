import { problems } from "../../core/problems.ts";
import { decodeAs, decodeGuessed } from "./charset.ts";

/** The text of a file, and how it was found. */
export interface DecodedText {
  text: string;
  /** Whether it is neither marked nor valid UTF-8, and was read as windows-1252, in which every byte is a character. */
  isGuessed: boolean;
}

const marks: [label: string, bytes: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Decodes a file by its byte order mark, else by the charset of its content type, else as UTF-8, else as windows-1252.
 * @throws Problem unsupported_media_type where the charset is unknown, or the bytes are not of it
 */
export function decodeText(bytes: Uint8Array, contentType: string): DecodedText {
  const mark = marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  const label = mark?.[0] ?? charsetOf(contentType) ?? unmarkedUtf16(bytes);
  if (label !== undefined) return { text: decodeStrictly(label, bytes), isGuessed: false };
  const { text, isUtf8 } = decodeGuessed(bytes);
  return { text, isGuessed: !isUtf8 };
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
