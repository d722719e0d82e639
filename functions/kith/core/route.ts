import type { z } from "zod";
import type { Answer, Call } from "./call.ts";
import type { ProblemCode } from "./problem.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Who may call: anybody, the holder of an API key or an access token, or of an access token only. */
export type Access = "public" | "any" | "accessToken";

/** What the route answers when all is well. */
export interface Success {
  status: 200 | 201 | 204;
  description: string;
  /** What the body is; absent where there is none. Its metadata holds an `example`. */
  schema?: z.ZodType;
  /** `application/json` where nothing else is said. */
  contentType?: string;
}

/**
 * One operation, as data: it is validated and answered from this object, the API document is made from it, and the
 * tests that must cover every route take their list from it.
 */
export interface Route {
  method: Method;
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  operationId: string;
  /** Name of the database's operation; absent where there is none. */
  operation?: string;
  summary: string;
  description: string;
  tags: string[];
  access: Access;
  /** The credentials that are taken, by the name of their scheme in the API document. */
  security: Record<string, string[]>[];
  request: {
    params?: z.ZodObject;
    query?: z.ZodObject;
    body?: { required: true; content: Record<string, { schema: z.ZodObject }> };
  };
  success: Success;
  /** Every refusal that a request can meet, and no other. */
  problems: ProblemCode[];
  /** Whether the resource has an entity tag, for `ETag`, `If-Match` and `If-None-Match`. */
  tagged: boolean;
  /** Whether an `Idempotency-Key` makes it safe to repeat. */
  idempotent: boolean;
  /** Members of the body that are accepted and ignored: a client may send back what it read. */
  readOnly: string[];
  /** What there is to do besides running the operation; most routes have none. */
  handler?: (call: Call) => Promise<Answer>;
}

/** A route in brief; {@link defineRoute} derives the rest. */
export interface RouteBrief {
  method: Method;
  path: string;
  operation: string;
  summary: string;
  description: string;
  tag: string;
  access?: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  success: Success;
  /** The resource that the body writes: what it has and the body has not is read-only. */
  resource?: z.ZodObject;
  /** Whether the resource has an entity tag. */
  tagged?: boolean;
  /** Refusals that do not follow from the rest. */
  problems?: ProblemCode[];
  handler?: (call: Call) => Promise<Answer>;
}

const security: Record<Access, Record<string, string[]>[]> = {
  public: [],
  any: [{ apiKey: [] }, { accessToken: [] }],
  accessToken: [{ accessToken: [] }],
};

/** Makes a route, with every refusal it can give, from what is particular about it. */
export function defineRoute(brief: RouteBrief): Route {
  const { method, path, operation, summary, description, tag, access = "any", handler } = brief;
  const { params, query, body, success, resource, tagged = false } = brief;
  return {
    method,
    path,
    operationId: operation.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    ...(access === "public" ? {} : { operation }),
    summary,
    description,
    tags: [tag],
    access,
    security: security[access],
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body
        ? { body: { required: true, content: { "application/json": { schema: body } } } }
        : {}),
    },
    success,
    problems: problemCodes(brief, access),
    tagged,
    idempotent: method === "post",
    readOnly: Object.keys(resource?.shape ?? {}).filter((name) => !(name in (body?.shape ?? {}))),
    ...(handler ? { handler } : {}),
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

function problemCodes(brief: RouteBrief, access: Access) {
  const { method, params, query, body, tagged, problems = [] } = brief;
  const codes = new Set<ProblemCode>();
  const add = (...more: ProblemCode[]) => more.forEach((code) => codes.add(code));
  if (query || body) add("validation_failed");
  if (body) add("invalid_json", "request_timeout", "unsupported_media_type");
  if (params) add("not_found");
  if (method === "post") add("idempotency_key_in_use", "idempotency_key_reused");
  if (tagged && (method === "patch" || method === "delete")) {
    add("validation_failed", "precondition_failed");
  }
  add("payload_too_large", "internal", ...problems);
  // Also where only access tokens are let in: a key is counted before it is refused.
  if (access !== "public") {
    add("unauthorized", "connection_required", "rate_limited", "unavailable");
  }
  if (access === "accessToken") add("access_token_required");
  return [...codes];
}
