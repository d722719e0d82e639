// Tools for networks, and for contacts that may be the same person.
import { pageSizes } from "../../core/limits.ts";
import { z } from "zod";
import { duplicateDismissal, mergedMembers } from "../../contacts/duplicates.ts";
import { id } from "../../core/fields.ts";
import { networkCreate, networkUpdate } from "../../networks/schema.ts";
import { brief, compact, limit, networkNameOrId, oneOf, page, undescribed } from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";

const { name, description } = networkUpdate().shape;
const { color } = networkCreate().shape;

export const networkTools: Tool[] = [
  defineTool({
    name: "list_networks",
    title: "List networks",
    description: "The networks that contacts belong to, with how many do.",
    scopes: ["networks:read"],
    effect: "read",
    input: z.strictObject({ page }),
    async run({ page }, run) {
      const { body } = await run("list_networks", { query: { page, pageSize: 100 } });
      return { networks: body.data.map(shortNetwork), total: body.total };
    },
  }),
  defineTool({
    name: "save_network",
    title: "Create, change or delete a network",
    description:
      "Without `network` creates one called `name`; with it changes the members given, or deletes it by its whole name (contacts stay). " +
      "change_contacts says who belongs to it.",
    scopes: ["networks:write"],
    effect: "delete",
    input: z.strictObject({
      network: networkNameOrId.meta(brief).optional(),
      name: name.meta(brief),
      description,
      color: color.meta({ description: "#RRGGBB." }),
      delete: z.boolean().optional(),
    }).refine(({ network, name }) => network !== undefined || name !== undefined, {
      message: "Give the name of a new network, or the network to change.",
      path: ["name"],
    }).refine(({ network, delete: isDeleted }) => !isDeleted || network !== undefined, {
      message: "Name the network to delete.",
      path: ["network"],
    }),
    members: { id: "network" },
    async run({ network, delete: isDeleted, ...body }, run) {
      if (isDeleted) {
        const { activityId } = await run("delete_network", { byName: { id: network! } });
        return { activityId };
      }
      const saved = network
        ? await run("update_network", { byName: { id: network }, body })
        : await run("create_network", { body });
      return { network: shortNetwork(saved.body), activityId: saved.activityId };
    },
  }),
];

function shortNetwork({ id, name, description, contactCount }: Record<string, unknown>) {
  return { ...compact({ id, name, description }) as object, contactCount };
}

interface Pair {
  contacts: { id: string; displayName: string; company: string | null }[];
  score: number;
  evidence: unknown[];
}

/** Described once for all members; one or two of them show how. */
const whose = oneOf("target", "duplicate").meta({ enum: undefined });
const shown = ["jobTitle", "phones"];

export const duplicateTools: Tool[] = [
  defineTool({
    name: "find_duplicates",
    readsLong: true,
    title: "Find duplicates",
    description: "Pairs of contacts that may be the same person and why, the most likely first.",
    scopes: ["contacts:read"],
    effect: "read",
    input: z.strictObject({
      name: z.string().max(200).optional().describe("A name in the pair."),
      limit,
    }),
    async run({ name = "", limit }, run) {
      const { body } = await run("list_duplicates", {
        query: { pageSize: name ? pageSizes.most : limit },
      });
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
      "These contacts are different people: their pairs are no longer found. `dismissed: false` takes it back, `undo` does not.",
    scopes: ["contacts:write"],
    effect: "write",
    idempotent: true,
    input: z.strictObject(undescribed(duplicateDismissal().shape)),
    async run(body, run) {
      await run("dismiss_duplicate", { body });
      return { dismissed: body.dismissed ?? true };
    },
  }),
  defineTool({
    name: "merge_contacts",
    title: "Merge two contacts",
    description:
      "What the duplicate has goes to the contact, whose single members stay unless `fields` says " +
      '"duplicate". `dryRun` only shows the result.',
    scopes: ["contacts:write", "notes:write", "reminders:write"],
    effect: "delete",
    input: z.strictObject({
      contactId: id("The contact that stays."),
      duplicateId: id("The one that is deleted.").meta(brief),
      fields: z.strictObject(
        Object.fromEntries(
          mergedMembers.map((
            name,
          ) => [name, whose.optional().meta({ unlisted: !shown.includes(name) })]),
        ),
      ).optional().describe('Of any member of contacts, whose to keep: "target" or "duplicate".'),
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
