import type { Context, Hono } from "hono";
import type { Answer, Call, Dependencies } from "../core/call.ts";
import { cleanUpLater } from "../core/clean-up.ts";
import type { Arguments, Credential, Handled } from "../core/database.ts";
import { uuidPattern } from "../core/fields.ts";
import { isProblemCode, Problem } from "../core/problem.ts";
import { problems, type Refusal, refusedByDatabase } from "../core/problems.ts";
import { hasLocation, isPublic, type Route } from "../core/route.ts";
import { describeCause, type Trace } from "../core/trace.ts";
import { checkAnnouncedLength, readBody } from "./body.ts";
import { matchesIfNoneMatch, readConditions } from "./conditions.ts";
import { parseJson } from "./json.ts";
import { respond } from "./respond.ts";
import type { AppEnvironment } from "./start-trace.ts";
import { validateBody, validateQuery } from "./validate.ts";

type RequestContext = Context<AppEnvironment>;

/** Characters of a body from which on the credential is checked before the body, in a statement of its own. */
const largeBody = 65_536;

/** Adds a route to the app. A request is authenticated, read and validated; then the database is called and answers. */
export function mount(app: Hono<AppEnvironment>, route: Route, dependencies: Dependencies): void {
  app.on(route.method.toUpperCase(), honoPath(route.path), async (context) => {
    context.get("trace").route = route.path;
    if (isPublic(route)) checkAnnouncedLength(context.req.raw.headers);
    const answer = isPublic(route)
      ? await serve(route, {
        arguments: {},
        dependencies,
        run: () => Promise.reject(new TypeError()),
        note: () => {},
      })
      : await serveOwner(route, dependencies, context);
    return toResponse(route, answer, context.req.raw.headers);
  });
}

/** The path as the router writes it: `:id` instead of `{id}`. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
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
  trace.credential = credential.kind;
  let ran = false;
  const handle = async (sent: Credential, args: Arguments | null, operation: string) => {
    const once: Credential = ran ? { ...sent, counted: true } : sent;
    ran = true;
    const named = args && { ...args, requestId: trace.requestId };
    const handled = await dependencies.database.handle(once, operation, named);
    // Also after reads, because the next write may come much later.
    cleanUpLater(dependencies, handled.removals);
    return toAnswer(trace, handled);
  };
  const run = (args: Arguments | null, operation = route.operation!) =>
    handle(credential, args, operation);
  const note = (cause: unknown) => void (trace.cause = describeCause(cause));
  try {
    const text = await readText(route, context.req.raw);
    // A large body is parsed only after its credential was checked, so that an unknown key, or one over its limit, costs little.
    if (text !== undefined && text.length > largeBody) {
      await handle({ ...credential, goesOn: true }, null, route.operation!);
    }
    const args = readArguments(route, context, text);
    return await serve(route, { arguments: args, dependencies, run, note });
  } catch (error) {
    // An invalid request counts against the rate limit too, and 401, 403 and 429 take precedence over its problem.
    if (error instanceof Problem && !ran) await run(null);
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
  const bodySchema = body?.content["application/json"]?.schema;
  const json = text === undefined ? undefined : parseJson(text);
  const queried = validateQuery(query, searchOf(request.url));
  const sent = bodySchema && validateBody(bodySchema, route.readOnly, json);
  const conditions = readConditions(route, request.headers);
  const violations = [
    ...conditions.violations,
    ...queried.violations,
    ...(sent?.violations ?? []),
  ];
  if (violations.length > 0) throw problems.validationFailed(violations);
  const ids = Object.keys(params?.shape ?? {}).map((name) => [name, context.req.param(name) ?? ""]);
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

/** Records the key and its rate limit in the trace; throws when the database refused the request. */
function toAnswer(trace: Trace, handled: Handled): Answer {
  trace.keyId = handled.keyId;
  // Only the first statement of a request is counted and has a limit.
  trace.rateLimit = handled.rateLimit ?? trace.rateLimit;
  const { status } = handled;
  if (status !== null) return { ...handled, status };
  const refusal: Refusal = JSON.parse(handled.body ?? "{}");
  if (!isProblemCode(refusal.code)) throw problems.internal(handled.log ?? "unknown refusal");
  throw refusedByDatabase(refusal, handled.retryAfter, handled.log);
}

function toResponse(route: Route, answer: Answer, requestHeaders: Headers): Response {
  const { status, body, tag } = answer;
  const headers: Record<string, string> = {
    ...(answer.replayed ? { "idempotency-replayed": "true" } : {}),
    ...(answer.activityId ? { "x-activity-id": answer.activityId } : {}),
  };
  if (body === null) return new Response(null, { status, headers });
  if (route.tagged && tag) {
    headers["etag"] = `"${tag}"`;
    if (route.method === "get" && !answer.expires && matchesIfNoneMatch(requestHeaders, tag)) {
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
