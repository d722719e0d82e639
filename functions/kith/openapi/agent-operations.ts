import { z } from "zod";
import { uuidPattern } from "../core/fields.ts";
import type { Route } from "../core/route.ts";
import type { Json } from "./json-schema.ts";
import { tags } from "./words.ts";

/** The operations as Markdown, a section for each group, with their parameters and the shapes of their bodies. */
export function operationSections(routes: Route[]): string[] {
  return tags.map(({ name }) => {
    const group = routes.filter((route) => route.tags.includes(name));
    return `### ${name}\n\n${group.map((route) => operationLine(route, routes)).join("\n")}`;
  });
}

function operationLine(route: Route, routes: Route[]): string {
  const { method, path, summary, access } = route;
  const query = parametersOf(route);
  return [
    `- \`${method.toUpperCase()} ${path}\`: ${summary}${
      access === "accessToken" ? " (access token)" : ""
    }.`,
    query.length > 0 ? `Query: ${query.join(", ")}.` : "",
    bodyOf(route, routes),
  ].filter(Boolean).join(" ");
}

function parametersOf({ request }: Route): string[] {
  if (!request.query) return [];
  const { properties } = z.toJSONSchema(request.query, { io: "input" }) as Json;
  return Object.entries<Json>(properties).map(([name, schema]) => {
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
  return request.body?.content["application/json"]?.schema;
}

function writtenMembers(route: Route): string[] {
  const shape: Record<string, z.ZodType> = bodySchema(route)?.shape ?? {};
  return Object.keys(shape).filter((name) => !metadata(shape[name])["undocumented"]);
}

/** All members that a client writes, with the values of the example of the answer. */
function exampleOf(route: Route, members: string[]): string {
  const answer = metadata(route.success.schema)["example"];
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

function metadata(schema: unknown): Json {
  return z.globalRegistry.get(schema as z.ZodType) ?? {};
}
