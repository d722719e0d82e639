import { problems } from "../../core/problems.ts";

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

/** Decodes bytes of an unknown charset: as UTF-8 where they are valid, else as windows-1252. */
export function decodeGuessed(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: decodeAs("utf-8", bytes, true), isUtf8: true };
  } catch {
    return { text: decodeAs("windows-1252", bytes), isUtf8: false };
  }
}

let bytesByCharacter: Map<string, number> | undefined;

/** The bytes of text that was decoded as windows-1252, in which each byte is a character. */
export function toWindows1252(text: string): Uint8Array {
  bytesByCharacter ??= new Map(
    [...decodeAs("windows-1252", Uint8Array.from({ length: 256 }, (_, byte) => byte))]
      .map((character, byte) => [character, byte]),
  );
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    bytes[index] = bytesByCharacter.get(text[index]!) ?? 0x3f;
  }
  return bytes;
}

/** The bytes of base64; null where it is not valid. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return bytesOf(atob(text.replace(/\s+/g, "")));
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
