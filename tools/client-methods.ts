/** Which method of `@kith/client` calls which operation of the OpenAPI document. */

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  "x-extensible-enum"?: string[];
}
type Content = Record<string, { schema: Schema }>;

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** One operation of the document, and the method of the client that calls it. */
export interface ClientMethod {
  /** The property of `Kith`, such as `noteTypes`. */
  resource: string;
  /** The name of the method, such as `create`; absent where the property itself is the method, as those of feeds are. */
  name?: string;
  verb: string;
  path: string;
  operation: Operation;
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** What a scheduler calls, and the link in mails: neither is for who has a token. */
const notForClients = ["/tick", "/unsubscribe/{secret}"];

/** The methods for all other operations: those of a path's first part are those of one resource. */
export function clientMethods(document: Document): ClientMethod[] {
  const paths = Object.entries(document.paths).filter(([path]) => !notForClients.includes(path));
  const methods = paths.flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => methodFor(path, verb, operation, document))
  );
  const names = methods.map(nameOfMethod);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two operations have the method ${twice} in the client.`);
  return methods;
}

/** As it is called: `contacts.create`, or `changes`. */
export function nameOfMethod({ resource, name }: ClientMethod): string {
  return name === undefined ? resource : `${resource}.${name}`;
}

function methodFor(
  path: string,
  verb: string,
  operation: Operation,
  document: Document,
): ClientMethod {
  const isService = operation.tags.includes("Service");
  const first = path.split("/")[1]!.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const plural = upperFirst(first);
  const singular = plural.replace(/ies$/, "y").replace(/s$/, "");
  const id = operation.operationId;
  const isAlone = isFile(operation) && !path.slice(1).includes("/");
  if (isAlone || feedType(operation, document)) return { resource: first, verb, path, operation };
  // "listReadCalendars", where "listCalendars" would be those that Kith writes.
  const own = new RegExp(`(Read)?(${plural}|${singular})`);
  const name = isService ? id : lowerFirst(id.replace(own, ""));
  return { resource: isService ? "service" : first, name, verb, path, operation };
}

/** Whether the operation answers a file to save, which may be too long for memory. */
export function isFile({ responses }: Operation): boolean {
  return "Content-Disposition" in (responses["200"]?.headers ?? {});
}

export const nameOf = (schema: Schema | undefined) => schema?.$ref?.split("/").pop();
export const jsonOf = (content: Content | undefined) => content?.["application/json"]?.schema;

function pageOf({ responses }: Operation, { components }: Document): Schema["properties"] {
  return components.schemas[nameOf(jsonOf(responses["200"]?.content)) ?? ""]?.properties;
}

/** The type of a list's items, with all their members, where the operation answers a page of a list. */
export function itemType(operation: Operation, document: Document): string | undefined {
  return pickedItemType(operation, document)?.replace(".Partial", ".") ??
    typeOf(pageOf(operation, document)?.data?.items);
}

/** The same where clients choose which members they have. */
export function pickedItemType(operation: Operation, document: Document): string | undefined {
  const type = typeOf(pageOf(operation, document)?.data?.items);
  return type?.startsWith("types.Partial") ? type : undefined;
}

function typeOf(schema: Schema | undefined): string | undefined {
  const name = nameOf(schema);
  return name && `types.${name}`;
}

/** The type of a feed's items, where the operation answers a page that goes on from a cursor. */
export function feedType(operation: Operation, document: Document): string | undefined {
  return pageOf(operation, document)?.cursor && itemType(operation, document);
}
