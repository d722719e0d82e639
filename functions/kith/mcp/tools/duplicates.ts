import { z } from "zod";
import { duplicateDismissal, mergedMembers } from "../../contacts/duplicates.ts";
import { id } from "../../core/fields.ts";
import { limit, oneOf } from "./fields.ts";
import { compact } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

interface Pair {
  contacts: { id: string; displayName: string; company: string | null }[];
  score: number;
  evidence: unknown[];
}

export const duplicateTools: Tool[] = [
  defineTool({
    name: "find_duplicates",
    title: "Find duplicates",
    description: "Pairs of contacts that may be the same person, the most likely first, with why.",
    scopes: ["contacts:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({
      name: z.string().max(200).optional().meta({
        description: "Only pairs of which one has this in its name.",
      }),
      limit,
    }),
    async run({ name = "", limit }, run) {
      const { body } = await run("list_duplicates", { query: { pageSize: name ? 200 : limit } });
      const has = ({ contacts }: Pair) =>
        contacts.some(({ displayName }) => folded(displayName).includes(folded(name)));
      const found = body.data.filter(has);
      return {
        pairs: found.slice(0, limit).map(({ contacts, score, evidence }: Pair) => ({
          contacts: contacts.map(({ id, displayName, company }) =>
            compact({ id, displayName, company: company === displayName ? null : company })
          ),
          score,
          evidence,
        })),
        total: name ? found.length : body.total,
      };
    },
  }),
  defineTool({
    name: "dismiss_duplicates",
    title: "Dismiss duplicates",
    description:
      "These contacts are all different people: their pairs are not found any more. `undo` does not take it back, `dismissed: false` does.",
    scopes: ["contacts:write"],
    effect: "write",
    idempotent: true,
    input: z.strictObject(duplicateDismissal().shape),
    async run(body, run) {
      await run("dismiss_duplicate", { body });
      return { dismissed: body.dismissed ?? true };
    },
  }),
  defineTool({
    name: "merge_contacts",
    title: "Merge two contacts",
    description:
      "The duplicate is deleted; its details, notes, reminders and networks go to the contact. Single members of the contact stay, " +
      'unless `fields` says "duplicate". `dryRun` only shows the result.',
    scopes: ["contacts:write", "notes:write", "reminders:write"],
    effect: "delete",
    idempotent: false,
    input: z.strictObject({
      contactId: id("The contact that stays."),
      duplicateId: id("The one that is deleted."),
      fields: z.partialRecord(oneOf(...mergedMembers), oneOf("target", "duplicate")).optional()
        .meta({
          description: 'Whose member to keep: {"company": "duplicate"}.',
          brief: true,
          type: "object",
        }),
      dryRun: z.boolean().optional(),
    }),
    async run({ contactId, ...body }, run) {
      const { body: merged } = await run("merge_contacts", { id: contactId, body });
      const { contact, moved, activityId } = merged;
      return { contact: compact(contact), moved, activityId };
    },
  }),
];

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
