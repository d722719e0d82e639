import { z } from "zod";
import { formatted, id, text, uuidPattern } from "../../core/fields.ts";

// Schemas of members that several tools have.

/** A contact by id, or by words as people speak of them. */
export const spoken = text(1, 200).meta({
  description: 'Who: an id, or words such as "Zoë from climbing".',
});

/** Several of them. Each name is a search, so that there are at most ten. */
export const people = z.array(spoken).max(50, "Must have at most 50 items.")
  .refine(
    (asked) => asked.filter((each) => !uuidPattern.test(each)).length <= 10,
    "Must have at most 10 names. Send the ids of others.",
  )
  .meta({ description: "Who it is about: ids, or words as above." });

/** A key for repeating a call whose answer was lost. */
export const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description: "Calls with the same key write once.",
});

/** How many items to answer with. */
export const limit = z.int().min(1).max(50).default(10);

/** A day in the time zone of the profile. */
export const day = (description: string) =>
  formatted(/^\d{4}-\d{2}-\d{2}$/, "Must be a date as YYYY-MM-DD.").meta({ description });

export const activityId = id("What `undo` takes.");

/** The arguments that identify a contact: its id, or how it was spoken of. */
export function whom(asked: string): { id: string } | { person: string } {
  return uuidPattern.test(asked) ? { id: asked.toLowerCase() } : { person: asked };
}

/** A member of an answer whose shape is told by its name. */
export const list = z.array(z.looseObject({}));
export const object = z.looseObject({});
