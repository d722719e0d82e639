import { z } from "zod";
import type { ViolationCode } from "./problem.ts";

// What the members of several resources are made of. The database holds the same rules; these answer early and
// name every violation. Lengths count code points, as Postgres does and `String.length` does not.

/** A violation that Zod has no issue for, said by a check of ours. */
export function violation(code: ViolationCode, message: string, path: PropertyKey[] = []) {
  return { code: "custom" as const, message, path, params: { code } };
}

// When a check over several members runs: also when one of them is already known to be wrong, but only when the whole
// has the right shape. Members that are wrong are seen as they were sent.

/** For checks of an object. */
export const onObjects = {
  when: ({ value }: { value: unknown }) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};

/** For checks of a list. */
export const onLists = { when: ({ value }: { value: unknown }) => Array.isArray(value) };

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function withLength(schema: z.ZodString, min: number, max: number) {
  return schema.check((context) => {
    const text = context.value;
    // Cheap first: code points are never more than code units.
    if (text.length < min || (text.length < 2 * min && codePoints(text) < min)) {
      context.issues.push({
        code: "too_small",
        origin: "string",
        minimum: min,
        inclusive: true,
        input: text,
        message: min === 1 ? "Must not be empty." : `Must have at least ${min} characters.`,
      });
    } else if (text.length > max && (text.length > 2 * max || codePoints(text) > max)) {
      context.issues.push({
        code: "too_big",
        origin: "string",
        maximum: max,
        inclusive: true,
        input: text,
        message: `Must have at most ${max} characters.`,
      });
    }
  });
}

/** Text of `min` to `max` characters, trimmed first. */
export function text(min: number, max: number) {
  return withLength(z.string().trim(), min, max).meta({
    ...(min > 0 ? { minLength: min } : {}),
    maxLength: max,
  });
}

/** Text of at most `max` characters or null; blank is null. */
export function nullableText(max: number) {
  return nullIfBlank(text(0, max));
}

/** A trimmed text or null; the schema lets blank text pass, and it is null from here on. */
export function nullIfBlank(schema: z.ZodString) {
  return schema.nullable().overwrite((value) => value === "" ? null : value);
}

/** Text of `min` to `max` characters, kept to the letter: not trimmed, white space counts. */
export function verbatimText(min: number, max: number) {
  return withLength(z.string(), min, max).meta({ minLength: min, maxLength: max });
}

/** Text that a regular expression describes; without flags, which the API document could not carry. */
export function formatted(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message);
}

export const uuidPattern = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** A UUID of any version, in lower case from here on. */
export function id(description: string) {
  return formatted(uuidPattern, "Must be a UUID.").toLowerCase().meta({
    description,
    format: "uuid",
    example: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
  });
}

/** `#RRGGBB`, kept as it is written, or null. */
export function color() {
  const trimmed = z.string().trim();
  return nullIfBlank(trimmed.regex(/^(#[0-9A-Fa-f]{6})?$/, "Must be a colour as #RRGGBB.")).meta({
    description: "Colour as #RRGGBB.",
    example: "#3ECF8E",
  });
}
