import type { z } from "zod";
import type { Answer, Call } from "./call.ts";
import { problemCatalogue, type ProblemCode } from "./problem.ts";
import { problemSchema } from "./problem-schema.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Who may call: anybody, the holder of an API key or an access token, or of an access token only. */
export type Access = "public" | "any" | "accessToken";

interface MediaContent {
  content: Record<string, { schema: z.ZodType }>;
}

export interface RouteResponse extends Partial<MediaContent> {
  description: string;
}

/**
 * One operation, as data: it is validated and answered from this object, documented from it (its shape is that of
 * `@hono/zod-openapi`'s `createRoute`), and the tests that must cover every route take their list from it.
 */
export interface Route {
  method: Method;
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  operationId: string;
  /** Name of the database's operation; absent where there is none. */
  operation?: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  request: {
    params?: z.ZodObject;
    query?: z.ZodObject;
    body?: MediaContent & { required: true };
  };
  responses: Record<number, RouteResponse>;
  success: number;
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
  description?: string;
  tag: string;
  access?: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  success: { status: 200 | 201 | 204; description: string; schema?: z.ZodType };
  /** The resource that the body writes: what it has and the body has not is read-only. */
  resource?: z.ZodObject;
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
  const { params, query, body, success, resource } = brief;
  return {
    method,
    path,
    operationId: operation.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    ...(access === "public" ? {} : { operation }),
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: security[access],
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body ? { body: { required: true, ...json(body) } } : {}),
    },
    responses: {
      [success.status]: {
        description: success.description,
        ...(success.schema ? json(success.schema) : {}),
      },
      ...problemResponses(problemCodes(brief, access)),
    },
    success: success.status,
    readOnly: Object.keys(resource?.shape ?? {}).filter((name) => !(name in (body?.shape ?? {}))),
    ...(handler ? { handler } : {}),
  };
}

/** Whether a request for the route needs a credential. */
export function isPublic(route: Route): boolean {
  return route.security.length === 0;
}

function json(schema: z.ZodType): MediaContent {
  return { content: { "application/json": { schema } } };
}

function problemCodes({ params, query, body, problems = [] }: RouteBrief, access: Access) {
  const codes: ProblemCode[] = [...problems];
  if (query || body) codes.push("validation_failed");
  if (body) codes.push("invalid_json", "request_timeout", "unsupported_media_type");
  if (params) codes.push("not_found");
  if (access !== "public") codes.push("unauthorized", "payload_too_large");
  // Also where only access tokens are let in: a key is counted before it is refused.
  if (access !== "public") codes.push("rate_limited");
  if (access === "accessToken") codes.push("access_token_required");
  codes.push("internal", "unavailable");
  return codes;
}

function problemResponses(codes: ProblemCode[]): Record<number, RouteResponse> {
  const byStatus: Record<number, RouteResponse> = {};
  for (const code of [...new Set(codes)]) {
    const { status, title } = problemCatalogue[code];
    const described = byStatus[status]?.description;
    byStatus[status] = {
      description: described ? `${described} · ${title} (\`${code}\`)` : `${title} (\`${code}\`)`,
      content: { "application/problem+json": { schema: problemSchema } },
    };
  }
  return byStatus;
}
