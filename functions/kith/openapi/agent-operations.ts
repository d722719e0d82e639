import { z } from "zod";
import { uuidPattern } from "../core/fields.ts";
import type { Route } from "../core/route.ts";
import type { Json } from "./json-schema.ts";
import { tags } from "./words.ts";

/** The operations as Markdown, a section for each group, with their parameters and the shapes of their bodies. */
export function operationSections(routes: Route[]): string[] {
  const forKeys = routes.filter(({ access }) => access !== "accessToken");
  const sections = tags.map(({ name }) => {
    const lines = forKeys.filter((route) => route.tags.includes(name))
      .map((route) => operationLine(route, routes));
    return lines.length > 0 ? `### ${name}\n\n${lines.join("\n")}` : "";
  });
  const others = routes.filter((route) => !forKeys.includes(route)).map(operationName).join(", ");
  return [...sections.filter(Boolean), `### With an access token only\n\n${others}.`];
}

function operationName({ method, path }: Route): string {
  return `\`${method.toUpperCase()} ${path}\``;
}

function operationLine(route: Route, routes: Route[]): string {
  return [
    `- ${operationName(route)}: ${route.summary}.`,
    queryOf(route, routes),
    bodyOf(route, routes),
  ].filter(Boolean).join(" ");
}

/** The parameters; those that the list of the same resources has are not said again. */
function queryOf(route: Route, routes: Route[]): string {
  const list = routes.find(({ method, path }) =>
    method === "get" && route.path === `${path}/export`
  );
  const known = list ? parametersOf(list) : [];
  const query = parametersOf(route).filter((each) => !known.includes(each));
  if (query.length === 0) return "";
  return `Query: ${list ? "the filters of the list, " : ""}${query.join(", ")}.`;
}

/** What the guide explains once. */
const explained = ["fields", "page", "pageSize"];

function parametersOf({ request }: Route): string[] {
  if (!request.query) return [];
  const { properties } = z.toJSONSchema(request.query(), { io: "input" }) as Json;
  const listed = Object.entries<Json>(properties).filter(([name]) => !explained.includes(name));
  return listed.map(([name, schema]) => {
    const { type, format, enum: words } = schema;
    if (name === "sort") {
      const fields = words.filter((order: string) => !order.startsWith("-"));
      const order = schema.default ?? schema["x-default-order"];
      return `\`sort\` (one of ${fields.join(", ")}; ${order} if absent)`;
    }
    if (words) return `\`${name}=${words.join("|")}\``;
    if (type === "boolean") return `\`${name}=true|false\``;
    return format === "date" ? `\`${name}=YYYY-MM-DD\`` : `\`${name}\``;
  });
}

/** The shape of a body where it is first needed: an update takes the members of the creation. */
function bodyOf(route: Route, routes: Route[]): string {
  const members = writtenMembers(route);
  if (members.length === 0) return "";
  const collection = route.path.replace("/{id}", "");
  const creation = routes.find(({ method, path }) => method === "post" && path === collection);
  if (!creation || route.method !== "patch") {
    return `Body: \`${exampleOf(route, members)}\`.${needed(route)}`;
  }
  const known = writtenMembers(creation);
  const more = members.filter((name) => !known.includes(name)).map((name) => `, \`${name}\``);
  return `Body: any of the same members${more.join("")}.`;
}

function bodySchema({ request }: Route): z.ZodObject | undefined {
  return request.body?.schema();
}

function writtenMembers(route: Route): string[] {
  const shape: Record<string, z.ZodType> = bodySchema(route)?.shape ?? {};
  return Object.keys(shape).filter((name) => !metadata(shape[name])["undocumented"]);
}

/** All members that a client writes, with the values of the example of the answer. */
function exampleOf(route: Route, members: string[]): string {
  const { schema } = route.success;
  const answer = metadata(schema?.())["example"] ?? {};
  const values = members.every((name) => name in answer)
    ? Object.fromEntries(members.map((name) => [name, answer[name]]))
    : metadata(bodySchema(route))["example"];
  return spaced(values);
}

/** JSON in one line, with spaces where people write them. */
function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  // An id would only be an example, and several are long.
  if (typeof value === "string" && uuidPattern.test(value)) return '"<id>"';
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `"${name}": ${spaced(member)}`);
  return `{ ${members.join(", ")} }`;
}

function needed(route: Route): string {
  const shape: Record<string, z.ZodType> = bodySchema(route)!.shape;
  const names = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success);
  if (names.length > 0) return ` Needs ${names.map((name) => `\`${name}\``).join(", ")}.`;
  const { description } = metadata(bodySchema(route));
  return description ? ` ${description}` : "";
}

function metadata(schema: z.ZodType | undefined): Json {
  return schema?.meta() ?? {};
}
