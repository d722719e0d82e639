import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describeApi } from "../../tools/api-document/document.ts";
import { routes } from "../../functions/kith/routes.ts";
import type { Answer, Json } from "./client.ts";

/** What the service says of itself, and what every answer is held to. */
export const document: Json = describeApi(routes);

/** Headers of the connection, of caches and of browsers, which the document leaves to HTTP. */
const general = new Set([
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "access-control-max-age",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
]);

const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  coerceTypes: false,
});
addFormats.default(ajv);
ajv.addVocabulary(["x-enum-varnames", "x-extensible-enum"]);
ajv.addSchema({ $id: "document", $defs: ownReferences(closed(document.components.schemas)) });

/** Checks of headers: their values are text, whatever type they are said to have. */
const headerAjv = new Ajv2020({ strict: true, coerceTypes: true });
addFormats.default(headerAjv);

const compiled = new Map<object, ValidateFunction>();

/**
 * Holds an answer to the document: its status, headers and body must be described there, and nothing may be there that
 * is not described.
 * @param path with its query, below the base
 * @throws Error that names everything that differs
 */
export function checkAnswer(method: string, path: string, answer: Answer): void {
  if (method.toUpperCase() === "OPTIONS" || isGateway(answer)) return;
  const template = templateOf(path);
  const differences = template === undefined
    ? differencesOf(refusal("not_found", 404), answer, method)
    : differencesOf(describedAnswer(method, template, answer), answer, method);
  if (differences.length === 0) return;
  throw new Error(
    `The document does not describe this answer to ${method.toUpperCase()} ${path}:\n` +
      `${differences.map((each) => `- ${each}`).join("\n")}\n${answer.status} ${
        answer.text.slice(0, 500)
      }`,
  );
}

/** While the function is away it is the gateway that answers, as on the platform. */
function isGateway({ status, headers, body }: Answer): boolean {
  return status >= 502 && !headers.has("x-request-id") &&
    Object.keys(body ?? {}).join() === "message";
}

function templateOf(path: string): string | undefined {
  const [plain] = path.split("?") as [string];
  // A path without parameters comes before one that has the same parts with them.
  if (plain in document.paths) return plain;
  const segments = plain.split("/");
  return Object.keys(document.paths).find((template) => {
    const parts = template.split("/");
    return parts.length === segments.length &&
      parts.every((part, index) =>
        part.startsWith("{") ? segments[index] : part === segments[index]
      );
  });
}

function describedAnswer(method: string, template: string, { status }: Answer): Json {
  const name = method.toLowerCase() === "head" ? "get" : method.toLowerCase();
  const operation = document.paths[template][name];
  if (operation) return describedResponse(operation.responses[status]);
  return refusal("method_not_allowed", 405, {
    Allow: { required: true, schema: { type: "string" } },
  });
}

/** A refusal that no operation gives, because there is none. */
function refusal(code: string, status: number, headers: Json = {}): Json {
  const schema = { $ref: "#/components/schemas/Problem" };
  const id = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
  return {
    status,
    headers: { ...id, ...headers },
    content: { "application/problem+json": { schema, examples: { [code]: {} } } },
  };
}

/** A response of an operation, of whose codes those are left that the operation says it has. */
function describedResponse(response: Json): Json {
  if (!response?.$ref) return response;
  const shared = resolved(response);
  const media = shared.content["application/problem+json"];
  const examples = Object.fromEntries(
    Object.entries(media.examples).filter(([code]) => response.description.includes(`\`${code}\``)),
  );
  return { ...shared, content: { "application/problem+json": { ...media, examples } } };
}

function resolved(node: Json): Json {
  if (!node?.$ref) return node;
  const [, , kind, name] = node.$ref.split("/");
  return document.components[kind][name];
}

function differencesOf(described: Json, answer: Answer, method: string): string[] {
  if (!described) return [`the status ${answer.status}`];
  if (described.status && described.status !== answer.status) {
    return [`the status ${answer.status}`];
  }
  return [...headerDifferences(described, answer), ...bodyDifferences(described, answer, method)];
}

function headerDifferences({ headers }: Json, answer: Answer): string[] {
  const differences: string[] = [];
  const described = new Map<string, Json>(
    Object.entries(headers ?? {}).map(([name, header]) => [name.toLowerCase(), resolved(header)]),
  );
  for (const [name, value] of answer.headers) {
    if (general.has(name)) continue;
    const header = described.get(name);
    if (!header) differences.push(`the header ${name}`);
    else if (!compile(header.schema, headerAjv)({ value })) differences.push(`${name}: ${value}`);
  }
  for (const [name, header] of described) {
    if (header.required && !answer.headers.has(name)) differences.push(`no header ${name}`);
  }
  return differences;
}

function bodyDifferences({ content }: Json, answer: Answer, method: string): string[] {
  if (method.toUpperCase() === "HEAD" && answer.text === "") return [];
  const type = answer.headers.get("content-type")?.split(";")[0];
  if (!content) return answer.text === "" && !type ? [] : ["a body"];
  const media = content[type ?? ""];
  if (!media) return [`the content type ${type}`];
  const body = type!.endsWith("json") ? answer.body : answer.text;
  const codes = type === "application/problem+json" ? Object.keys(media.examples) : [body?.code];
  if (!codes.includes(body?.code)) return [`the code ${body?.code} with ${answer.status}`];
  const check = compile(media.schema, ajv);
  if (check({ value: body })) return [];
  return (check.errors ?? []).map((error) =>
    `body${error.instancePath.replace("/value", "")}: ${error.message} ${
      JSON.stringify(error.params)
    }`
  );
}

/** The check of a schema of the document, for `{ value }`, so that coercion has somewhere to put what it makes. */
function compile(schema: Json, by: Ajv2020): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const value = ownReferences(closed(schema));
  const check = by.compile({ type: "object", properties: { value } });
  compiled.set(schema, check);
  return check;
}

/** References as they are from one schema to the named ones, which are a schema of their own here. */
function ownReferences(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/schemas/', '"document#/$defs/'),
  );
}

/** The schema with no room for members that it does not name. Clients should be more lenient than this. */
function closed(schema: Json): Json {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const copy = Object.fromEntries(
    Object.entries(schema).map((
      [key, value],
    ) => [key, ["examples", "default"].includes(key) ? value : closed(value)]),
  );
  if (copy["type"] === "object" && copy["properties"] && !("additionalProperties" in copy)) {
    copy["additionalProperties"] = false;
  }
  return copy;
}
