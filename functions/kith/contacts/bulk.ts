// Changing many contacts in one request: its schemas, and why items failed in words.
import { z } from "zod";
import { id, lazily, onObjects, resourceNamed, violation } from "../core/fields.ts";
import type { Answer, Call } from "../core/call.ts";
import { type Refusal, refusedByDatabase } from "../core/problems.ts";
import type { ItemLists } from "../core/route.ts";
import { contact, contactCreate, contactDetails, contactUpdate } from "./schema.ts";

/** Items that all lists have together. */
const mostItems = 200;

const itemUpdate = lazily(() =>
  contactUpdate().safeExtend({ id: id("Id of the contact.") }).meta({
    ...z.globalRegistry.get(contactUpdate()),
    id: "ContactItemUpdate",
  })
);

const tooMany = () =>
  violation("too_long", `Must have at most ${mostItems} items in all lists together.`);

function listOf<Item extends z.ZodType>(item: Item, description: string) {
  return z.array(item).max(mostItems, `Must have at most ${mostItems} items.`).optional()
    .meta({ description });
}

const isUpload = (item: unknown) =>
  typeof (item as { photoUrl?: unknown } | null)?.photoUrl === "string";

export const contactBulkUpdate = lazily(() =>
  z.strictObject({
    create: listOf(contactCreate(), "New contacts."),
    update: listOf(itemUpdate(), "Changes of contacts, each with the `id` of its contact."),
    delete: listOf(id("Id of a contact."), "Contacts to delete."),
    partial: z.boolean().optional().describe(
      "Whether to do the others if some cannot be done. False by default: then nothing is done.",
    ),
  }).superRefine((body, context) => {
    const lists = [body.create, body.update, body.delete].filter(Array.isArray);
    if (lists.reduce((sum, list) => sum + list.length, 0) > mostItems) context.addIssue(tooMany());
  }, onObjects).superRefine((body, context) => {
    for (const list of ["create", "update"] as const) {
      if (!Array.isArray(body[list])) continue;
      body[list].forEach((item, index) => {
        if (!isUpload(item)) return;
        const message = "Set a photo with PATCH /contacts/{id}; here it can only be removed.";
        context.addIssue(violation("invalid_format", message, [list, index, "photoUrl"]));
      });
    }
  }, onObjects).meta({
    id: "ContactBulkUpdate",
    description: `At most ${mostItems} items in all lists together.`,
    example: {
      create: [{ firstName: "Zoë" }],
      update: [{ id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f", nickname: "Zo" }],
      delete: ["0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"],
    },
  })
);

const readOnly = (schema: z.ZodObject, resource: z.ZodObject) =>
  Object.keys(resource.shape).filter((name) => !(name in schema.shape));

const someId = "00000000-0000-0000-0000-000000000000";

export const contactBulkItems = lazily((): ItemLists => ({
  create: { readOnly: readOnly(contactCreate(), contact()), valid: { nickname: "Valid" } },
  update: { readOnly: readOnly(itemUpdate(), contactDetails()), valid: { id: someId } },
  delete: { readOnly: [], valid: someId },
}));

const result = lazily(() =>
  z.object({
    action: z.enum(["create", "update", "delete"]).describe("The list of the item."),
    index: z.int().min(0).describe("Its place in that list, from 0."),
    id: id("The contact, where it is known.").nullable(),
    status: z.enum(["done", "failed"]).describe("Whether it was done."),
    error: z.object({
      code: z.string().describe("What happened, for programs: a code of a `Problem`."),
      detail: z.string().describe("What happened, for people."),
      errors: z.array(resourceNamed("Violation")).optional(),
    }).meta({ id: "ItemProblem" }).optional().describe("Why it was not done."),
  }).meta({ id: "ItemResult" })
);

export const contactBulkResult = lazily(() =>
  z.object({
    results: z.array(result()).describe(
      "The result of each item: first those of `create`, then of `update`, then of `delete`.",
    ),
    hasMore: z.boolean().describe(
      "Whether there was no time for some, because contacts have many notes: those with the error `unavailable`. Send these again.",
    ),
  }).meta({
    id: "ContactBulkResult",
    example: {
      results: [{
        action: "create",
        index: 0,
        id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
        status: "done",
      }, {
        action: "delete",
        index: 0,
        id: "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
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
    },
  })
);

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
