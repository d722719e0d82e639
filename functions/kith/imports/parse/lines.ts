// Texts that are one line in Kith, as files have them.
import { lineBreak } from "../../core/fields.ts";

/** A text in one line: a blank is where it has line breaks. */
export function inOneLine(text: string): string {
  if (!lineBreak.test(text)) return text;
  return text.split(/[\n\v\f\r\u0085\u2028\u2029]/).map((part) => part.trim())
    .filter((part) => part !== "").join(" ");
}

const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;
const allInvisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** A text without what cannot be seen: phones copy marks of direction along, web pages places to break a line. */
export function withoutInvisible(text: string): string {
  return invisible.test(text) ? text.replace(allInvisible, "") : text;
}
