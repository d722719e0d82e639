// The schemas of the log of changes and of undoing.
import { z } from "zod";
import { extensible, id, lazily, onObjects, paramsOf, violation } from "../core/fields.ts";
import { instant, instantOrDay, isDay, toInstant } from "../core/dates.ts";
import { fieldsOf, oneOf, pageOf, paging, pickable } from "../core/lists.ts";
import { kinds } from "../kinds/kinds.ts";

const actions = ["create", "update", "delete"] as const;

const reasons = [
  "changed",
  "deleted",
  "exists",
  "in_use",
  "name_taken",
  "missing_reference",
  "limit_reached",
  "erased",
] as const;

/** What kind of resource it is, its id and its name, as in the log, the trash and conflicts. */
export const resource = lazily(() => extensible(kinds, "What kind of resource it is."));
export const resourceId = lazily(() =>
  id(
    "Identifies the resource. A membership has the id of its contact, and the name of its network.",
  )
);
export const resourceName = lazily(() =>
  z.string().nullable().meta({
    description: "The name of the resource at that time; null if it has none.",
    example: "Zoë Müller",
  })
);

export const actor = lazily(() =>
  z.object({
    kind: extensible(
      ["api_key", "connection", "inbox", "calendar", "access_token", "database"],
      "What it did it with.",
    ),
    id: id(
      "Id of the API key, connection, inbox or calendar, or of the account; null for the database.",
    ).nullable(),
    name: z.string().nullable().meta({
      description:
        "Name of the API key, connection or calendar then, Mail for the inbox, or the role in the database; null for an access token.",
      example: "Mail assistant",
    }),
  }).meta({ id: "Actor", description: "Who changed something." })
);

const fieldChange = lazily(() =>
  z.object({
    before: z.unknown().describe("The value before; null where the resource was created."),
    after: z.unknown().describe("The value after; null where it was deleted."),
  }).meta({
    id: "FieldChange",
    description: "Texts of more than 1,000 characters are cut and end with “…”.",
  })
);

const resourceChange = lazily(() =>
  z.object({
    resource: resource(),
    id: resourceId(),
    name: resourceName(),
    action: extensible(actions, "What was done to it."),
    fields: z.record(z.string(), fieldChange()).describe(
      "The members that changed. `hasPhoto` stands for the photo. Members that are computed are not " +
        "among them.",
    ),
  }).meta({ id: "ResourceChange" })
);

const changes = lazily(() => ({
  changes: z.array(resourceChange()).describe(
    "What changed: at most 20 in a list, else 200, and at most about 256 KB; `changeCount` says how many there are.",
  ),
  changeCount: z.int().min(0).describe(
    "How many resources changed; of more than 1,000 changes of rows, how many changes there are.",
  ),
}));

const summary = lazily(() =>
  z.string().meta({
    description: "The change set in a sentence.",
    example: "Deleted contact Zoë Müller, changed 3 notes",
  })
);

const actorExample = {
  kind: "api_key",
  id: "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
  name: "Mail assistant",
};

const changeExample = {
  resource: "contact",
  id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
  name: "Zoë Müller",
  action: "update",
  fields: { nickname: { before: "Zo", after: "Zoe" } },
};

export const activity = lazily(() =>
  z.object({
    id: id("Identifies the change set."),
    at: instant("When it was."),
    requestId: z.string().nullable().meta({
      description:
        "The `X-Request-Id` of the request; null where it did not come through this API.",
      example: "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
    }),
    actor: actor(),
    operation: z.string().nullable().meta({
      description: "The `operationId`; null where it did not come through this API.",
      example: "updateContact",
    }),
    summary: summary(),
    ...changes(),
    undoes: z.array(id("Id of a change set.")).describe(
      "The change sets that this one undid, at most 100.",
    ),
    undoneBy: id("The change set that undid this one.").nullable(),
    undoable: z.boolean().describe(
      "Whether this credential may undo it and it is not undone yet. An API key may undo what it did itself, an access token " +
        "everything.",
    ),
  }).meta({
    id: "Activity",
    description: "A change set: everything that one request changed.",
    example: {
      id: "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d",
      at: "2026-03-14T09:26:53.000Z",
      requestId: "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
      actor: actorExample,
      operation: "updateContact",
      summary: "Changed contact Zoë Müller",
      changes: [changeExample],
      changeCount: 1,
      undoes: [],
      undoneBy: null,
      undoable: true,
    },
  })
);

export const activityPage = lazily(() => pageOf(pickable(activity()), "ActivityPage"));

const inTimeZone = "a date means that whole day in the profile's time zone";

/** Refuses an end before its beginning, where both are dates or both are instants. */
function inOrder(first: string, last: string) {
  return (value: Record<string, unknown>, context: z.RefinementCtx) => {
    const [begin, end] = [value[first], value[last]];
    if (typeof begin !== "string" || typeof end !== "string" || !isAfter(begin, end)) return;
    context.addIssue(violation("too_big", `Must not be after \`${last}\`.`, [first]));
  };
}

function isAfter(begin: string, end: string): boolean {
  if (isDay(begin) && isDay(end)) return begin > end;
  const [beginInstant, endInstant] = [toInstant(begin), toInstant(end)];
  return beginInstant !== null && endInstant !== null &&
    Date.parse(beginInstant) > Date.parse(endInstant);
}

export const activityQuery = lazily(() =>
  z.object({
    ...paging(),
    actorId: id("Only what this API key did; the account's id for its access tokens.").optional(),
    resource: oneOf(kinds, "Only change sets that changed a resource of this kind."),
    resourceId: id("Only change sets that changed this resource; `changes` has only its own.")
      .optional(),
    action: oneOf(actions, "Only change sets that did this to a resource."),
    from: instantOrDay(`Only change sets since then; ${inTimeZone}. Not after \`to\`.`).optional(),
    to: instantOrDay(`Only change sets before then; ${inTimeZone}, included. Not before \`from\`.`)
      .optional(),
    fields: fieldsOf(activity),
  }).superRefine(inOrder("from", "to"), onObjects)
);

export const activityParams = paramsOf("change set");

const undoOptions = lazily(() => ({
  dryRun: z.boolean().optional().describe(
    "Whether to change nothing and only answer what would be undone, with the conflicts. False by default.",
  ),
  partial: z.boolean().optional().describe(
    "Whether to undo what can be undone and list the rest in `conflicts`. False by default: then all or nothing.",
  ),
}));

export const undoCreate = lazily(() =>
  z.strictObject(undoOptions())
    .meta({ id: "UndoCreate", example: { dryRun: true, partial: false } })
);

export const actorUndoCreate = lazily(() =>
  z.strictObject({
    actorId: id("The API key, or the account for its access tokens."),
    since: instantOrDay(`Everything since then; ${inTimeZone}. Not after \`until\`.`),
    until: instantOrDay(`Everything before then; ${inTimeZone}, included. Until now where absent.`)
      .optional(),
    ...undoOptions(),
  }).superRefine(inOrder("since", "until"), onObjects).meta({
    id: "ActorUndoCreate",
    example: {
      actorId: "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
      since: "2026-03-14T09:00:00.000Z",
      until: "2026-03-14T10:00:00.000Z",
      dryRun: true,
      partial: false,
    },
  })
);

const conflict = lazily(() =>
  z.object({
    resource: resource(),
    id: resourceId(),
    name: resourceName(),
    field: z.string().nullable().meta({
      description: "The member in conflict; null for the whole resource.",
      example: "nickname",
    }),
    reason: extensible(
      reasons,
      "Why it cannot be undone: the member was `changed` since, the resource was `deleted` or `exists` again, others refer to " +
        "it (`in_use`, with their kind in `field`), its name is taken, what it referred to does not exist any more, the account is full, or it " +
        "was erased from the log.",
    ),
  }).meta({ id: "UndoConflict" })
);

export const undoResult = lazily(() =>
  z.object({
    dryRun: z.boolean().describe("Whether this was a dry run, which undid nothing."),
    activityId: id("The new change set; null where nothing was changed.").nullable(),
    summary: summary().nullable(),
    ...changes(),
    conflicts: z.array(conflict()).describe(
      "What could not be undone, at most 200; `conflictCount` says how many there are.",
    ),
    conflictCount: z.int().min(0).describe("How many conflicts there are."),
    hasMore: z.boolean().describe(
      "Whether there was no time for all of it: what is here is undone. Send the request again.",
    ),
  }).meta({
    id: "UndoResult",
    example: {
      dryRun: false,
      activityId: "0190a5c2-e297-7f6e-85a8-b36c71809fae",
      summary: "Changed contact Zoë Müller",
      changes: [{ ...changeExample, fields: { nickname: { before: "Zoe", after: "Zo" } } }],
      changeCount: 1,
      conflicts: [],
      conflictCount: 0,
      hasMore: false,
    },
  })
);
