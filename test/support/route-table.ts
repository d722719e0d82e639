import { randomUUID } from "node:crypto";
import { routes as table } from "../../functions/kith/routes.ts";
import { type Route, takesIfMatch } from "../../functions/kith/core/route.ts";
import type { Account } from "./accounts.ts";
import type { Json } from "./client.ts";
import { document } from "./contract.ts";
import {
  collectionOf,
  exampleBody,
  makeOne,
  needed,
  referTo,
  withMember,
} from "./route-examples.ts";
import { isThorough } from "./tier.ts";

interface PathParameter {
  name: string;
  collection: string;
}

/** A member of a body, or a parameter of a query, that holds an id, or at least so many of them. */
interface IdMember extends PathParameter {
  many: boolean;
  least: number;
  /** Whether the schema cannot do without it. */
  required: boolean;
}

/** What tests of every route have to know of one, read from the table that the function serves. */
export interface TestRoute {
  /** Method and path. */
  name: string;
  method: string;
  /** As in the table, parameters in braces. */
  path: string;
  operationId: string;
  /** Its operation in the database. */
  operation: string;
  takesIfMatch: boolean;
  /** Whether the answer names what it changed in the log. */
  logged: boolean;
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
  bodyIds: IdMember[];
  queryIds: IdMember[];
}

/**
 * Members whose ids are tested elsewhere: lists of whole contacts in test/http/contacts-bulk.test.ts, choices for the rows of
 * an import in test/http/imports.test.ts, a note with a reminder in test/http/notes.test.ts. Auth knows the id of an OAuth client.
 */
const testedElsewhere = ["create", "update", "rows", "note", "reminder", "clientId"];

/** Every route of the function. */
export const routes: TestRoute[] = table.map(read);

/** Those that need a credential. */
export const tokenRoutes = routes.filter((route) => route.credential !== "none");

const few = ["get /contacts/{id}", "patch /contacts/{id}", "patch /api-keys/{id}"];

/** Where a mechanism of all routes is tested with everything: at a few of them, in the thorough tier at each. */
export const triedRoutes = isThorough
  ? tokenRoutes
  : tokenRoutes.filter(({ name }) => few.includes(name));

function read(route: Route): TestRoute {
  const segments = route.path.split("/");
  const parameters = segments.flatMap((segment, index) => {
    const name = /^\{(.+)\}(?:\.\w+)?$/.exec(segment)?.[1];
    return name === undefined ? [] : [{ name, collection: segments[index - 1] ?? "" }];
  });
  const { parameters: described = [], requestBody } = document.paths[route.path][route.method];
  const query = described.filter((each: Json) => each.in === "query")
    .map(({ name, schema }: Json) => [name, schema]);
  return {
    name: `${route.method} ${route.path}`,
    method: route.method,
    path: route.path,
    operationId: route.operationId,
    operation: route.operation ?? "",
    takesIfMatch: takesIfMatch(route),
    logged: route.logged,
    credential: credentialOf(route),
    takesBody: requestBody !== undefined,
    needsBody: requestBody?.required ?? false,
    isList: "page" in (route.request.query?.().shape ?? {}),
    isFile: route.success.isFile ?? false,
    parameters,
    // A credential in the path is its last segment.
    ids: route.secret ? parameters.slice(0, -1) : parameters,
    bodyIds: idMembers(requestBody?.content["application/json"].schema ?? {}, route.path),
    queryIds: idMembers({ properties: Object.fromEntries(query) }),
  };
}

function credentialOf({ security }: Route): TestRoute["credential"] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  if (schemes.length === 0) return "none";
  return schemes.includes("apiKey") ? "any" : "access_token";
}

/** The members of a schema of the API document that hold an id by their format or, where it is missing, by their name. */
function idMembers(schema: Json, path = ""): IdMember[] {
  const { properties = {}, required = [] } = resolved(schema);
  return Object.entries<Json>(properties).flatMap(([name, member]) => {
    if (member.readOnly || testedElsewhere.includes(name)) return [];
    const many = member.items !== undefined || /[a-z]Ids$/.test(name);
    if (!isId(name, member) && !isId(name, resolved(member.items))) {
      const inside = JSON.stringify(member, (_, value) => resolved(value));
      if (/"format":"uuid"|"\w*[a-z]Ids?":/.test(inside)) {
        throw new Error(
          `Say in test/support/route-table.ts where the id inside ${name} is tested.`,
        );
      }
      return [];
    }
    const least = Math.max(1, member.minItems ?? 1);
    return [{
      name,
      many,
      least,
      required: required.includes(name),
      collection: name === "delete" ? path.split("/")[1]! : collectionOf(name),
    }];
  });
}

function isId(name: string, schema?: Json): boolean {
  return schema?.format === "uuid" || /[a-z]Ids?$/.test(name);
}

function resolved(schema?: Json): Json {
  return schema?.$ref ? document.components.schemas[schema.$ref.split("/").pop()] : schema;
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
  const before = needed[route.name];
  if (before) await makeOne(account, before);
  for (const { collection } of route.parameters) values.push(await makeOne(account, collection));
  let body = exampleBody(route);
  const members = [
    ...route.bodyIds.filter(({ name }) => !/^(add|remove)[A-Z]/.test(name)),
    ...route.bodyIds.filter(({ name }) => name === member),
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
