// The schemas and routes of duplicates and merging.
import { z } from "zod";
import { instant } from "../core/dates.ts";
import {
  extensible,
  id,
  lazily,
  onLists,
  paramsOf,
  resourceNamed,
  violation,
} from "../core/fields.ts";
import { pageOf, paging } from "../core/lists.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { textNames } from "./fields.ts";
import { emails, phones } from "./methods.ts";
import { runWithPhotos } from "./photos/run.ts";
import { contact } from "./schema.ts";
import { itemsLimit } from "../core/limits.ts";

const score = "How likely they are the same person, from 0 to 1.";

/** A number as JSON has it. */
const jsonNumber = /^-?(0|[1-9]\d{0,99})(\.\d{1,400})?([eE][+-]?\d{1,4})?$/;

const duplicateQuery = lazily(() =>
  z.object({
    minScore: z.string().refine(
      (text) => jsonNumber.test(text) && Number(text) >= 0 && Number(text) <= 1,
      "Must be a number from 0 to 1, such as 0.8.",
    ).transform(Number).optional().meta({
      description: "Only pairs with this `score` or a higher one.",
      type: "number",
      minimum: 0,
      maximum: 1,
    }),
    ...paging(),
  })
);

const duplicateContact = lazily(() =>
  z.object({
    id: id("Id of the contact."),
    displayName: z.string(),
    company: z.string().nullable(),
    emails: emails(),
    phones: phones(),
    createdAt: instant("When it was created."),
  }).meta({ id: "DuplicateContact" })
);

const kinds = ["email", "phone", "name", "similar_name"];

const evidence = lazily(() =>
  z.object({
    kind: extensible(
      kinds,
      "`email`: the same address; `phone`: the same number; `name`: the same words in any order; `similar_name`: one word " +
        "differs by one letter, is an initial, or is missing.",
    ),
    value: z.string().describe(
      "What they share, or both names where these are similar. Phone numbers are in international form.",
    ),
  }).meta({ id: "DuplicateEvidence" })
);

const duplicate = lazily(() =>
  z.object({
    contacts: z.array(duplicateContact()).describe(
      "Both contacts, the one that was created earlier first.",
    ),
    score: z.number().min(0).max(1).describe(score),
    evidence: z.array(evidence()),
  }).meta({
    id: "Duplicate",
    example: {
      contacts: [
        {
          id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
          displayName: "Zoë Müller",
          company: null,
          emails: [{ value: "zoe@example.com", label: "home" }],
          phones: [],
          createdAt: "2026-03-02T08:15:00.000Z",
        },
        {
          id: "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
          displayName: "Zoe Mueller",
          company: "Kletterhalle",
          emails: [{ value: "Zoe@example.com", label: null }],
          phones: [],
          createdAt: "2026-03-05T10:00:00.000Z",
        },
      ],
      score: 0.9,
      evidence: [{ kind: "email", value: "zoe@example.com" }],
    },
  })
);

const duplicatePage = lazily(() => pageOf(duplicate(), "DuplicatePage"));

export const duplicateDismissal = lazily(() =>
  z.strictObject({
    contactIds: z.array(id("Id of a contact.")).min(2, "Must have at least 2 items.")
      .max(20, "Must have at most 20 items.")
      .superRefine((ids, context) => {
        ids.forEach((each, index) => {
          if (ids.indexOf(each) < index) {
            context.addIssue(violation("duplicate", "This contact occurs twice.", [index]));
          }
        });
      }, onLists)
      .describe("Contacts that are all different people. Each pair of them is dismissed."),
    dismissed: z.boolean().optional().describe("False lists the pairs again. True by default."),
  }).meta({
    id: "DuplicateDismissalCreate",
    example: {
      contactIds: ["0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f", "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52"],
    },
  })
);

/** Members for which one of both contacts can be chosen. */
export const mergedMembers = [
  ...textNames(({ isLong }) => !isLong),
  "emails",
  "phones",
  "urls",
  "addresses",
  "birthday",
  "dates",
  ...textNames(({ isLong }) => isLong),
  "vcardLines",
  "custom",
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
      .optional().describe(
        "Whose value to keep: that of the `target` or of the `duplicate`. Members that are not named are merged as described above.",
      ),
    dryRun: z.boolean().optional().describe(
      "Whether to change nothing and only answer what the contact would be. False by default.",
    ),
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
      relationships: count("Relationships that it has now and did not before."),
    }).meta({ id: "MovedResources" }),
    activityId: id("The change set, to undo all of it; null where nothing was changed.").nullable(),
    dryRun: z.boolean().describe("Whether this was a dry run, which changed nothing."),
  }).meta({
    id: "MergedContact",
    example: {
      contact: z.globalRegistry.get(contact())?.["example"],
      moved: { notes: 3, reminders: 1, networks: 0, relationships: 0 },
      activityId: "0190a5c2-e297-7f6e-85a8-b36c71809fae",
      dryRun: false,
    },
  })
);

const mergeRoute: Route = defineRoute({
  method: "post",
  path: "/contacts/{id}/merge",
  operation: "merge_contacts",
  summary: "Merge a duplicate into a contact",
  description: `Lists are united, at most ${itemsLimit} items each. ` +
    "So are values of own fields, of which the contact keeps its own. Of other members the contact keeps its own, or gets the duplicate's if it has none. It is a " +
    "favourite if either is, and archived if both are. It keeps the earlier creation and the later last contact. It gets the notes, " +
    "reminders, relationships and memberships of the duplicate, and its photo if it has none itself. The duplicate is deleted. One undo takes all of " +
    "this back. Not for keys that are limited to networks.",
  tag: "Contacts",
  scopes: ["contacts:write", "notes:write", "reminders:write"],
  logged: true,
  params: paramsOf("contact"),
  body: contactMerge,
  problems: ["invalid_reference"],
  success: { status: 200, description: "The merged contact.", schema: mergedContact },
  handler: runWithPhotos,
});

const tag = "Contacts";

export const duplicateRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/contacts/duplicates",
    operation: "list_duplicates",
    readsLong: true,
    summary: "List possible duplicates",
    description:
      "Pairs of contacts that may be the same person, the most likely first: they share an e-mail address, a phone number or a " +
      "name, or have similar names. Archived contacts, dismissed pairs, and values that more than 50 contacts share are left out. " +
      "The `country` of the profile says which numbers without a calling code are the same as one with it.",
    tag,
    scopes: ["contacts:read"],
    query: duplicateQuery,
    success: { status: 200, description: "One page of pairs.", schema: duplicatePage },
  }),
  defineRoute({
    method: "post",
    path: "/contacts/duplicates/dismiss",
    operation: "dismiss_duplicate",
    summary: "Dismiss possible duplicates",
    description:
      "Pairs of these contacts are no longer listed. `dismissed: false` lists them again; `undo` does not, because this is not in the log of changes. The last 10,000 pairs are kept.",
    tag,
    scopes: ["contacts:write"],
    body: duplicateDismissal,
    problems: ["invalid_reference"],
    success: { status: 204, description: "Dismissed." },
  }),
  mergeRoute,
];
