import { z } from "zod";

/** A JSON Schema (2020-12) or another piece of the document. */
// deno-lint-ignore no-explicit-any
export type Json = any;

/** Keywords whose values are schemas by name, one schema, or several schemas. */
const maps = ["properties", "$defs"];
const single = ["items", "additionalProperties"];
const lists = ["anyOf", "oneOf", "allOf"];

/** Collects the schemas with a name, which other schemas refer to. */
export class NamedSchemas {
  readonly found: Record<string, Json> = {};

  /**
   * The JSON Schema of a Zod schema, for requests (`input`) or answers (`output`).
   * @throws Error when two different schemas have the same name
   */
  add(schema: z.ZodType, io: "input" | "output"): Json {
    // The example of a whole body is put beside its schema, not into it.
    const { $schema: _, example: __, $defs = {}, ...root } = z.toJSONSchema(schema, { io }) as Json;
    for (const [name, definition] of Object.entries(tidy({ $defs }, io)["$defs"])) {
      const { example: _, ...named } = definition as Json;
      const known = this.found[name];
      if (known && JSON.stringify(known) !== JSON.stringify(named)) {
        throw new Error(`Two different schemas have the name ${name}.`);
      }
      this.found[name] = named;
    }
    return tidy(root, io);
  }
}

/** Converts a schema to the style of OpenAPI 3.1 and removes redundant keywords. */
function tidy(schema: Json, io: "input" | "output"): Json {
  if (typeof schema !== "object" || schema === null) return schema;
  const tidied = { ...schema };
  for (const key of maps) {
    if (!tidied[key]) continue;
    tidied[key] = Object.fromEntries(
      Object.entries(tidied[key]).map(([name, value]) => [name, tidy(value, io)]),
    );
  }
  for (const key of single) if (tidied[key]) tidied[key] = tidy(tidied[key], io);
  for (const key of lists) {
    if (tidied[key]) tidied[key] = tidied[key].map((each: Json) => tidy(each, io));
  }
  return withoutRedundancy(withExamples(withNull(withReference(tidied))), io);
}

function withReference(schema: Json): Json {
  if (!schema.$ref) return schema;
  return { ...schema, $ref: schema.$ref.replace("#/$defs/", "#/components/schemas/") };
}

/** `type: ["string", "null"]` instead of an `anyOf` of the two. */
function withNull(schema: Json): Json {
  const [value, nothing, ...more] = schema.anyOf ?? [];
  if (nothing?.type !== "null" || more.length > 0) return schema;
  if (typeof value.type !== "string" || value.enum || value.const !== undefined) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...value, ...rest, type: [value.type, "null"] };
}

function withExamples(schema: Json): Json {
  if (!("example" in schema) || schema.properties) return schema;
  const { example, ...rest } = schema;
  return { ...rest, examples: [example] };
}

function withoutRedundancy(schema: Json, io: "input" | "output"): Json {
  const tidied = { ...schema };
  // A default of null is obvious for a nullable member, and generators treat members with a default as required.
  if (tidied.default === null) delete tidied.default;
  if (tidied.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum;
  // The type of a number says how it is written in a query.
  if (tidied.pattern && ![tidied.type].flat().includes("string")) delete tidied.pattern;
  // Answers may get more members in later versions; in a request unknown members are refused.
  if (io === "output" && tidied.additionalProperties === false) delete tidied.additionalProperties;
  return tidied;
}
