import { z } from "zod";
import { lazily } from "../../core/lazily.ts";
import { id, resourceNamed } from "../../core/fields.ts";
import { defineRoute, type Route } from "../../core/route.ts";
import { runWithPhotos } from "../photos/run.ts";
import { textNames } from "../fields.ts";
import { contact, contactParams } from "../schema.ts";

/** Members for which one of both contacts can be chosen. */
export const mergedMembers = [
  ...textNames(({ isLong }) => !isLong),
  "emails",
  "phones",
  "urls",
  "addresses",
  "birthday",
  ...textNames(({ isLong }) => isLong),
  "photoUrl",
  "contactFrequencyDays",
] as const;

const choice = lazily(() =>
  z.enum(["target", "duplicate"], { error: "Must be one of target, duplicate." })
);

const contactMerge = lazily(() =>
  z.strictObject({
    duplicateId: id("The contact to merge into this one. It is deleted."),
    fields: z.strictObject(
      Object.fromEntries(mergedMembers.map((name) => [name, choice().optional()])),
    )
      .optional().meta({
        description: "Whose member to keep where it is not to be decided as the description says.",
      }),
    dryRun: z.boolean().optional().meta({
      description: "Change nothing, only answer what the contact would be. Not where it is absent.",
    }),
  }).meta({
    id: "ContactMergeCreate",
    example: {
      duplicateId: "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
      fields: { jobTitle: "duplicate" },
      dryRun: true,
    },
  })
);

const count = (description: string) => z.int().min(0).meta({ description });

const mergedContact = lazily(() =>
  z.object({
    contact: resourceNamed("Contact", "The contact as it is now, or would be."),
    moved: z.object({
      notes: count("Notes that are about it now."),
      reminders: count("Reminders that are about it now."),
      networks: count("Networks that it belongs to now and did not before."),
    }).meta({ id: "MovedResources" }),
    activityId: id("The change set, to undo all of it; null where nothing was changed.").nullable(),
    dryRun: z.boolean().meta({
      description: "Whether nothing was changed because it was asked so.",
    }),
  }).meta({
    id: "MergedContact",
    example: {
      contact: z.globalRegistry.get(contact())?.["example"],
      moved: { notes: 3, reminders: 1, networks: 0 },
      activityId: "0190a5c2-e297-7f6e-85a8-b36c71809fae",
      dryRun: false,
    },
  })
);

export const mergeRoute: Route = defineRoute({
  method: "post",
  path: "/contacts/{id}/merge",
  operation: "merge_contacts",
  summary: "Merge a duplicate into a contact",
  description:
    "Lists are united, at most 20 items each; other members are the contact's own, or the duplicate's where it has none. It is a " +
    "favourite if either is, archived if both are, was created when the first was and last contacted when the last was. Notes, " +
    "reminders, memberships and, where it has none, the photo of the duplicate become its own, and the duplicate is deleted. One " +
    "undo takes all of it back. Not for keys that are limited to networks.",
  tag: "Contacts",
  scopes: ["contacts:write", "notes:write", "reminders:write"],
  logged: true,
  params: contactParams,
  body: contactMerge,
  problems: ["invalid_reference"],
  success: { status: 200, description: "The merged contact.", schema: mergedContact },
  handler: (call) => runWithPhotos(call),
});
