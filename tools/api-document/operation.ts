/** One operation of the API document, from its route. */
import { z } from "zod";
import { problemCatalogue, type ProblemCode } from "../../functions/kith/core/problems.ts";
import { hasLocation, type Route, takesIfMatch } from "../../functions/kith/core/route.ts";
import { keyPattern } from "../../functions/kith/core/own-fields.ts";
import { inWords } from "../../functions/kith/core/scopes.ts";
import { problemExample } from "./errors.ts";
import type { Json, NamedSchemas } from "./json-schema.ts";
import { rateLimit } from "../../functions/kith/core/limits.ts";

/** One operation of the document. */
export function describeOperation(route: Route, schemas: NamedSchemas): Json {
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
      ...refusalsOf(route),
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
    const { description, examples, default: _, byKey, ...own } = property;
    const schema = byKey ? keyedValues : own;
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

/** Values by their keys, as generated clients write them: each `key:value`. A name such as `custom.diet` cannot be described. */
const keyedValues: Json = {
  type: "array",
  items: { type: "string", pattern: keyPattern.source.replace(/\$$/, ":.") },
};

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

const word = "[a-z]+:[a-z]+";
const whole = { type: "integer", minimum: 0 };

/** The response headers that clients may need. */
export const headers: Record<string, Json> = {
  RequestId: {
    description:
      "Identifies the request, also in the log. The value that the client sent, or a new one.",
    required: true,
    schema: { type: "string", pattern: "^[\\w.:~-]{1,128}$" },
    example: "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
  },
  Location: {
    description: "URL of the new resource, relative to the request's URL.",
    required: true,
    schema: { type: "string", format: "uri-reference" },
    example: "./contacts/0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
  },
  ContentDisposition: {
    description: "The name under which to save the file.",
    required: true,
    schema: { type: "string", pattern: '^attachment; filename="[\\w.-]+"$' },
    example: 'attachment; filename="kith-contacts-2026-03-14.vcf"',
  },
  NextPart: {
    description: "The address of the next part of an export in parts; absent after the last one.",
    schema: { type: "string", pattern: '^<[^<>]+>; rel="next"$' },
    example: '<?rows=100000&after=contacts.0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f>; rel="next"',
  },
  EntityTag: {
    description:
      "Entity tag of the resource, for `If-Match` and `If-None-Match`, which take it as it is. It is weak where a gateway has compressed the answer.",
    required: true,
    schema: { type: "string", pattern: '^(?:W/)?"[0-9a-f]{32}"$' },
    example: '"6f1d2c3b4a5968778695a4b3c2d1e0f9"',
  },
  IdempotencyReplayed: {
    description: "Present when this is the stored answer to an earlier request with the same key.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
  ActivityId: {
    description:
      "The change set of what the request changed: read or undo it at `/activity/{id}`. Absent if nothing was changed.",
    schema: { type: "string", format: "uuid" },
    example: "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d",
  },
  RetryAfter: {
    description: "Seconds to wait before trying again.",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 12,
  },
  Authenticate: {
    description: "The authentication scheme.",
    required: true,
    schema: { type: "string", const: "Bearer" },
    example: "Bearer",
  },
  InsufficientScope: {
    description:
      "With `insufficient_scope`: RFC 6750, and in `scope` the scopes that the key lacks, separated by spaces. Without `scope` " +
      "if the reason is that the key is limited to networks.",
    schema: {
      type: "string",
      pattern: `^Bearer error="insufficient_scope"(?:, scope="${word}(?: ${word})*")?$`,
    },
    example: 'Bearer error="insufficient_scope", scope="notes:write"',
  },
  RateLimit: {
    description: "Requests that an API key may send in any 60 seconds.",
    schema: whole,
    example: rateLimit,
  },
  RateLimitRemaining: {
    description: "Requests that the API key may still send now.",
    schema: whole,
    example: 87,
  },
  RateLimitReset: {
    description: "When the oldest counted request leaves the window, in Unix seconds.",
    schema: whole,
    example: 1789000000,
  },
};

const refer = (name: string) => ({ $ref: `#/components/headers/${name}` });

const rateLimitHeaders = {
  "X-RateLimit-Limit": refer("RateLimit"),
  "X-RateLimit-Remaining": refer("RateLimitRemaining"),
  "X-RateLimit-Reset": refer("RateLimitReset"),
};

/** The headers of a successful answer; those about the rate limit only where API keys are accepted. */
function successHeaders(route: Route): Json {
  const { access, success, tagged, idempotent, logged } = route;
  return {
    "X-Request-Id": refer("RequestId"),
    ...(hasLocation(route) ? { Location: refer("Location") } : {}),
    ...(success.isFile
      ? { "Content-Disposition": refer("ContentDisposition"), Link: refer("NextPart") }
      : {}),
    ...(tagged && success.schema ? { ETag: refer("EntityTag") } : {}),
    ...(idempotent ? { "Idempotency-Replayed": refer("IdempotencyReplayed") } : {}),
    ...(logged ? { "X-Activity-Id": refer("ActivityId") } : {}),
    ...(access === "any" ? rateLimitHeaders : {}),
  };
}

/** Names of the responses that refuse, by their status. */
const refusalNames: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "RequestTimeout",
  409: "Conflict",
  410: "Gone",
  412: "PreconditionFailed",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  422: "IdempotencyKeyReused",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};

/** The headers of the refusals with a status. Those about the rate limit are there where a key was counted. */
function refusalHeaders(status: number): Json {
  return {
    "X-Request-Id": refer("RequestId"),
    ...(status === 401 ? { "WWW-Authenticate": refer("Authenticate") } : rateLimitHeaders),
    ...(status === 403 ? { "WWW-Authenticate": refer("InsufficientScope") } : {}),
    ...(status === 429 || status === 503 ? { "Retry-After": refer("RetryAfter") } : {}),
  };
}

/** The codes of a list by their status, in the order of the catalogue. */
function codesByStatus(codes: ProblemCode[]): [status: number, codes: ProblemCode[]][] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of Object.keys(problemCatalogue) as ProblemCode[]) {
    if (!codes.includes(code)) continue;
    const { status } = problemCatalogue[code];
    byStatus.set(status, [...byStatus.get(status) ?? [], code]);
  }
  return [...byStatus].sort(([one], [other]) => one - other);
}

const inCodes = (codes: ProblemCode[]) =>
  codes.map((code) => `${problemCatalogue[code].title} (\`${code}\`).`).join(" ");

/** The error responses of a route by status: references that say which of the status' codes the route has. */
function refusalsOf({ problems }: Route): Record<string, Json> {
  return Object.fromEntries(
    codesByStatus(problems).map(([status, codes]) => [status, {
      $ref: `#/components/responses/${refusalNames[status]}`,
      description: inCodes(codes),
    }]),
  );
}

/** The error responses of these routes, one for each status, by name. */
export function refusals(routes: Route[]): Record<string, Json> {
  const codes = routes.flatMap(({ problems }) => problems);
  return Object.fromEntries(
    codesByStatus(codes).map(([status, each]) => [refusalNames[status]!, {
      description: inCodes(each),
      headers: refusalHeaders(status),
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: Object.fromEntries(each.map((code) => [code, {
            summary: problemCatalogue[code].title,
            value: problemExample(code),
          }])),
        },
      },
    }]),
  );
}
