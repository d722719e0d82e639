import { z } from "zod";

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  format?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  minItems?: number;
  required?: string[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** Ids of what is not a resource of the service: Auth knows its OAuth clients. */
const elsewhere = new Set(["clientId"]);

/**
 * Lists of whole contacts, whose ids test/http/contacts-bulk.test.ts and the halves try, and of choices for the rows of an
 * import, whose ids test/http/imports-applied.test.ts tries.
 */
const itemLists = ["create", "update", "rows"];

/** A member that holds an id, or at least so many of them. */
export interface IdMember {
  name: string;
  many: boolean;
  least: number;
  /** Whether the schema cannot do without it. */
  required: boolean;
}

/**
 * The members of a schema that hold an id, found by their format and, should somebody forget that, by
 * their name. Members that are read-only are ignored by the service and are left out here.
 * @throws where an id lies deeper than the batteries can reach
 */
export function idMembers(
  schema: z.ZodType,
  readOnly: string[],
): IdMember[] {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const members: IdMember[] = [];
  const definitions = root.$defs ?? {};
  const own = flatten(root, definitions).flatMap((part) => Object.entries(part.properties ?? {}));
  if (own.length === 0) {
    throw new Error("A schema in the table of routes has no members to be seen.");
  }
  for (const [name, member] of own) {
    if (readOnly.includes(name) || itemLists.includes(name) || elsewhere.has(name)) continue;
    const variants = flatten(member, definitions);
    const items = variants.flatMap((each) => each.items ? flatten(each.items, definitions) : []);
    const isId = variants.some((variant) => variant.format === "uuid") || /[a-z]Id$/.test(name);
    const areIds = items.some((item) => item.format === "uuid") || /[a-z]Ids$/.test(name);
    if (isId || areIds) {
      const required = flatten(root, definitions).some((part) => part.required?.includes(name));
      const least = Math.max(1, ...variants.map(({ minItems = 1 }) => minItems));
      members.push({ name, many: areIds, least, required });
    } else if (holdsId([...variants, ...items], definitions)) {
      throw new Error(`Teach test/support/id-members.ts to find the id inside ${name}.`);
    }
  }
  return members;
}

/** A schema, what it refers to, and its variants. */
function flatten(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema[] {
  const parts = [schema.anyOf, schema.allOf, schema.oneOf].flatMap((each) => each ?? []);
  const referred = definitions[schema.$ref?.replace("#/$defs/", "") ?? ""];
  if (referred) parts.push(referred);
  return [schema, ...parts.flatMap((part) => flatten(part, definitions))];
}

function holdsId(schemas: JsonSchema[], definitions: Record<string, JsonSchema>): boolean {
  return schemas.some((schema) =>
    Object.entries(schema.properties ?? {}).some(([name, member]) => {
      const variants = flatten(member, definitions);
      return /[a-z]Ids?$/.test(name) || variants.some((each) => each.format === "uuid") ||
        holdsId(variants, definitions);
    })
  );
}
