import { randomUUID } from "node:crypto";
import { routes as table } from "../../functions/kith/routes.ts";
import type { Route } from "../../functions/kith/core/route.ts";
import type { Account } from "./accounts.ts";
import type { Json } from "./client.ts";
import { type IdMember, idMembers } from "./id-members.ts";
import { collectionOf, exampleBody, makeOne, referTo, withMember } from "./route-examples.ts";

interface PathParameter {
  name: string;
  collection: string;
}

/** What the batteries have to know of a route, read off the very table that the function serves. */
export interface TestRoute {
  method: string;
  /** As in the table, parameters in braces. */
  path: string;
  credential: "none" | "any" | "access_token";
  takesBody: boolean;
  /** Whether it cannot do without one. */
  needsBody: boolean;
  /** Whether it answers pages of a list. */
  isList: boolean;
  /** Whether it answers with a file to save. */
  isFile: boolean;
  /** The parameters in the path, each with the collection that it is of. */
  parameters: PathParameter[];
  /** Those of them that are ids, and no credential. */
  ids: PathParameter[];
  /** Members of the body and parameters of the query that hold ids, each with their collection. */
  bodyIds: (IdMember & { collection: string })[];
  queryIds: { name: string; collection: string }[];
}

/** Every route of the function. */
export const routes: TestRoute[] = table.map(read);

/** Those that want to know who is asking. */
export const tokenRoutes = routes.filter((route) => route.credential !== "none");

function read(route: Route): TestRoute {
  const segments = route.path.split("/");
  const parameters = segments.flatMap((segment, index) => {
    const name = /^\{(.+)\}(?:\.\w+)?$/.exec(segment)?.[1];
    return name === undefined ? [] : [{ name, collection: segments[index - 1] ?? "" }];
  });
  const body = route.request.body?.content["application/json"]?.schema;
  const inBody = body ? idMembers(body, route.readOnly) : [];
  const inQuery = route.request.query ? idMembers(route.request.query, []) : [];
  return {
    method: route.method,
    path: route.path,
    credential: credentialOf(route),
    takesBody: body !== undefined,
    needsBody: route.request.body?.required ?? false,
    isList: route.request.query !== undefined && "page" in route.request.query.shape,
    isFile: route.success.isFile ?? false,
    parameters,
    // A credential in the path is its last segment.
    ids: route.credentialIn ? parameters.slice(0, -1) : parameters,
    bodyIds: inBody.map((member) => ({ ...member, collection: collectionOf(member.name) })),
    queryIds: inQuery.map(({ name }) => ({ name, collection: collectionOf(name) })),
  };
}

function credentialOf({ security }: Route): TestRoute["credential"] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  if (schemes.length === 0) return "none";
  return schemes.includes("apiKey") ? "any" : "access_token";
}

export interface ExampleRequest {
  path: string;
  body: Json;
}

/** A well-formed request about things that do not exist. */
export function exampleRequest(route: TestRoute): ExampleRequest {
  return fill(route, route.parameters.map(() => randomUUID()), exampleBody(route));
}

/**
 * A request that succeeds, about things that are made for it in this account: in path, body and query alike.
 * @param member of the body that it must have, whatever cannot stand beside it
 */
export async function successfulRequest(
  route: TestRoute,
  account: Account,
  member?: string,
): Promise<ExampleRequest> {
  const values: string[] = [];
  for (const { collection } of route.parameters) values.push(await makeOne(account, collection));
  let body = exampleBody(route);
  const last = route.bodyIds.filter(({ name }) => name === member);
  const members = [
    ...route.bodyIds.filter(({ name }) => !/^(add|remove)[A-Z]/.test(name)),
    ...last,
  ];
  for (const { name, many, least, collection } of members) {
    const ids: string[] = [];
    while (ids.length < least) ids.push(await referTo(account, collection));
    body = withMember(body, name, many ? ids : ids[0]);
  }
  const request = fill(route, values, body);
  const query = new URLSearchParams();
  for (const { name, collection } of route.queryIds) {
    query.set(name, await referTo(account, collection));
  }
  return query.size === 0 ? request : { ...request, path: `${request.path}?${query}` };
}

/** The path of a route with these values in place of its parameters, in order. */
export function fill(route: TestRoute, values: string[], body: Json): ExampleRequest {
  const rest = [...values];
  return { path: route.path.replace(/\{[^}]+\}/g, () => rest.shift() ?? ""), body };
}
