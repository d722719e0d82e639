import { z } from "zod";
import { instant, instantOrDay } from "./dates.ts";
import { grantedScopes, id, scope } from "./fields.ts";

// What limits an API key and a connection of an OAuth client alike.

export const networkExample = "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77";

const forEverything = "Null for everything, also what later versions add.";
const forAllNetworks = "Null for all.";
const narrowed = (what: string) =>
  `only their contacts, and the notes and reminders of these, exist for the ${what}.`;

/** The limits in a request, each of which may be null. */
export function limitFields(what: "key" | "connection") {
  return {
    expiresAt: instantOrDay(
      `From when on the ${what} is refused, in the future; a date means the start of that day in the profile's time zone. ` +
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

/** The limits in an answer. */
export function shownLimitFields(what: "key" | "connection") {
  return {
    expiresAt: instant(`From when on the ${what} is refused; null for never.`).nullable(),
    scopes: grantedScopes(
      `What the ${what} may do, in alphabetical order; where it has a \`:write\`, also the \`:read\`. ` +
        forEverything,
    ),
    networkIds: limitFields(what).networkIds.meta({
      description: `Networks: ${
        narrowed(what)
      } One that was deleted stays here, and counts again once that is undone. ${forAllNetworks}`,
    }),
  };
}
