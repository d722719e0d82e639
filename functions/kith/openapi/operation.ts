import { z } from "zod";
import { type Route, takesIfMatch } from "../core/route.ts";
import { inWords } from "../core/scopes.ts";
import { successHeaders } from "./headers.ts";
import type { Json, NamedSchemas } from "./json-schema.ts";
import type { Refusals } from "./refusals.ts";

/** One operation of the document. */
export function describeOperation(route: Route, schemas: NamedSchemas, refusals: Refusals): Json {
  const { operationId, summary, description, tags, security, request, scopes } = route;
  const parameters = [
    ...parametersOf("path", request.params?.(), schemas),
    ...parametersOf("query", request.query?.(), schemas),
    ...conditionsOf(route),
  ];
  return {
    operationId,
    summary,
    description: scopes.length > 0 ? `${description} Needs ${inWords(scopes, "`")}.` : description,
    tags,
    security,
    ...(route.deprecation ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request.body ? { requestBody: bodyOf(route, schemas) } : {}),
    responses: {
      [route.success.status]: successOf(route, schemas),
      ...(takesIfNoneMatch(route) ? { 304: unchanged(route) } : {}),
      ...refusals.of(route),
    },
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
    const { description, examples, default: _, ...schema } = property;
    // Zod omits the default of a schema with a transformation, so it is read from the metadata. That of an enum is only
    // in its description, because generated Kotlin refers to the default by its value instead of its name.
    const fallback = schema.enum ? undefined : metadata(object.shape[name])["default"];
    return {
      name,
      in: place,
      required: place === "path",
      description,
      schema: fallback === undefined ? schema : { ...schema, default: fallback },
      // Viewers such as Swagger UI send the examples of parameters, so only required ones have an example.
      ...(examples && place === "path" ? { example: examples[0] } : {}),
    };
  });
}

/** Pattern of `If-Match`. An `If-None-Match` of another form is ignored. */
const tagList = '^(?:\\*|(?:W/)?"[!#-~]*"(?: *, *(?:W/)?"[!#-~]*")*)$';

/** The request headers `Idempotency-Key`, `If-Match` and `If-None-Match`, where the route supports them. */
function conditionsOf(route: Route): Json[] {
  const header = (name: string, description: string, schema: Json) => ({
    name,
    in: "header",
    required: false,
    description,
    schema,
  });
  const conditions: Json[] = [];
  if (route.idempotent) {
    conditions.push(header(
      "Idempotency-Key",
      "A new value for each new request, such as a UUID. When the same request is sent again within 24 hours, it is not " +
        "run again: the first answer is repeated.",
      { type: "string", pattern: "^[ -~]{1,255}$" },
    ));
  }
  if (takesIfMatch(route)) {
    conditions.push(
      header(
        "If-Match",
        "Change the resource only if this is still its `ETag`: one, several, or `*` for any.",
        { type: "string", pattern: tagList },
      ),
    );
  }
  if (takesIfNoneMatch(route)) {
    conditions.push(
      header("If-None-Match", "Answer 304 if this is still the resource's `ETag`.", {
        type: "string",
      }),
    );
  }
  return conditions;
}

function takesIfNoneMatch({ tagged, method }: Route): boolean {
  return tagged && method === "get";
}

function unchanged(route: Route): Json {
  return {
    description: "Not changed: `If-None-Match` contains the current `ETag`." +
      (route.tags.includes("Contacts")
        ? " Never for a contact with a photo, whose URL expires."
        : ""),
    headers: successHeaders(route),
  };
}

function bodyOf(route: Route, schemas: NamedSchemas): Json {
  const { request, readOnly } = route;
  const schema = request.body!.schema();
  const ignored = readOnly().map((name) => `\`${name}\``).join(", ");
  return {
    required: request.body!.required,
    ...(ignored
      ? { description: `Read-only members (${ignored}) may be sent back; they are ignored.` }
      : {}),
    content: {
      "application/json": {
        schema: schemas.add(schema, "input", readOnlyMembers(route, schemas)),
        ...exampleOf(schema),
      },
      ...Object.fromEntries(
        Object.entries(route.files ?? {})
          .map(([type, example]) => [type, { schema: { type: "string" }, example }]),
      ),
    },
  };
}

/** The members that a client may send back, as the answer has them. */
function readOnlyMembers({ resource, readOnly }: Route, schemas: NamedSchemas): Json {
  if (!resource) return {};
  const schema = resource();
  schemas.add(schema, "output");
  const { properties } = schemas.found[metadata(schema)["id"]];
  return Object.fromEntries(
    readOnly().map((name) => [name, { ...properties[name], readOnly: true }]),
  );
}

function successOf(route: Route, schemas: NamedSchemas): Json {
  const { description, schema, contentType = "application/json", others } = route.success;
  const content = Object.entries({ ...(schema ? { [contentType]: schema } : {}), ...others })
    .map(([type, create]) => {
      const each = create();
      return [type, { schema: schemas.add(each, "output"), ...exampleOf(each) }];
    });
  return {
    description,
    headers: successHeaders(route),
    ...(content.length > 0 ? { content: Object.fromEntries(content) } : {}),
  };
}

/** @throws Error when the schema has no example */
function exampleOf(schema: z.ZodType): { example: Json } {
  const { id, example } = metadata(schema);
  if (example === undefined) throw new Error(`The body ${String(id)} needs an example.`);
  return { example };
}

function metadata(schema: z.ZodType): Json {
  return schema.meta() ?? {};
}
