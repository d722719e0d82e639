import { z } from "zod";
import type { Route } from "../http/route.ts";
import { successHeaders } from "./headers.ts";
import type { Json, NamedSchemas } from "./json-schema.ts";
import type { Refusals } from "./refusals.ts";

/** One operation of the document. */
export function describeOperation(route: Route, schemas: NamedSchemas, refusals: Refusals): Json {
  const { operationId, summary, description, tags, security, request } = route;
  const parameters = [
    ...parametersOf("path", request.params, schemas),
    ...parametersOf("query", request.query, schemas),
  ];
  return {
    operationId,
    summary,
    description,
    tags,
    security,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request.body ? { requestBody: bodyOf(route, schemas) } : {}),
    responses: { [route.success.status]: successOf(route, schemas), ...refusals.of(route) },
  };
}

function parametersOf(
  place: "path" | "query",
  object: z.ZodObject | undefined,
  schemas: NamedSchemas,
): Json[] {
  if (!object) return [];
  const { properties } = schemas.add(object, "input");
  return Object.entries(properties as Record<string, Json>).map(([name, property]) => {
    const { description, examples, ...schema } = property;
    // Zod leaves the default of what it transforms out; it is among the metadata.
    const fallback = metadata(object.shape[name])["default"];
    return {
      name,
      in: place,
      required: place === "path",
      description,
      schema: fallback === undefined ? schema : { ...schema, default: fallback },
      ...(examples ? { example: examples[0] } : {}),
    };
  });
}

function bodyOf({ request, readOnly }: Route, schemas: NamedSchemas): Json {
  const schema = request.body!.content["application/json"]!.schema;
  const ignored = readOnly.map((name) => `\`${name}\``).join(", ");
  return {
    required: true,
    ...(ignored
      ? { description: `What an answer has besides (${ignored}) may be sent back; it is ignored.` }
      : {}),
    content: { "application/json": { schema: schemas.add(schema, "input"), ...exampleOf(schema) } },
  };
}

function successOf({ success, access }: Route, schemas: NamedSchemas): Json {
  const { status, description, schema, contentType = "application/json" } = success;
  return {
    description,
    headers: successHeaders(access, status),
    ...(schema
      ? {
        content: { [contentType]: { schema: schemas.add(schema, "output"), ...exampleOf(schema) } },
      }
      : {}),
  };
}

/** @throws Error so that no body goes without an example */
function exampleOf(schema: z.ZodType): { example: Json } {
  const { id, example } = metadata(schema);
  if (example === undefined) throw new Error(`The body ${String(id)} needs an example.`);
  return { example };
}

function metadata(schema: unknown): Json {
  return z.globalRegistry.get(schema as z.ZodType) ?? {};
}
