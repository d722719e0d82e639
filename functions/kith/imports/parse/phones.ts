// What of a text in a file is a phone number: spreadsheets lose digits, and people write other words there.
import { phoneRule } from "../../contacts/methods.ts";
import { withoutInvisible } from "./lines.ts";

/** What spreadsheets make of a long number: `5,58155E+12`, and of one that is wider than its column. */
const rounded = /^[+-]?\d{1,20}(?:[.,]\d{1,20})?\s?E\s?[+-]?\s?\d{1,3}$/i;
const tooWide = /^#+$/;

/** What they write in the place of a value: `#N/A`, `#DIV/0!`. */
const failed = /^#[A-Z]{1,8}[/\d]{0,2}[A-Z]?[!?]?$/i;

/** What programs put in front of a number. */
const scheme = /^(?:(?:p|tel|phone|callto|sms):\s*|=(?=[+\d]))/i;

/** Parameters of the scheme `tel` (RFC 3966): the extension, and what people do not dial. */
const extension = /;\s?ext=\s?/i;
const parameter = /;\s?(?:phone-context|isub)=/i;

/** As nearly all numbers are written. */
const plain = /^[+0]?[1-9][\d /()-]{3,30}$/;

/** Characters of a text that may be a number with what programs write beside it. */
const longest = 1_000;

/** A phone number as a file has it, or why it is not a phone number. */
export function readPhone(text: string): { value: string } | { reason: string } {
  if (plain.test(text)) return { value: text.trimEnd() };
  // The rule of numbers says so.
  if (text.length > longest) return { value: text };
  const number = withoutInvisible(text).trim().replace(scheme, "").replace(extension, " ext. ");
  const value = number.split(parameter, 1)[0]!.trim();
  if (rounded.test(value) || tooWide.test(value)) return { reason: "its digits are lost" };
  if (
    failed.test(value) || !phoneRule.pattern.test(value) || /^[0\s().\/-]+$/.test(value) ||
    /^[a-z]+:\/\//i.test(value)
  ) {
    return { reason: "it is no phone number" };
  }
  // A number that a program has kept as a fraction.
  return { value: value.replace(/^(\d{7,20})\.0$/, "$1") };
}

/** How numbers are compared within a file: by their digits, and whether they are international. */
export function phoneKey(text: string): string {
  if (text.length > longest) return text;
  const digits = text.replace(/[\s().\-/\u2010-\u2015]/g, "");
  return digits.replace(/^00(?=\d{7})/, "+");
}
