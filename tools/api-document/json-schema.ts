/** JSON Schemas of the API document, from those of Zod. */
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
   * @param readOnly members of the schema that a request may have and that are ignored
   * @throws Error when two different schemas have the same name
   */
  add(schema: z.ZodType, io: "input" | "output", readOnly: Record<string, Json> = {}): Json {
    // The example of a whole body is put beside its schema, not into it.
    const { $schema: _, example: __, $defs = {}, ...root } = z.toJSONSchema(schema, { io }) as Json;
    for (const [name, definition] of Object.entries(tidy({ $defs }, io)["$defs"])) {
      const { example: _, ...named } = definition as Json;
      if (root.$ref === `#/$defs/${name}`) named.properties = { ...named.properties, ...readOnly };
      const known = this.found[name];
      if (known && JSON.stringify(writable(known)) !== JSON.stringify(writable(named))) {
        throw new Error(`Two different schemas have the name ${name}.`);
      }
      // Only the body of a request has read-only members, and not where it is part of another body.
      if (!known || "readOnly" in (Object.values<Json>(named.properties ?? {}).at(-1) ?? {})) {
        this.found[name] = named;
      }
    }
    return tidy(root, io);
  }
}

/** A schema without the members that are read-only. */
function writable(schema: Json): Json {
  const { properties, ...rest } = schema;
  if (!properties) return schema;
  const members = Object.entries<Json>(properties).filter(([, member]) => !member.readOnly);
  return { ...rest, properties: Object.fromEntries(members) };
}

/** Converts a schema to the style of OpenAPI 3.1 and removes redundant keywords. */
function tidy(schema: Json, io: "input" | "output"): Json {
  if (typeof schema !== "object" || schema === null) return schema;
  if (schema.refersTo) {
    const { refersTo, description } = schema;
    const $ref = `#/components/schemas/${refersTo}`;
    return description ? { $ref, description } : { $ref };
  }
  const tidied = schema.shared ? withoutDirection(schema) : { ...schema };
  for (const key of maps) {
    if (!tidied[key]) continue;
    const described = Object.entries<Json>(tidied[key]).filter(([, value]) => !value.undocumented);
    tidied[key] = Object.fromEntries(described.map(([name, value]) => [name, tidy(value, io)]));
  }
  for (const key of single) if (tidied[key]) tidied[key] = tidy(tidied[key], io);
  for (const key of lists) {
    if (tidied[key]) tidied[key] = tidied[key].map((each: Json) => tidy(each, io));
  }
  return withoutRedundancy(withEnumNames(withExamples(withNull(withReference(tidied)))), io);
}

/** The one schema for requests, where members with a default may be absent, and answers, which may get more members. */
function withoutDirection({ shared: _, additionalProperties: __, ...schema }: Json): Json {
  const optional = (name: string) => "default" in schema.properties[name];
  return { ...schema, required: schema.required?.filter((name: string) => !optional(name)) };
}

/**
 * Names for the constants that generators make of an enum: a value such as `name` or `-name` is none in every language.
 */
function withEnumNames(schema: Json): Json {
  if (!schema.enum) return schema;
  const values: string[] = schema.enum;
  const isOrder = values.some((value) => value.startsWith("-"));
  const nameOf = (value: string) => {
    const words = value.replace(/^-/, "").replace(/[A-Z]/g, "_$&").replace(":", "_").toUpperCase();
    return isOrder ? `${words}_${value.startsWith("-") ? "DESCENDING" : "ASCENDING"}` : words;
  };
  return { ...schema, "x-enum-varnames": values.map(nameOf) };
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
  if (tidied.required?.length === 0) delete tidied.required;
  // The names of members of every object are texts.
  delete tidied.propertyNames;
  if (tidied.maximum === Number.MAX_SAFE_INTEGER) delete tidied.maximum;
  // The type of a number says how it is written in a query.
  if (tidied.pattern && ![tidied.type].flat().includes("string")) delete tidied.pattern;
  // Answers may get more members in later versions; in a request unknown members are refused.
  if (io === "output" && tidied.additionalProperties === false) delete tidied.additionalProperties;
  return tidied;
}
