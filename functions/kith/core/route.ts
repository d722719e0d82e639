// What a route declares: path, schemas, who may, its operation; and what follows from that.
import type { z } from "zod";
import type { Answer, Call } from "./call.ts";
import type { Work } from "./database.ts";
import type { ProblemCode } from "./problems.ts";
import { lazily, paramsOf } from "./fields.ts";
import type { PathSecret } from "./path-secret.ts";
import type { Scope } from "./scopes.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Which credential is needed: none, an API key or access token, or an access token. */
export type Access = "public" | "any" | "accessToken";

/** That a route is replaced by another one, and goes away in a later version of the API. */
export interface Deprecation {
  since: Date;
  /** At least a year later. */
  sunset: Date;
  /** Where it is said what to use instead. */
  link: URL;
}

/** The successful answer of a route. */
export interface Success {
  status: 200 | 201 | 202 | 204;
  description: string;
  /** Schema of the body, with an `example` in its metadata; absent where there is no body. */
  schema?: () => z.ZodType;
  /** `application/json` where it is absent. */
  contentType?: string;
  /** Schemas of other representations of the same, by their content type. */
  others?: Record<string, () => z.ZodType>;
  /** Whether the answer is a file to save, with a name. */
  isFile?: boolean;
}

/** What a route specifies, and what {@link defineRoute} keeps as it is. */
interface Described {
  method: Method;
  /** The path below `/api/v1`, with parameters in braces. */
  path: string;
  summary: string;
  description: string;
  deprecation?: Deprecation;
  success: Success;
  /** The resource that the body changes, as a client may have read it: members that the body does not have are read-only. */
  resource?: () => z.ZodObject;
  /** Lists of items in the body that are refused one by one where its member `partial` says so. */
  items?: () => ItemLists;
  /**
   * Media types of files that the body may be instead of JSON, with examples. The handler then reads the body, of
   * whatever type; `body` only describes it.
   */
  files?: Record<string, string>;
  /** Handles the request where running the operation is not enough; most routes have none. */
  handler?: (call: Call) => Promise<Answer>;
  /** The table with the row that is locked before its tag is compared with `If-Match`. */
  table?: string;
  /** Whether API keys that are limited to networks are refused. */
  needsAllNetworks?: boolean;
  /** Operations that the handler, or a tool, runs as steps of this one: what is said of this one is said of them. */
  steps?: readonly string[];
  /** The function of `kith_private` that decides whether a stored answer may be repeated for an `Idempotency-Key`. */
  replayCheck?: string;
  /** That the last part of the path is the credential, for public routes only. */
  secret?: PathSecret;
}

/**
 * One route, as data. Requests are validated and handled according to it, the API document is generated from it, and
 * tests that must cover every route use the same list. Schemas are created when they are first asked for.
 */
export interface Route extends Described {
  operationId: string;
  /** Name of the operation in the database; absent where the route runs none. */
  operation?: string;
  tags: string[];
  access: Access;
  /** What an API key has to be allowed; empty where keys are not accepted, and for what every key may do. */
  scopes: readonly Scope[];
  /** The accepted credentials, by the names of their security schemes in the API document. */
  security: Record<string, readonly Scope[]>[];
  request: {
    params?: () => z.ZodObject;
    query?: () => z.ZodObject;
    body?: { required: boolean; schema: () => z.ZodObject };
  };
  /** All error codes that the route can answer with, and no others. */
  problems: ProblemCode[];
  /** What its operation does to the database; arguments may make a read a long one. */
  work: Work;
  /** Whether the resource has an entity tag, for `ETag`, `If-Match` and `If-None-Match`. */
  tagged: boolean;
  /** Whether an `Idempotency-Key` makes it safe to repeat. */
  idempotent: boolean;
  /** Whether what it changes is in the log of changes, so that the answer names the change set. */
  logged: boolean;
  /** Members of the body that are accepted and ignored: a client may send back what it read. */
  readOnly: () => string[];
}

/** By the name of a list: members of its items that are accepted and ignored, and an item that is valid. */
export type ItemLists = Record<string, { readOnly: string[]; valid: unknown }>;

/** What a route has to specify; {@link defineRoute} derives the rest. */
export type RouteDefinition = Definition & Credentials;

/** Where API keys are accepted, also the scopes that they need, so that none is forgotten. */
type Credentials =
  | { access?: "any"; scopes: readonly Scope[] }
  | { access: Exclude<Access, "any">; scopes?: never };

interface Definition extends Described {
  operation: string;
  tag: string;
  params?: () => z.ZodObject;
  query?: () => z.ZodObject;
  body?: () => z.ZodObject;
  /** Whether the body may be absent, which means the same as `{}`. */
  bodyOptional?: boolean;
  tagged?: boolean;
  logged?: boolean;
  /** Whether it reads for long whatever its arguments are. */
  readsLong?: boolean;
  /** Error codes that cannot be derived from the other members. */
  problems?: ProblemCode[];
}

function acceptedCredentials(access: Access, scopes: readonly Scope[]): Route["security"] {
  const accessToken = { accessToken: [] };
  if (access === "public") return [];
  return access === "any" ? [{ apiKey: scopes }, accessToken] : [accessToken];
}

/** Creates a route from its definition; derives the error codes, among others. */
export function defineRoute(definition: RouteDefinition): Route {
  const {
    operation,
    tag,
    params,
    query,
    body,
    bodyOptional = false,
    readsLong = false,
    ...described
  } = definition;
  const { method, access = "any", scopes = [], tagged = false, logged = false } = definition;
  const { resource, secret } = definition;
  return {
    ...described,
    operationId: operation.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    ...(access === "public" && !secret ? {} : { operation }),
    tags: [tag],
    access,
    scopes,
    security: acceptedCredentials(access, scopes),
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body ? { body: { required: !bodyOptional, schema: body } } : {}),
    },
    problems: problemCodes(definition, access),
    work: readsLong ? "longRead" : method === "get" ? "read" : "write",
    tagged,
    idempotent: method === "post",
    logged,
    readOnly: lazily(() =>
      Object.keys(resource?.().shape ?? {}).filter((name) => !(name in (body?.().shape ?? {})))
    ),
  };
}

/** What the five routes of a resource have in common. */
interface ResourceDefinition {
  /** What one is called: `note type`. The paths, the operations, the schemas and the texts follow from it. */
  name: string;
  /** Its group in the API document. */
  tag: string;
  /** What a key needs to read and to write it; absent where only access tokens may. Then it is not in the log either. */
  scopes?: [read: Scope, write: Scope];
  /** The table of its rows; one of `kith` with its name where it is absent. */
  table?: string;
  /** Whether only keys for all networks may write it. */
  needsAllNetworks?: boolean;
  /** The module of its schemas: `noteType`, `noteTypePage`, `noteTypeQuery`, `noteTypeCreate` and `noteTypeUpdate`. */
  schemas: Record<string, () => z.ZodObject>;
}

/** Members that add to the defaults of a route, or replace them. */
type Overrides = Pick<Definition, "description"> & Partial<Definition>;

/** The routes that list, create, get, update and delete a resource. */
export function resourceRoutes(
  { name, tag, scopes, schemas, table, needsAllNetworks = false }: ResourceDefinition,
  overrides: Record<"list" | "create" | "get" | "update" | "delete", Overrides>,
) {
  const several = `${name}s`;
  const camelCase = name.replace(/^[A-Z]+/, (letters) => letters.toLowerCase())
    .replace(/ (.)/, (_, letter: string) => letter.toUpperCase());
  const schemaOf = (use: string) => {
    const schema = schemas[camelCase + use];
    if (!schema) throw new Error(`The schemas of a ${name} lack ${camelCase}${use}.`);
    return schema;
  };
  const resource = schemaOf("");
  const one = `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
  const kind = name.toLowerCase().replace(" ", "_");
  const path = `/${several.toLowerCase().replace(" ", "-")}`;
  const mayRead: Credentials = scopes ? { scopes: [scopes[0]] } : { access: "accessToken" };
  const mayWrite = {
    ...(scopes ? { scopes: [scopes[1]] } : { access: "accessToken" as const }),
    needsAllNetworks,
  };
  const single = { path: `${path}/{id}`, tag, tagged: true, params: paramsOf(name) };
  const locked = { ...single, table: table ?? `kith.${kind}s` };
  const logged = scopes !== undefined;
  return {
    list: defineRoute({
      method: "get",
      path,
      operation: `list_${kind}s`,
      summary: `List ${several}`,
      tag,
      ...mayRead,
      query: schemaOf("Query"),
      success: { status: 200, description: `One page of ${several}.`, schema: schemaOf("Page") },
      ...overrides.list,
    }),
    create: defineRoute({
      method: "post",
      path,
      operation: `create_${kind}`,
      summary: `Create ${one}`,
      tag,
      ...mayWrite,
      logged,
      tagged: true,
      body: schemaOf("Create"),
      resource,
      success: { status: 201, description: `The new ${name}.`, schema: resource },
      ...overrides.create,
    }),
    get: defineRoute({
      ...single,
      method: "get",
      operation: `get_${kind}`,
      summary: `Get ${one}`,
      ...mayRead,
      success: { status: 200, description: `The ${name}.`, schema: resource },
      ...overrides.get,
    }),
    update: defineRoute({
      ...locked,
      method: "patch",
      operation: `update_${kind}`,
      summary: `Update ${one}`,
      ...mayWrite,
      logged,
      body: schemaOf("Update"),
      resource,
      success: { status: 200, description: `The ${name} as it is now.`, schema: resource },
      ...overrides.update,
    }),
    delete: defineRoute({
      ...locked,
      method: "delete",
      operation: `delete_${kind}`,
      summary: `Delete ${one}`,
      ...mayWrite,
      logged,
      success: { status: 204, description: "Deleted." },
      ...overrides.delete,
    }),
  };
}

/** Whether a request for the route needs no credential. */
export function isPublic(route: Route): boolean {
  return route.access === "public";
}

/** Whether the route changes a resource that has an entity tag. */
export function takesIfMatch({ tagged, method }: Route): boolean {
  return tagged && (method === "patch" || method === "delete");
}

/** Whether an answer names the URL of the new resource. */
export function hasLocation({ path, success }: Route): boolean {
  return success.status === 201 && path.lastIndexOf("/") === 0;
}

function problemCodes(definition: RouteDefinition, access: Access) {
  const { method, params, body, tagged, logged, scopes = [], problems = [], secret } = definition;
  const codes = new Set<ProblemCode>();
  const add = (...more: ProblemCode[]) => more.forEach((code) => codes.add(code));
  if (body) add("invalid_json", "request_timeout", "unsupported_media_type");
  if (params) add("not_found");
  if (method === "post") add("idempotency_key_in_use", "idempotency_key_reused");
  if (tagged && (method === "patch" || method === "delete")) {
    add("precondition_failed");
  }
  // The account holds too much, or the key's share of the log is full of changes younger than a day.
  if (logged) add("quota_exceeded");
  add("payload_too_large", "internal", ...problems);
  if (secret) add("rate_limited", "unavailable");
  if (access !== "public") {
    // Also where there are no parameters, because unknown ones are refused.
    add("validation_failed");
    // Also where only access tokens are accepted, because a key is counted before it is refused.
    add("unauthorized", "connection_required", "rate_limited", "unavailable");
  }
  if (scopes.length > 0) add("insufficient_scope");
  if (access === "accessToken") add("access_token_required", "second_factor_required");
  return [...codes];
}
