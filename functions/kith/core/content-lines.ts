/**
 * Lines of vCard (RFC 6350, 3) and iCalendar (RFC 5545, 3.1). Our own and not those of `ical.js`, which takes 20 times
 * as long and does not escape properties that it does not know; tests read what is written with it.
 */

/** Octets of a line without its break. */
const lineOctets = 75;

// deno-lint-ignore no-control-regex
const ascii = /^[\x00-\x7f]*$/;
// deno-lint-ignore no-control-regex
const mayNeedEscape = /[\\,;\x00-\x1f\x7f]/;
// deno-lint-ignore no-control-regex
const controls = /[\x00-\x08\x0b-\x1f\x7f]/g;

/**
 * A text as the value of a property. Control characters, which no value may have, are left out.
 * @param special the characters that get a backslash: vCard 4 has none before a semicolon, but within structured values
 */
export function escapeText(text: string, special = /[\\,;]/g): string {
  if (!mayNeedEscape.test(text)) return text;
  return text.replace(special, "\\$&").replace(/\r\n?|\n/g, "\\n").replace(controls, "");
}

/** A text without control characters but tabs and line breaks, which no line may have. */
export const withoutControls = (text: string): string => text.replace(controls, "");

/** A line with its break, folded where it is too long, never within a character. */
export function contentLine(line: string): string {
  // No character has more than three octets for each of its UTF-16 code units.
  if (3 * line.length <= lineOctets || line.length <= lineOctets && ascii.test(line)) {
    return `${line}\r\n`;
  }
  let [folded, start, octets] = ["", 0, 0];
  for (let index = 0; index < line.length; index++) {
    const size = octetsOf(line.charCodeAt(index));
    if (octets + size > lineOctets) {
      folded += `${line.slice(start, index)}\r\n `;
      start = index;
      octets = 1;
    }
    octets += size;
    if (size === 4) index++;
  }
  return `${folded}${line.slice(start)}\r\n`;
}

/** Octets of the character that begins with this UTF-16 code unit. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code >= 0xd800 && code < 0xdc00 ? 4 : 3;
}
