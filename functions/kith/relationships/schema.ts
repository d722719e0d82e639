// The schemas of relationships.
import { z } from "zod";
import {
  extensible,
  id,
  lazily,
  nullableLine,
  nullableText,
  oneWord,
  onObjects,
  violation,
} from "../core/fields.ts";
import { day, instant } from "../core/dates.ts";
import { relationshipKinds } from "./kinds.ts";
import { pageOf, paging, sortedBy, timestamps } from "../core/lists.ts";

const whatKind = "What the related one is to the contact. `other` needs a label.";
const kind = () => oneWord(relationshipKinds);

const fields = lazily(() => ({
  contactId: id("The contact."),
  relatedContactId: id("Who is related to it: another contact. Null where `relatedName` says it.")
    .nullable(),
  relatedName: nullableLine(255).meta({
    description: "Who is related to it, where that is not a contact.",
  }),
  kind: kind().meta({ description: whatKind, example: "sibling" }),
  label: nullableLine(50).meta({
    description: "What you call the related one, in place of the kind's word.",
    example: "sister",
  }),
  inverseLabel: nullableLine(50).meta({
    description: "What you call the contact, as the related one sees it.",
    example: "brother",
  }),
  startedOn: day("Since when.").nullable(),
  endedOn: day("Until when.").nullable(),
  note: nullableText(1000),
}));

interface Ends {
  contactId?: unknown;
  relatedContactId?: unknown;
  relatedName?: unknown;
  kind?: unknown;
  label?: unknown;
  inverseLabel?: unknown;
}

/** Refuses a relationship with nobody, with two at once, with oneself, or of no kind. */
function checkEnds(
  { contactId, relatedContactId, relatedName, kind, label, inverseLabel }: Ends,
  context: z.RefinementCtx,
): void {
  if ((relatedContactId == null) === (relatedName == null)) {
    const message = "Give either `relatedContactId` or `relatedName`.";
    context.addIssue(violation("required", message, ["relatedContactId"]));
  } else if (contactId !== undefined && contactId === relatedContactId) {
    const message = "Nobody is related to themselves.";
    context.addIssue(violation("duplicate", message, ["relatedContactId"]));
  }
  if (kind === "other" && label == null && inverseLabel == null) {
    context.addIssue(violation("required", "The kind `other` needs a label.", ["label"]));
  }
}

export const relationshipCreate = lazily(() =>
  z.strictObject(fields()).partial({
    relatedContactId: true,
    relatedName: true,
    label: true,
    inverseLabel: true,
    startedOn: true,
    endedOn: true,
    note: true,
  }).superRefine(checkEnds, onObjects).meta({
    id: "RelationshipCreate",
    description: "Needs either a `relatedContactId` or a `relatedName`.",
    example: { ...example, kind: "sibling", label: "sister" },
  })
);

export const relationshipUpdate = lazily(() =>
  z.strictObject(fields()).partial()
    .meta({ id: "RelationshipUpdate", example: { inverseLabel: "brother" } })
);

const example = {
  contactId: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
  relatedContactId: "0190a5c2-71b6-7a0e-9c0e-6a4c7b0a3f52",
};

export const relationship = lazily(() =>
  z.object({
    id: id("Identifies the relationship."),
    ...fields(),
    kind: extensible(relationshipKinds, whatKind),
    sentence: z.string().meta({
      description: "What it says, in English.",
      example: "Zoë Müller is Max Weber's sister",
    }),
    ...timestamps(instant),
  }).meta({
    id: "Relationship",
    example: {
      id: "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6c",
      ...example,
      relatedName: null,
      kind: "sibling",
      label: "sister",
      inverseLabel: null,
      startedOn: null,
      endedOn: null,
      note: null,
      sentence: "Zoë Müller is Max Weber's sister",
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
    },
  })
);

export const relationshipPage = lazily(() => pageOf(relationship(), "RelationshipPage"));

export const relationshipQuery = lazily(() =>
  z.object({
    ...paging(),
    sort: sortedBy("createdAt"),
    contactId: id("Only relationships of this contact, as seen from it.").optional(),
    kind: kind().optional().meta({ description: "Only relationships of this kind." }),
  })
);
