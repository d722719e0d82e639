import { z } from "zod";

interface JsonSchema {
  format?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/**
 * The members of a schema that hold an id, found by their format and, should somebody forget that, by
 * their name. Members that are read-only are ignored by the service and are left out here.
 * @throws where an id lies deeper than the batteries can reach
 */
export function idMembers(
  schema: z.ZodType,
  readOnly: string[],
): { name: string; many: boolean }[] {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const members: { name: string; many: boolean }[] = [];
  for (const [name, member] of Object.entries(root.properties ?? {})) {
    if (readOnly.includes(name)) continue;
    const variants = flatten(member);
    const items = variants.flatMap((variant) => variant.items ? flatten(variant.items) : []);
    const isId = variants.some((variant) => variant.format === "uuid") || /[a-z]Id$/.test(name);
    const areIds = items.some((item) => item.format === "uuid") || /[a-z]Ids$/.test(name);
    if (isId || areIds) members.push({ name, many: areIds });
    else if (holdsId([...variants, ...items])) {
      throw new Error(`Teach test/support/id-members.ts to find the id inside ${name}.`);
    }
  }
  return members;
}

function flatten(schema: JsonSchema): JsonSchema[] {
  const parts = [schema.anyOf, schema.allOf, schema.oneOf].flatMap((each) => each ?? []);
  return [schema, ...parts.flatMap(flatten)];
}

function holdsId(schemas: JsonSchema[]): boolean {
  return schemas.some((schema) =>
    Object.entries(schema.properties ?? {}).some(([name, member]) =>
      /[a-z]Ids?$/.test(name) || flatten(member).some((each) => each.format === "uuid") ||
      holdsId(flatten(member))
    )
  );
}
