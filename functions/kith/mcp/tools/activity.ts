// Tools for what was changed, the trash, and undoing.
import { z } from "zod";
import { instantOrDay } from "../../core/dates.ts";
import { id } from "../../core/fields.ts";
import { listedKinds } from "../../kinds/kinds.ts";
import { brief, compact, cut, limit, oneOf, page } from "./members.ts";
import { defineTool, type Tool } from "./tool.ts";
import { logDays, searchLimit } from "../../core/limits.ts";

interface Change {
  resource: string;
  id: string;
  name: string | null;
  action: string;
  fields: Record<string, { before: unknown; after: unknown }>;
}

/** What the log answers with of each change set. */
const fields = ["at", "actor", "summary", "changes", "undoable"];

/** Changes of one call that are told; the summary has them all. */
const toldChanges = 3;

/** Characters of a value before and after a change. */
const valueLimit = 80;

export const activityTools: Tool[] = [
  defineTool({
    name: "recent_activity",
    title: "See what was changed",
    description:
      "Changes, newest first: by whom, a sentence, values before and after. `undoable` ones are undone by id.",
    scopes: ["activity:read"],
    effect: "read",
    input: z.strictObject({
      since: instantOrDay("From then on.").optional(),
      resourceId: id("Only of this one.").optional(),
      actorId: id("Only what this one did.").meta(brief).optional(),
      page,
      limit: limit.default(20),
    }),
    members: { from: "since" },
    async run({ since, limit, ...query }, run) {
      const { body } = await run("list_activity", {
        query: { ...query, ...(since ? { from: since } : {}), fields, pageSize: limit },
      });
      const actors = new Map<string, Actor>();
      for (const { actor } of body.data as { actor: Actor }[]) actors.set(actor.id ?? "", actor);
      return {
        activity: body.data.map(shortChangeSet),
        actors: [...actors.values()].map(compact),
        total: body.total,
      };
    },
  }),
  defineTool({
    name: "list_trash",
    title: "Look into the trash",
    description: `What was deleted in the last ${logDays} days, newest first. ` +
      "`undo` with its activityId brings it back, and what else that call deleted.",
    scopes: ["activity:read"],
    effect: "read",
    input: z.strictObject({
      search: z.string().max(searchLimit, `Must have at most ${searchLimit} characters.`)
        .optional(),
      resource: oneOf(...listedKinds).optional(),
      page,
      limit,
    }),
    async run({ limit, ...query }, run) {
      const { body } = await run("list_trash", { query: { ...query, pageSize: limit } });
      // deno-lint-ignore no-explicit-any
      const short = ({ id, resource, name, deletedAt, actor }: any) =>
        compact({ activityId: id, resource, name, deletedAt, by: byOf(actor) });
      return { trash: body.data.map(short), total: body.total };
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
      activityId: id("Of an answer, or of recent_activity.").optional(),
      actorId: id("From recent_activity.").meta(brief).optional(),
      since: instantOrDay("Instead of activityId.").meta(brief).optional(),
      dryRun: z.boolean().optional(),
      partial: z.boolean().optional(),
    }).refine(
      ({ activityId, actorId, since }) => activityId ? !(actorId || since) : Boolean(since),
      { message: "Give either activityId, or since and perhaps actorId." },
    ),
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

interface Actor {
  kind: string;
  id: string | null;
  name: string | null;
}

const byOf = ({ kind, name }: Actor) => name ?? kind;

/** Of what was created or deleted the summary says enough. */
// deno-lint-ignore no-explicit-any
function shortChangeSet({ id, at, actor, summary, changes, undoable }: any) {
  const updates = changes.filter(({ action }: Change) => action === "update");
  return compact({
    id,
    at,
    by: byOf(actor),
    summary: cut(summary, 200),
    undoable,
    changes: updates.slice(0, toldChanges).map(shortChange),
  });
}

function shortChange({ resource, id, name, action, fields }: Change) {
  const values = Object.entries(fields).slice(0, 10).map(([field, { before, after }]) => [
    field,
    { before: shortValue(before), after: shortValue(after) },
  ]);
  return compact({
    resource,
    id,
    name: name && cut(name, valueLimit),
    action: action === "update" ? null : action,
    fields: action === "update" ? Object.fromEntries(values) : null,
  });
}

/** Items of a list that are told. */
const toldItems = 5;

/** A value with its long texts and lists cut. */
function shortValue(value: unknown): unknown {
  if (typeof value === "string") return cut(value, valueLimit);
  if (!Array.isArray(value)) return value;
  const more = value.length - toldItems;
  return [
    ...value.slice(0, toldItems).map(shortItem),
    ...(more > 0 ? [`… [${more} more]`] : []),
  ];
}

/** An item of a list: what has a value is told by it, such as an e-mail address. */
function shortItem(item: unknown): unknown {
  if (typeof item !== "object" || item === null) return shortValue(item);
  const { value, label, ...rest } = item as Record<string, unknown>;
  if (value !== undefined) return cut(label ? `${value} (${label})` : String(value), valueLimit);
  return compact({ label, ...rest });
}
