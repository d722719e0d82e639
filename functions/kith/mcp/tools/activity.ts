import { z } from "zod";
import { instantOrDay } from "../../core/dates.ts";
import { id } from "../../core/fields.ts";
import { activityId, limit, list } from "./fields.ts";
import { compact, cut } from "./short.ts";
import { defineTool, type Tool } from "./tool.ts";

interface Change {
  resource: string;
  id: string;
  name: string | null;
  action: string;
  fields: Record<string, { before: unknown; after: unknown }>;
}

export const activityTools: Tool[] = [
  defineTool({
    name: "recent_activity",
    title: "See what was changed",
    description:
      "What was changed, newest first: by whom, and each field before and after. `undoable` can be undone with its id.",
    scopes: ["activity:read"],
    effect: "read",
    idempotent: true,
    input: z.strictObject({
      since: instantOrDay("From then on.").optional(),
      resourceId: id("Only of this contact, note, reminder or network.").optional(),
      actorId: id("Only what this key or account did.").optional(),
      limit,
    }),
    output: z.object({ activity: list, total: z.int() }),
    members: { from: "since" },
    async run({ since, limit, ...query }, run) {
      const { body } = await run("list_activity", {
        query: { ...query, ...(since ? { from: since } : {}), pageSize: limit },
      });
      return { activity: body.data.map(shortChangeSet), total: body.total };
    },
  }),
  defineTool({
    name: "undo",
    title: "Undo",
    description:
      "Undoes what one call changed (`activityId`), or everything that you, or the actor `actorId`, did `since` an instant. " +
      "Undoing its own activityId does it again. `dryRun` only says what would happen; `partial` undoes what has no conflict.",
    scopes: ["activity:write"],
    effect: "delete",
    idempotent: true,
    input: z.strictObject({
      activityId: id("Of the answer to what is undone, or from recent_activity.").optional(),
      actorId: id("From recent_activity.").optional(),
      since: instantOrDay("Instead of activityId.").optional(),
      dryRun: z.boolean().optional(),
      partial: z.boolean().optional(),
    }).refine(
      ({ activityId, actorId, since }) => activityId ? !(actorId || since) : Boolean(since),
      { message: "Give either activityId, or since and perhaps actorId." },
    ),
    output: z.object({
      summary: z.string().nullable(),
      activityId: activityId.nullable(),
      changes: list,
      conflicts: list.optional(),
    }),
    async run({ activityId, ...body }, run) {
      const { body: undone } = activityId
        ? await run("undo_activity", { id: activityId, body })
        : await run("undo_actor", { body });
      return {
        summary: undone.summary,
        activityId: undone.activityId,
        changes: undone.changes.slice(0, 20).map(shortChange),
        ...(undone.conflictCount > 0 ? { conflicts: undone.conflicts.slice(0, 20) } : {}),
      };
    },
  }),
];

// deno-lint-ignore no-explicit-any
function shortChangeSet({ id, at, actor, summary, changes, undoable }: any) {
  const { id: actorId, kind, name } = actor;
  return {
    ...compact({ id, at, actor: { id: actorId, kind, name }, summary, undoable }) as object,
    changes: changes.slice(0, 5).map(shortChange),
  };
}

function shortChange({ resource, id, name, action, fields }: Change) {
  const values = Object.entries(fields).map(([field, { before, after }]) => [
    field,
    action === "update" ? { before: shortValue(before), after: shortValue(after) } : undefined,
  ]);
  return compact({
    resource,
    id,
    name,
    action,
    fields: action === "update" ? Object.fromEntries(values) : null,
  });
}

function shortValue(value: unknown) {
  return typeof value === "string" ? cut(value, 200) : value;
}
