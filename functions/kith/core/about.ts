import { z } from "zod";
import { lazily } from "./lazily.ts";
import { id, violation } from "./fields.ts";

/** The contacts that a note or reminder is about: `contactId` is the first of `contactIds`. */
export const aboutContacts = lazily(() => ({
  contactId: id(
    "The first of `contactIds`, or null. Writing it without `contactIds` makes it the only one.",
  ).nullable(),
  contactIds: z.array(id("Id of a contact.")).max(50, "Must have at most 50 items.")
    .meta({ description: "The contacts that it is about, each once." }),
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
