// Zod schemas of members that several resources have: ids, texts, days, instants, enums.
import { z } from "zod";
import { instant, instantOrDay } from "./dates.ts";
import type { ViolationCode } from "./problems.ts";
import { scopes } from "./scopes.ts";
import { aboutLimit } from "./limits.ts";
import { uuidPattern } from "./uuid.ts";

export { uuidPattern };

/**
 * A value that is created when it is first asked for. Schemas are, because a request needs few of its resource's many,
 * and all of them would be a sixth of a cold start.
 */
export function lazily<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => (created ??= { value: create() }).value;
}

// Schemas of members that several resources have. The database has the same rules; these checks come first and report
// every violation. Lengths are in code points, as in Postgres, and not in UTF-16 code units like `String.length`.

/** A Zod issue with one of our violation codes, for rules that Zod has no issue code for. */
export function violation(code: ViolationCode, message: string, path: PropertyKey[] = []) {
  return { code: "custom" as const, message, path, params: { code } };
}

// Options for checks of several members: run the check also when one of the members is invalid (Zod would skip it), but
// only when the value is an object or a list. The check gets invalid members as they were sent.

/** Options for checks of an object. */
export const onObjects = {
  when: ({ value }: { value: unknown }) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};

/** Options for checks of a list. */
export const onLists = { when: ({ value }: { value: unknown }) => Array.isArray(value) };

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function withLength(schema: z.ZodString, min: number, max: number) {
  return schema.check((context) => {
    const text = context.value;
    // Compares `length` first, which is fast: a text never has more code points than code units.
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

// Patterns for the API document; `inspectJson` and the lengths above check requests. `\x00` is known to every dialect
// of regular expressions, unlike `\u0000`.
const storable = "^[^\\x00]*$";
const storableNotBlank = "^[^\\x00]*[^\\s\\x00][^\\x00]*$";
/** What ends a line. */
export const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

/** Text of `min` to `max` characters, trimmed first. */
export function text(min: number, max: number) {
  return trimmed(min, max).meta({ pattern: min > 0 ? storableNotBlank : storable });
}

/**
 * Like {@link text}, without line breaks within it: names, titles and labels are shown in one line. The document does not say so
 * by a pattern, because answers may have texts that are older than the rule.
 */
export function line(min: number, max: number) {
  return trimmed(min, max).check((context) => {
    if (lineBreak.test(context.value)) {
      const message = "Must be one line: it has a line break.";
      context.issues.push({ ...violation("invalid_format", message), input: context.value });
    }
  }).meta({ pattern: min > 0 ? storableNotBlank : storable });
}

/** Like {@link text}, for a schema with a pattern of its own. */
export function trimmed(min: number, max: number) {
  return withLength(z.string().trim(), min, max).meta({
    ...(min > 0 ? { minLength: min } : {}),
    maxLength: max,
  });
}

/**
 * JSON Schema for an object in which one of these members has a text that is not blank. It is an `if` with an impossible
 * `then`, because generators of clients make a class of what is below `not` and `anyOf`.
 * @param required the rule is only for objects that have all of these members
 */
export function notAllBlank(names: readonly string[], required: readonly string[] = []) {
  const blank = { type: ["string", "null"], pattern: "^\\s*$" };
  const properties = Object.fromEntries(names.map((name) => [name, blank]));
  const isBlank = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  return { if: isBlank, then: { not: {} } };
}

/** Text of at most `max` characters, or null. Blank text becomes null. */
export function nullableText(max: number) {
  return nullIfBlank(text(0, max));
}

/** Like {@link nullableText}, without line breaks. */
export function nullableLine(max: number) {
  return nullIfBlank(line(0, max));
}

/** Text or null; an empty text, which the schema must accept, becomes null. */
export function nullIfBlank(schema: z.ZodString) {
  return schema.nullable().overwrite((value) => value === "" ? null : value);
}

/** Text of `min` to `max` characters that is not trimmed; white space counts. */
export function verbatimText(min: number, max: number) {
  return withLength(z.string(), min, max)
    .meta({ minLength: min, maxLength: max, pattern: storable });
}

/**
 * Schema of an answer that is a resource of another folder, by its name in the API document: a request imports the
 * schemas of its own resource only.
 */
export function resourceNamed(name: string, description?: string) {
  return z.looseObject({}).meta({ ...(description ? { description } : {}), refersTo: name });
}

/** Text that matches a regular expression. Without flags, because a JSON Schema cannot contain them. */
export function formatted(pattern: RegExp, message: string) {
  return z.string().regex(pattern, message);
}

/** Text of an answer that is one of these words now. Not an enum: generated clients fail to read a word added later. */
export function extensible(words: readonly string[], description: string) {
  return z.string().meta({ description, "x-extensible-enum": words });
}

/** The number 1, as an integer: generators of clients make nothing of a constant that is a number. */
export function one(description: string) {
  const schema = { type: "integer", const: undefined, minimum: 1, maximum: 1 } as const;
  return z.literal(1).meta({ description, ...schema });
}

/** One of these words, described as a pattern: of an enum, generators make a type that takes no word of a later version. */
export const oneWord = (words: readonly string[]) =>
  formatted(new RegExp(`^(${words.join("|")})$`), `Must be one of ${words.join(", ")}.`);

/** A UUID of any version, converted to lower case. */
export function id(description: string) {
  return formatted(uuidPattern, "Must be a UUID.").toLowerCase().meta({
    description,
    format: "uuid",
    example: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
  });
}

/** Parameters of a path with the id of one resource. @param name what it is called */
export function paramsOf(name: string) {
  return lazily(() => z.object({ id: id(`Id of the ${name}.`) }));
}

/** `#RRGGBB` in any case, or null. */
export function color() {
  const trimmed = z.string().trim();
  return nullIfBlank(trimmed.regex(/^(#[0-9A-Fa-f]{6})?$/, "Must be a colour as #RRGGBB.")).meta({
    description: "Colour as #RRGGBB.",
    example: "#3ECF8E",
  });
}

/** Schema of a scope in a request. */
const scope = lazily(() =>
  z.enum(scopes, { error: `Must be one of ${scopes.join(", ")}.` }).meta({
    id: "Scope",
    description:
      "What an API key may do. `:write` includes `:read`; `notes` includes the note types, `activity:write` undoes.",
  })
);

/** Schema of the scopes in an answer: texts, because later versions may have more than those of {@link scope}. */
export function grantedScopes(description: string) {
  return z.array(z.string()).nullable().meta({
    description,
    example: ["contacts:read", "notes:read", "notes:write"],
  });
}

/** The contacts that a note or reminder is about: `contactId` is the first of `contactIds`. */
export const aboutContacts = lazily(() => ({
  contactId: id(
    "The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.",
  ).nullable(),
  contactIds: z.array(id("Id of a contact."))
    .max(aboutLimit, `Must have at most ${aboutLimit} items.`)
    .describe("The contacts that it is about, each once."),
}));

interface About {
  contactId?: string | null | undefined;
  contactIds?: string[] | undefined;
}

/** Refuses a body whose `contactId` is not the first of its `contactIds`. */
export function checkFirstContact({ contactId, contactIds }: About, context: z.RefinementCtx) {
  if (contactId === undefined || !Array.isArray(contactIds)) return;
  if (contactId !== (contactIds[0] ?? null)) {
    const message = "Must begin with `contactId`, or be without it.";
    context.addIssue(violation("invalid_format", message, ["contactIds"]));
  }
}

// What limits an API key and a connection of an OAuth client alike.

export const networkExample = "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77";

const forEverything = "Null for everything, including what later versions add.";
const forAllNetworks = "Null for all.";
const narrowed = (what: string) =>
  `only their contacts, and the notes and reminders of these, exist for the ${what}.`;

/** The limits in a request. Each may be null. */
export function limitFields(what: "key" | "connection") {
  return {
    expiresAt: instantOrDay(
      `When the ${what} expires, in the future; a date means the start of that day in the profile's time zone. ` +
        "Null for never.",
    ).nullable(),
    scopes: z.array(scope())
      .min(1, "Must have at least one item.").max(12, "Must have at most 12 items.").nullable()
      .meta({
        description: `What the ${what} may do. \`:write\` includes \`:read\`. ${forEverything}`,
        example: ["contacts:read", "notes:write"],
      }),
    networkIds: z.array(id("Id of a network."))
      .min(1, "Must have at least one item.").max(100, "Must have at most 100 items.").nullable()
      .meta({
        description: `Networks of the account: ${narrowed(what)} ${forAllNetworks}`,
        example: [networkExample],
      }),
  };
}

/** What a key or a connection lately asked for in vain. */
export const lastRefusal = lazily(() =>
  z.object({
    at: instant("When it was, to about a minute."),
    scopes: z.array(scope()).describe("The scopes that it lacked."),
  }).nullable().meta({
    description:
      "The last request of 30 days that was refused for scopes that it does not have; null where there is none, or where it has them by now.",
  })
);

/** The limits in an answer. */
export function shownLimitFields(what: "key" | "connection") {
  return {
    expiresAt: instant(`When the ${what} expires; null for never.`).nullable(),
    scopes: grantedScopes(
      `What the ${what} may do, in alphabetical order; each \`:write\` comes with its \`:read\`. ` +
        forEverything,
    ),
    networkIds: limitFields(what).networkIds.describe(
      `Networks: ${
        narrowed(what)
      } A network that was deleted stays here, and counts again if that is undone. ${forAllNetworks}`,
    ),
  };
}
