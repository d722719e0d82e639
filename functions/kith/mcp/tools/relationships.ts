// The tool that says what people are to each other.
import { z } from "zod";
import { id } from "../../core/fields.ts";
import { relationshipUpdate } from "../../relationships/schema.ts";
import { brief, compact, contactNameOrId, idempotencyKey } from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";

const { kind, label, startedOn, endedOn, note } = relationshipUpdate().shape;

/** A relationship in one line, as seen from a contact. */
export function shortRelationship(relationship: Record<string, unknown>) {
  const { id, sentence, relatedContactId, startedOn, endedOn, note } = relationship;
  return compact({ id, sentence, contactId: relatedContactId, startedOn, endedOn, note });
}

export const relationshipTools: Tool[] = [
  defineTool({
    name: "relate_people",
    title: "Relate people",
    description:
      '"Zoë is Max\'s sister": who Zoë, kind sibling, label sister, of Max or me, once for both. With the `relationshipId` of get_contact: ' +
      "changes or deletes it.",
    scopes: ["contacts:write"],
    effect: "delete",
    input: z.strictObject({
      who: contactNameOrId.meta(brief).optional(),
      of: contactNameOrId.meta(brief).optional(),
      kind: kind.meta({
        description:
          "spouse, partner, parent, child, sibling, relative, friend, colleague, manager, introducedBy, … other.",
      }),
      label: label.meta(brief),
      startedOn: startedOn.meta(brief),
      endedOn: endedOn.meta(brief),
      note: note.meta(brief),
      relationshipId: id("Its id.").meta(brief).optional(),
      delete: z.boolean().optional(),
      idempotencyKey,
    }).refine(
      ({ who, of, kind, relationshipId }) => relationshipId ? !who && !of : who && of && kind,
      {
        message: "Give who, of and kind, or the relationshipId of one that is there.",
        path: ["who"],
      },
    ).refine(({ relationshipId, delete: isDeleted }) => !isDeleted || relationshipId, {
      message: "Give the relationshipId of the one to delete.",
      path: ["delete"],
    }),
    members: { contactId: "of", relatedContactId: "who", id: "relationshipId" },
    async run({ who, of, relationshipId, delete: isDeleted, idempotencyKey, ...body }, run) {
      if (isDeleted) {
        const { activityId } = await run("delete_relationship", { id: relationshipId! });
        return { activityId };
      }
      const saved = relationshipId
        ? await run("update_relationship", { id: relationshipId, body })
        : await run("create_relationship", {
          body,
          byName: { "body.contactId": of, "body.relatedContactId": who },
          ...(idempotencyKey ? { idempotencyKey } : {}),
        });
      return { relationship: shortRelationship(saved.body), activityId: saved.activityId };
    },
  }),
];
