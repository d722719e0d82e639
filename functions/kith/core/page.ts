import { z } from "zod";

/** Schema of one page of a list. */
export function pageOf(item: z.ZodObject, id: string) {
  const { example } = item.meta() ?? {};
  return z.object({
    data: z.array(item),
    page: z.int().min(1).meta({ description: "The requested page, from 1." }),
    pageSize: z.int().min(1).max(200).meta({ description: "Items on a full page." }),
    total: z.int().min(0).meta({ description: "Items that the filters match." }),
  }).meta({ id, example: { data: [example], page: 1, pageSize: 50, total: 1 } });
}

/** Schema of an item of a list where clients choose the members, with a name of its own in the API document. */
export function pickable(resource: z.ZodObject) {
  const { id, example } = resource.meta() ?? {};
  return resource.partial().required({ id: true }).meta({
    id: `Partial${id}`,
    description:
      `A \`${id}\` in a list, with all its members, or with those that \`fields\` names.`,
    example,
  });
}

/** The timestamps of every resource. */
export function timestamps(instant: (description: string) => z.ZodString) {
  return {
    createdAt: instant("When it was created."),
    updatedAt: instant("When it was last changed."),
  };
}
