import { z } from "zod";
import { lazily } from "../../core/lazily.ts";
import { instant } from "../../core/dates.ts";
import { extensible, id, onLists, violation } from "../../core/fields.ts";
import { pageOf } from "../../core/page.ts";
import { paging } from "../../core/parameters.ts";
import { emails, phones } from "../methods.ts";

const score = "From 0 to 1: how likely they are the same.";

export const duplicateQuery = lazily(() =>
  z.object({
    minScore: z.string().regex(/^(0|1|0\.\d{1,4}|1\.0{1,4})$/, "Must be a number from 0 to 1.")
      .transform(Number).optional().meta({
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
    value: z.string().meta({
      description: "What they share; of a similar name both. A number is in international form.",
    }),
  }).meta({ id: "DuplicateEvidence" })
);

const duplicate = lazily(() =>
  z.object({
    contacts: z.array(duplicateContact()).meta({
      description: "Both contacts; first the one that was created earlier.",
    }),
    score: z.number().min(0).max(1).meta({ description: score }),
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

export const duplicatePage = lazily(() => pageOf(duplicate(), "DuplicatePage"));

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
      .meta({ description: "Contacts that are all different people: each pair of them." }),
    dismissed: z.boolean().optional().meta({
      description: "False lists the pairs again. True where it is absent.",
    }),
  }).meta({
    id: "DuplicateDismissalCreate",
    example: {
      contactIds: ["0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f", "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52"],
    },
  })
);
