/** The methods and the named types of `@kith/client`, written from the OpenAPI document. */

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
}

type Schema = { $ref?: string; properties?: { data?: { items?: Schema } } };
type Content = Record<string, { schema: Schema }>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** One operation of the document, and the method of the client that calls it. */
export interface ClientMethod {
  /** The property of `Kith`, such as `noteTypes`. */
  resource: string;
  /** The name of the method, such as `create`. */
  name: string;
  verb: string;
  path: string;
  operation: Operation;
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The methods for all operations: those of a path's first part are those of one resource. */
export function clientMethods({ paths }: Document): ClientMethod[] {
  const methods = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => methodFor(path, verb, operation))
  );
  const names = methods.map(({ resource, name }) => `${resource}.${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two operations have the method ${twice} in the client.`);
  return methods;
}

function methodFor(path: string, verb: string, operation: Operation): ClientMethod {
  const isService = operation.tags.includes("Service");
  const first = path.split("/")[1]!.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const plural = upperFirst(first);
  const singular = plural.replace(/ies$/, "y").replace(/s$/, "");
  const id = operation.operationId;
  const name = isService ? id : lowerFirst(id.replace(new RegExp(`${plural}|${singular}`), ""));
  return { resource: isService ? "service" : first, name, verb, path, operation };
}

/** `client/src/types.ts`: a name for each schema, and for the query of each operation that has one. */
export function clientTypes(document: Document): string {
  const schemas = Object.keys(document.components.schemas).map((name) =>
    `export type ${name} = components["schemas"]["${name}"];`
  );
  const queries = clientMethods(document).filter(hasQuery).map(({ operation }) =>
    `export type ${queryType(operation)} = NonNullable<\n` +
    `  operations["${operation.operationId}"]["parameters"]["query"]\n>;`
  );
  return [
    'import type { components, operations } from "./schema.ts";',
    schemas.join("\n"),
    queries.join("\n"),
  ].join("\n\n") + "\n";
}

const hasQuery = ({ operation }: ClientMethod) => namesOf(operation, "query").length > 0;
const queryType = ({ operationId }: Operation) => `${upperFirst(operationId)}Query`;

/** `client/src/resources.ts`: a class for each resource, with a method for each of its operations. */
export function clientResources(document: Document): string {
  const methods = clientMethods(document);
  const names = [...new Set(methods.map(({ resource }) => resource))];
  const classes = names.map((resource) => {
    const own = methods.filter((method) => method.resource === resource);
    const texts = own.map((method) => methodText(method, document));
    return `export class ${className(resource)} extends Resource {\n${texts.join("\n\n")}\n}`;
  });
  const fields = names.map((name) => `  readonly ${name}: ${className(name)};`);
  const values = names.map((name) => `    this.${name} = new ${className(name)}(api);`);
  return [
    imports,
    ...classes,
    "/** The methods of all resources. */\nexport class Resources {\n" +
    `${fields.join("\n")}\n\n  constructor(api: Api) {\n${values.join("\n")}\n  }\n}`,
  ].join("\n\n") + "\n";
}

/** Not the resource alone, because a schema may have that name. */
const className = (resource: string) => `${upperFirst(resource)}Methods`;

const imports = `\
import {
  type Api,
  type Call,
  type ChangeOptions,
  type CreateOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
} from "./api.ts";
import type { List } from "./list.ts";
import type * as types from "./types.ts";`;

/** One method, written out. */
function methodText(method: ClientMethod, document: Document): string {
  const { operation, verb, path, name } = method;
  const comment = `  /** ${operation.summary}. ${operation.description.replace(/\s+/g, " ")} */\n`;
  const query = hasQuery(method) ? `query: types.${queryType(operation)} = {}` : "";
  const item = itemType(operation, document);
  if (item) {
    const list = `return this.api.list("${path}", query, options);`;
    return `${comment}  ${name}(${query}, options: RequestOptions = {}): List<${item}> {\n    ${list}\n  }`;
  }
  const ids = namesOf(operation, "path");
  const body = bodyType(operation);
  const inputs = [...ids.map((id) => `${id}: string`), body && `body: ${body}`, query];
  const input = [ids.length > 0 && `path: { ${ids.join(", ")} }`, body && "body", query && "query"]
    .filter(Boolean).join(", ");
  const options = optionsType(operation);
  const result = resultType(operation);
  const signature = (last: string, answer: string) =>
    `  ${name}(${[...inputs, last].filter(Boolean).join(", ")}): Call<${answer}>`;
  const block = (send: string) =>
    ` {\n    const input = {${input && ` ${input} `}};\n` +
    `    return this.api.${send}("${verb.toUpperCase()}", "${path}", input, options);\n  }`;
  if (options === "ReadOptions") {
    const either = `${result} | undefined`;
    return `${comment}${signature("options: ReadOptions", either)};\n` +
      `${comment}${signature("options?: RequestOptions", result)};\n` +
      signature("options?: RequestOptions", either) + block(`sendUnlessCurrent<${result}>`);
  }
  const send = result === "string" ? "sendForText" : "send";
  return comment + signature(`options: ${options} = {}`, result) + block(send);
}

const namesOf = ({ parameters = [] }: Operation, place: Parameter["in"]) =>
  parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

/** The type of a method's options, by the header that the operation takes. */
function optionsType(operation: Operation): string {
  const types: Record<string, string> = {
    "": "RequestOptions",
    "Idempotency-Key": "CreateOptions",
    "If-Match": "ChangeOptions",
    "If-None-Match": "ReadOptions",
  };
  const headers = namesOf(operation, "header").join(", ");
  const options = types[headers];
  if (!options) throw new Error(`client/src/api.ts has no options for the headers ${headers}.`);
  return options;
}

const nameOf = (schema: Schema | undefined) => schema?.$ref?.split("/").pop();
const jsonOf = (content: Content | undefined) => content?.["application/json"]?.schema;

function bodyType({ operationId, requestBody }: Operation): string | undefined {
  if (!requestBody) return undefined;
  const name = nameOf(jsonOf(requestBody.content));
  if (!name) throw new Error(`The body of ${operationId} has no named schema.`);
  return `types.${name}`;
}

function resultType({ responses }: Operation): string {
  const content = (responses["200"] ?? responses["201"])?.content;
  if (!content) return "void";
  if (!jsonOf(content)) return "string";
  const name = nameOf(jsonOf(content));
  return name ? `types.${name}` : "Record<string, unknown>";
}

/** The type of a list's items, where the operation answers a page of a list. */
function itemType({ responses }: Operation, { components }: Document): string | undefined {
  const page = nameOf(jsonOf(responses["200"]?.content));
  const item = page && nameOf(components.schemas[page]?.properties?.data?.items);
  return item && `types.${item}`;
}
