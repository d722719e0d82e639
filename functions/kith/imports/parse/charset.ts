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
