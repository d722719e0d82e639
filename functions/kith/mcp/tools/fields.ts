import { z } from "zod";
import type { Spoken } from "../../core/database.ts";
import { formatted, text, uuidPattern } from "../../core/fields.ts";

// Schemas of members that several tools have.

/** A contact by id, or by words as people speak of them. */
export const spoken = text(1, 200).meta({
  description: 'Who: an id, or words such as "Zoë from climbing".',
});

/** A network by id or by its name. */
export const spokenNetwork = text(1, 200).meta({ description: "A network: its name or id." });

/** Several of them. */
export const spokenNetworks = z.array(spokenNetwork).max(20, "Must have at most 20 items.")
  .meta({ description: "Names or ids." });

/** Several contacts. Each name is a search, so that there are at most ten. */
export const contacts = (most: number) =>
  z.array(spoken).max(most, `Must have at most ${most} items.`)
    .refine(
      (asked) => asked.filter((each) => !uuidPattern.test(each)).length <= 10,
      "Must have at most 10 names. Send the ids of others.",
    );

export const people = contacts(50).meta({
  description: "Who it is about: ids, or words as above.",
});

/** The names of whom an answer is about are members of it. */
export const withNames = { include: ["names"] };

/** A key for repeating a call whose answer was lost. */
export const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description: "The same key writes once.",
});

/** How many items to answer with, and which page of them. */
export const limit = z.int().min(1).max(50).default(10);
export const page = z.int().min(1).default(1);

/** One of these words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, { error: `Must be one of ${words.join(", ")}.` });

/** A day in the time zone of the profile. */
export const day = (description: string) =>
  formatted(/^\d{4}-\d{2}-\d{2}$/, "Must be a date as YYYY-MM-DD.").meta({ description });

/** The arguments that identify a contact, by id or as it was spoken of, with others that were. */
export function whom(asked: string, spoken: Spoken = {}): { id?: string; spoken: Spoken } {
  return uuidPattern.test(asked)
    ? { id: asked.toLowerCase(), spoken }
    : { spoken: { ...spoken, id: asked } };
}
