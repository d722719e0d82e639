import type { Context, Hono } from "hono";
import type { Answer, Call, Dependencies } from "../core/call.ts";
import { type Arguments, kindOf } from "../core/database.ts";
import { uuidPattern } from "../core/fields.ts";
import { Problem } from "../core/problem.ts";
import { problems } from "../core/problems.ts";
import { hasLocation, isPublic, type Route } from "../core/route.ts";
import { describeCause } from "../core/trace.ts";
import { checkAnnouncedLength, readBody, readFile } from "./body.ts";
import { matchesIfNoneMatch, readConditions } from "./conditions.ts";
import { parseJson } from "./json.ts";
import { respond } from "./respond.ts";
import { createRunner } from "./runner.ts";
import type { AppEnvironment } from "./start-trace.ts";
import { validateBody, validateQuery } from "./validate.ts";
import { validateItems } from "./validate-items.ts";

type RequestContext = Context<AppEnvironment>;

/** Characters of a body from which on the credential is checked before the body, in a statement of its own. */
const largeBody = 65_536;

/** Adds a route to the app. A request is authenticated, read and validated; then the database is called and answers. */
export function mount(app: Hono<AppEnvironment>, route: Route, dependencies: Dependencies): void {
  app.on(route.method.toUpperCase(), honoPath(route.path), async (context) => {
    context.get("trace").route = route.path;
    if (route.deprecation) context.set("deprecation", route.deprecation);
    if (isPublic(route)) checkAnnouncedLength(context.req.raw.headers);
    const answer = isPublic(route)
      ? await servePublic(route, dependencies, context)
      : await serveOwner(route, dependencies, context);
    return toResponse(route, answer, context.req.raw);
  });
}

/** The path as the router writes it: `:id` instead of `{id}`, and `:name{[^/]+\.ics}` instead of `{name}.ics`. */
export function honoPath(path: string): string {
  return path.replace(
    /\{(\w+)\}(\.\w+)?/g,
    (_, name, extension) => extension ? `:${name}{[^/]+\\${extension}}` : `:${name}`,
  );
}

/** Serves a request that needs no credential, or has it in its path; then whatever is none is not found. */
async function servePublic(
  route: Route,
  dependencies: Dependencies,
  context: RequestContext,
): Promise<Answer> {
  const trace = context.get("trace");
  const call: Call = {
    arguments: {},
    dependencies,
    headers: context.req.raw.headers,
    run: () => Promise.reject(new TypeError()),
    openSnapshot: () => Promise.reject(new TypeError()),
    note: () => {},
  };
  if (!route.credentialIn) return await serve(route, call);
  const { path } = context.req;
  const credential = route.credentialIn(path.slice(path.lastIndexOf("/") + 1));
  if (credential === null) throw problems.notFound();
  trace.credential = kindOf(credential);
  const runner = createRunner(dependencies, credential, trace);
  try {
    return await serve(route, { ...call, run: (args) => runner.run(args, route.operation!) });
  } catch (error) {
    throw error instanceof Problem && error.code === "unauthorized" ? problems.notFound() : error;
  }
}

function serve(route: Route, call: Call): Promise<Answer> {
  return route.handler ? route.handler(call) : call.run(call.arguments);
}

async function serveOwner(
  route: Route,
  dependencies: Dependencies,
  context: RequestContext,
): Promise<Answer> {
  const trace = context.get("trace");
  const credential = await dependencies.authenticate(context.req.header("authorization"));
  trace.credential = kindOf(credential);
  const runner = createRunner(dependencies, credential, trace);
  const run = (args: Arguments | null, operation = route.operation!) => runner.run(args, operation);
  const note = (cause: unknown) => void (trace.cause = describeCause(cause));
  try {
    const file = route.files && await readFile(context.req.raw, Object.keys(route.files));
    const text = file ? undefined : await readText(route, context.req.raw);
    // A large body is parsed only after its credential was checked, so that an unknown key, or one over its limit, costs little.
    if ((text?.length ?? file?.bytes.length ?? 0) > largeBody) {
      await runner.run(null, route.operation!, { ...credential, goesOn: true });
    }
    const args = readArguments(route, context, text);
    const openSnapshot = () => runner.openSnapshot(route.operation!);
    const { headers } = context.req.raw;
    const call = {
      arguments: args,
      dependencies,
      headers,
      run,
      openSnapshot,
      note,
      ...(file ? { file } : {}),
    };
    return await serve(route, call);
  } catch (error) {
    // An invalid request counts against the rate limit too, and 401, 403 and 429 take precedence over its problem.
    if (error instanceof Problem && !runner.ran) await run(null);
    throw error;
  }
}

/** The body as text, where the route takes one. */
async function readText(route: Route, request: Request): Promise<string | undefined> {
  const { body } = route.request;
  if (body) return await readBody(request, body.required);
  checkAnnouncedLength(request.headers);
  return undefined;
}

/** Validates the whole request, so that all violations are reported at once. */
function readArguments(
  route: Route,
  context: RequestContext,
  text: string | undefined,
): Arguments {
  const { params, query, body } = route.request;
  const request = context.req.raw;
  const bodySchema = route.files ? undefined : body?.schema();
  const json = text === undefined ? undefined : parseJson(text);
  const queried = validateQuery(query?.(), searchOf(request.url));
  const sent = bodySchema &&
    (route.items
      ? validateItems(bodySchema, route.items(), json)
      : validateBody(bodySchema, route.readOnly(), json));
  const conditions = readConditions(route, request.headers);
  const violations = [
    ...conditions.violations,
    ...queried.violations,
    ...(sent?.violations ?? []),
  ];
  if (violations.length > 0) throw problems.validationFailed(violations);
  const ids = Object.keys(params?.().shape ?? {}).map((
    name,
  ) => [name, context.req.param(name) ?? ""]);
  if (!ids.every(([, value]) => uuidPattern.test(value!))) throw problems.notFound();
  return {
    ...Object.fromEntries(ids),
    ...(query ? { query: queried.value } : {}),
    ...(sent ? { body: sent.value } : {}),
    ...conditions.value,
  };
}

/** The query of a URL, with its question mark. Parsing the whole URL takes longer than the rest of a short query. */
function searchOf(url: string): string {
  const start = url.indexOf("?");
  return start < 0 ? "" : url.slice(start);
}

function toResponse(route: Route, answer: Answer, request: Request): Response {
  const { status, body, tag } = answer;
  const headers: Record<string, string> = {
    ...answer.headers,
    ...(answer.replayed ? { "idempotency-replayed": "true" } : {}),
    ...(answer.activityId ? { "x-activity-id": answer.activityId } : {}),
  };
  if (answer.stream) return toStreamed(status, answer.stream, headers, request);
  if (body === null) return new Response(null, { status, headers });
  if (route.tagged && tag) {
    headers["etag"] = `"${tag}"`;
    if (route.method === "get" && !answer.expires && matchesIfNoneMatch(request.headers, tag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  const type = route.success.contentType ?? "application/json";
  if (status === 201 && hasLocation(route)) {
    // Relative to the request, because the function does not know the prefix of its public address.
    const collection = route.path.slice(route.path.lastIndexOf("/") + 1);
    headers["location"] = `./${collection}/${JSON.parse(body).id}`;
  }
  return respond(status, body, type.startsWith("text/") ? `${type}; charset=utf-8` : type, headers);
}

function toStreamed(
  status: number,
  stream: NonNullable<Answer["stream"]>,
  headers: Record<string, string>,
  request: Request,
): Response {
  if (request.method !== "HEAD") return new Response(stream, { status, headers });
  // The router drops the body of an answer to HEAD without cancelling it.
  stream.cancel().catch(() => {});
  return new Response(null, { status, headers });
}
