import type { Context } from "hono";
import type { Answer, Call, Dependencies } from "../core/call.ts";
import { type Arguments, kindOf } from "../core/database.ts";
import { Problem, problems } from "../core/problems.ts";
import { hasLocation, type Route } from "../core/route.ts";
import { describeCause } from "../core/trace.ts";
import { matchesIfNoneMatch, readArguments, readText } from "./arguments.ts";
import { readFile } from "./body.ts";
import type { AppEnvironment } from "./middleware.ts";
import { respond } from "./respond.ts";
import { createRunner } from "./runner.ts";

/** Characters of a body from which on the credential is checked before the body, in a statement of its own. */
const largeBody = 65_536;

/** Serves a request that needs no credential, or has it in its path. A path without a valid one is answered with 404. */
export async function servePublic(
  route: Route,
  dependencies: Dependencies,
  context: Context<AppEnvironment>,
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

export async function serveOwner(
  route: Route,
  dependencies: Dependencies,
  context: Context<AppEnvironment>,
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

/** The response with the answer of a route. */
export function toResponse(route: Route, answer: Answer, request: Request): Response {
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
