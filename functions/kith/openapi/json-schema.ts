import { z } from "zod";

/** A JSON Schema (2020-12) or another piece of the document. */
// deno-lint-ignore no-explicit-any
export type Json = any;

/** Members of a schema that hold schemas by name, one schema, or several. */
const maps = ["properties", "$defs"];
const single = ["items", "additionalProperties"];
const lists = ["anyOf", "oneOf", "allOf"];

/** The schemas that have a name, which others refer to. */
export class NamedSchemas {
  readonly found: Record<string, Json> = {};

  /**
   * The JSON Schema of a Zod schema: of what is sent (`input`) or of what is answered (`output`).
   * @throws Error when one name means two things
   */
  add(schema: z.ZodType, io: "input" | "output"): Json {
    // The example of a whole body stands beside its schema, not in it.
    const { $schema: _, example: __, $defs = {}, ...root } = z.toJSONSchema(schema, { io }) as Json;
    for (const [name, definition] of Object.entries(tidy({ $defs }, io)["$defs"])) {
      const { example: _, ...named } = definition as Json;
      const known = this.found[name];
      if (known && JSON.stringify(known) !== JSON.stringify(named)) {
        throw new Error(`The name ${name} means two schemas.`);
      }
      this.found[name] = named;
    }
    return tidy(root, io);
  }
}

/** The schema in the words of OpenAPI 3.1, and without what says nothing. */
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
  return withoutNoise(withExamples(withNull(withReference(tidied))), io);
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

function withoutNoise(schema: Json, io: "input" | "output"): Json {
  const tidied = { ...schema };
  // What may be left out and may be null is null when it is left out; generators would demand what has a default.
  if (tidied.default === null) delete tidied.default;
  if (tidied.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum;
  // How a number is written in a query is what its type says.
  if (tidied.pattern && ![tidied.type].flat().includes("string")) delete tidied.pattern;
  // Answers may get further members; a body may not have any that it does not know.
  if (io === "output" && tidied.additionalProperties === false) delete tidied.additionalProperties;
  return tidied;
}
