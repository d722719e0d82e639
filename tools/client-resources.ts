/** The methods and the named types of `@kith/client`, written from the OpenAPI document. */
import {
  type ClientMethod,
  clientMethods,
  type Document,
  feedType,
  isFile,
  itemType,
  jsonOf,
  nameOf,
  type Operation,
  type Parameter,
  pickedItemType,
  upperFirst,
} from "./client-methods.ts";

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

/** `client/src/kinds.ts`: what each kind of resource is read as, and the lists of a document that has everything of an account. */
export function clientKinds({ components: { schemas } }: Document): string {
  const kinds = schemas["ChangedResource"]!.properties!["resource"]!["x-extensible-enum"]!;
  const values = kinds.map((kind) => `  ${kind}: types.${upperFirst(inCamelCase(kind))};`);
  const lists = Object.entries(schemas["AccountExport"]!.properties!)
    .filter(([, { type }]) => type === "array").map(([name]) => `"${name}"`);
  return `import type * as types from "./types.ts";

/** What each kind of resource is read as. */
export interface Values {
${values.join("\n")}
}

/** The lists of a document, in the order in which their items can be written: later ones refer to earlier ones. */
export const lists = [${lists.join(", ")}] as const;
`;
}

const inCamelCase = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** `client/src/resources.ts`: a class for each resource, with a method for each of its operations. */
export function clientResources(document: Document): string {
  const methods = clientMethods(document);
  const named = methods.filter(({ name }) => name !== undefined);
  const names = [...new Set(named.map(({ resource }) => resource))];
  const alone = methods.filter(({ name }) => name === undefined)
    .map((method) =>
      isFile(method.operation) ? downloadTexts(method) : feedTexts(method, document)
    );
  const classes = names.map((resource) => {
    const own = named.filter((method) => method.resource === resource);
    const texts = own.map((method) => methodText(method, document));
    return `export class ${className(resource)} extends Resource {\n${texts.join("\n\n")}\n}`;
  });
  const fields = names.map((name) => `  readonly ${name}: ${className(name)};`);
  const values = names.map((name) => `    this.${name} = new ${className(name)}(api);`);
  return [
    imports,
    ...classes,
    "/** The methods of all resources. */\nexport class Resources {\n" +
    `${[...fields, ...alone.map(({ field }) => field)].join("\n")}\n\n` +
    `  constructor(api: Api) {\n${
      [...values, ...alone.map(({ value }) => value)].join("\n")
    }\n  }\n}`,
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
import type { Feed, List } from "./lists.ts";
import type * as types from "./types.ts";`;

const commentFor = ({ summary, description }: Operation) =>
  `  /** ${summary}. ${description.replace(/\s+/g, " ")} */\n`;

/** The property that is the method of a feed, and its value. */
function feedTexts({ operation, path, resource }: ClientMethod, document: Document) {
  const query = `types.${queryType(operation)}`;
  const type = feedType(operation, document);
  return {
    field: `${commentFor(operation)}  readonly ${resource}: (query?: ${query}, ` +
      `options?: RequestOptions) => Feed<${type}>;`,
    value:
      `    this.${resource} = (query = {}, options = {}) => api.feed("${path}", query, options);`,
  };
}

/** The property that is the method of a file without filters, and its value. */
function downloadTexts({ operation, path, resource }: ClientMethod) {
  return {
    field: `${commentFor(operation)}  readonly ${resource}: ` +
      "(query?: Record<string, never>, options?: RequestOptions) => Promise<Response>;",
    value:
      `    this.${resource} = (query = {}, options = {}) => api.download("${path}", query, options);`,
  };
}

/** One method, written out. */
function methodText(method: ClientMethod, document: Document): string {
  const { operation, verb, path, name } = method;
  const comment = commentFor(operation);
  const query = hasQuery(method) ? `query: types.${queryType(operation)} = {}` : "";
  const item = itemType(operation, document);
  if (item) return listText(method, item, document);
  if (isFile(operation)) {
    return `${comment}  ${name}(${query}, options: RequestOptions = {}): Promise<Response> {\n` +
      `    return this.api.download("${path}", query, options);\n  }`;
  }
  const ids = namesOf(operation, "path");
  const body = bodyType(operation);
  const options = optionsType(operation);
  const isRead = options === "ReadOptions";
  const inputs = [
    ...ids.map((id) => `${id}: string`),
    body && bodyParameter(operation, body),
    !isRead && query,
  ];
  const asked = namesOf(operation, "query").join(", ");
  const input = [
    ids.length > 0 && `path: { ${ids.join(", ")} }`,
    body && "body",
    query && (isRead ? `query: { ${asked} }` : "query"),
  ].filter(Boolean).join(", ");
  const result = resultType(operation);
  const signature = (last: string, answer: string) =>
    `  ${name}(${[...inputs, last].filter(Boolean).join(", ")}): Call<${answer}>`;
  const parseAs = result === "string" ? ', "text"' : "";
  const block = ` {\n    const input = {${input && ` ${input} `}};\n` +
    `    return this.api.send("${verb.toUpperCase()}", "${path}", input, options${parseAs});\n  }`;
  if (isRead) {
    // What is asked for is among the options, because few reads of one resource have a query.
    const more = query ? ` & types.${queryType(operation)}` : "";
    const given = query
      ? `{ ${asked}, ...options }: RequestOptions${more} = {}`
      : "options?: RequestOptions";
    const either = `${result} | undefined`;
    return `${comment}${signature(`options: ReadOptions${more}`, either)};\n` +
      `${comment}${signature(`options?: RequestOptions${more}`, result)};\n` +
      signature(given, either) + block;
  }
  return comment + signature(`options: ${options} = {}`, result) + block;
}

/** The method of a list. Members may be absent only where clients choose them. */
function listText({ operation, path, name }: ClientMethod, item: string, document: Document) {
  const ids = namesOf(operation, "path");
  const given = ids.length > 0 ? `, { ${ids.join(", ")} }` : "";
  const type = `types.${queryType(operation)}`;
  const comment = commentFor(operation);
  const picked = pickedItemType(operation, document);
  const block = ` {\n    return this.api.list("${path}", query, options${given});\n  }`;
  const signature = (query: string, options: string, answer: string) =>
    `${name}(${[...ids.map((id) => `${id}: string`), query, options].join(", ")}): List<${answer}>`;
  const whole = signature(`query: ${type} = {}`, "options: RequestOptions = {}", item);
  if (!picked) return `${comment}  ${whole}${block}`;
  const chosen = signature(
    `query: ${type} & { fields: string }`,
    "options?: RequestOptions",
    picked,
  );
  const every = signature(`query?: ${type}`, "options?: RequestOptions", item);
  return `${comment}  ${chosen};\n${comment}  ${every};\n  ${whole}${block}`;
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

function bodyParameter({ requestBody }: Operation, type: string): string {
  return `body: ${type}${requestBody!.required ? "" : " = {}"}`;
}

function bodyType({ operationId, requestBody }: Operation): string | undefined {
  if (!requestBody) return undefined;
  const name = nameOf(jsonOf(requestBody.content));
  if (!name) throw new Error(`The body of ${operationId} has no named schema.`);
  return `types.${name}`;
}

function resultType({ responses }: Operation): string {
  const content = (responses["200"] ?? responses["201"])?.content;
  if (!content) return "void";
  // Where there are several representations the first one is the default.
  if (!/json$/.test(Object.keys(content)[0]!)) return "string";
  const name = nameOf(jsonOf(content));
  return name ? `types.${name}` : "Record<string, unknown>";
}
