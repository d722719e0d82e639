// Changing many resources of a kind in one request: its schemas, and why items failed in words.
import { z } from "zod";
import type { Answer, Call } from "./call.ts";
import { id, lazily, onObjects, resourceNamed, violation } from "./fields.ts";
import { type Refusal, refusedByDatabase } from "./problems.ts";
import type { ItemLists } from "./route.ts";
import { bulkLimit } from "./limits.ts";

/** What many of are changed in one request. */
interface Bulk {
  /** What one is called: `contact`. */
  name: string;
  create: () => z.ZodObject;
  update: () => z.ZodObject;
  /** One as answers have it: members that bodies do not have are accepted and ignored. */
  created: () => z.ZodObject;
  shown: () => z.ZodObject;
  /** A body that creates one. */
  valid: object;
  example: { create: object[]; update: object[]; delete: string[] };
  /** Why there may be no time for some. */
  hasMore: string;
  /** A further check of the body. */
  check?: (body: Record<string, unknown>, context: z.RefinementCtx) => void;
}

const tooMany = () =>
  violation("too_long", `Must have at most ${bulkLimit} items in all lists together.`);

function listOf<Item extends z.ZodType>(item: Item, description: string) {
  return z.array(item).max(bulkLimit, `Must have at most ${bulkLimit} items.`).optional()
    .meta({ description });
}

const readOnly = (schema: z.ZodObject, resource: z.ZodObject) =>
  Object.keys(resource.shape).filter((name) => !(name in schema.shape));

const someId = "00000000-0000-0000-0000-000000000000";

/** The schemas of changing many of a kind. */
export function bulkSchemas(
  { name, create, update, created, shown, valid, example, hasMore, check }: Bulk,
) {
  const kind = name.charAt(0).toUpperCase() + name.slice(1);
  const itemUpdate = lazily(() =>
    update().safeExtend({ id: id(`Id of the ${name}.`) }).meta({
      ...z.globalRegistry.get(update()),
      id: `${kind}ItemUpdate`,
    })
  );
  const body = lazily(() =>
    z.strictObject({
      create: listOf(create(), `New ${name}s.`),
      update: listOf(itemUpdate(), `Changes of ${name}s, each with the \`id\` of its ${name}.`),
      delete: listOf(id(`Id of a ${name}.`), `${kind}s to delete.`),
      partial: z.boolean().optional().describe(
        "Whether to do the others if some cannot be done. False by default: then nothing is done.",
      ),
    }).superRefine((body, context) => {
      const lists = [body.create, body.update, body.delete].filter(Array.isArray);
      if (lists.reduce((sum, list) => sum + list.length, 0) > bulkLimit) {
        context.addIssue(tooMany());
      }
    }, onObjects).superRefine((body, context) => check?.(body, context), onObjects).meta({
      id: `${kind}BulkUpdate`,
      description: `At most ${bulkLimit} items in all lists together.`,
      example,
    })
  );
  const items = lazily((): ItemLists => ({
    create: { readOnly: readOnly(create(), created()), valid },
    update: { readOnly: readOnly(itemUpdate(), shown()), valid: { id: someId } },
    delete: { readOnly: [], valid: someId },
  }));
  const result = lazily(() =>
    z.object({
      results: z.array(itemResult()).describe(
        "The result of each item: first those of `create`, then of `update`, then of `delete`.",
      ),
      hasMore: z.boolean().describe(hasMore),
    }).meta({ id: `${kind}BulkResult`, example: resultExample(example) })
  );
  return { body, items, result };
}

const itemResult = lazily(() =>
  z.object({
    action: z.enum(["create", "update", "delete"]).describe("The list of the item."),
    index: z.int().min(0).describe("Its place in that list, from 0."),
    id: id("What it is about, where that is known.").nullable(),
    status: z.enum(["done", "failed"]).describe("Whether it was done."),
    error: z.object({
      code: z.string().describe("What happened, for programs: a code of a `Problem`."),
      detail: z.string().describe("What happened, for people."),
      errors: z.array(resourceNamed("Violation")).optional(),
    }).meta({ id: "ItemProblem" }).optional().describe("Why it was not done."),
  }).meta({ id: "ItemResult" })
);

const resultExample = ({ update, delete: [deleted] }: Bulk["example"]) => ({
  results: [{
    action: "create",
    index: 0,
    id: (update[0] as { id: string }).id,
    status: "done",
  }, {
    action: "delete",
    index: 0,
    id: deleted,
    status: "failed",
    error: {
      code: "not_found",
      detail: "There is no such resource.",
      errors: [{
        in: "body",
        pointer: "/delete/0",
        code: "invalid_reference",
        message: "There is no such resource.",
      }],
    },
  }],
  hasMore: false,
});

interface Result {
  error?: Refusal | null;
}

/** Runs the operation, and says in words why items failed. */
export async function runBulk(call: Call): Promise<Answer> {
  const answer = await call.run(call.arguments);
  const { results, hasMore }: { results: Result[]; hasMore: boolean } = JSON.parse(answer.body!);
  const shown = results.map(({ error, ...item }) => {
    if (!error) return item;
    const { code, message: detail, errors } = refusedByDatabase(error, null, null);
    return { ...item, error: { code, detail, errors } };
  });
  return { ...answer, body: JSON.stringify({ results: shown, hasMore }) };
}
