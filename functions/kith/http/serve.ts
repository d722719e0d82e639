// Answers a request for a route: credential, body, handler, answer.
import type { Answer, Call, Dependencies } from "../core/call.ts";
import { type Arguments, kindOf } from "../core/database.ts";
import { Problem, problems } from "../core/problems.ts";
import { credentialIn } from "../core/path-secret.ts";
import { hasLocation, isPublic, type Route } from "../core/route.ts";
import { describeCause } from "../core/trace.ts";
import { type Incoming, matchesIfNoneMatch, readArguments, readText } from "./arguments.ts";
import { checkAnnouncedLength, largeBody, readFile } from "./body.ts";
import type { Outgoing } from "./respond.ts";
import { createRunner } from "./runner.ts";

/**
 * Answers a request for a route.
 * @throws Problem where it is refused
 */
export async function serve(
  route: Route,
  dependencies: Dependencies,
  incoming: Incoming,
): Promise<Outgoing> {
  const answer = isPublic(route)
    ? await servePublic(route, dependencies, incoming)
    : await serveOwner(route, dependencies, incoming);
  return toOutgoing(route, answer, incoming.request);
}

/** Serves a request that needs no credential, or has it in its path. A path without a valid one is answered with 404. */
async function servePublic(
  route: Route,
  dependencies: Dependencies,
  { request, path, trace }: Incoming,
): Promise<Answer> {
  checkAnnouncedLength(request.headers);
  const call: Call = {
    arguments: {},
    dependencies,
    headers: request.headers,
    secret: path.slice(path.lastIndexOf("/") + 1),
    run: () => Promise.reject(new TypeError()),
    openSnapshot: () => Promise.reject(new TypeError()),
    note: () => {},
    begin: "",
  };
  if (!route.secret) return await handle(route, call);
  const credential = credentialIn(path.slice(path.lastIndexOf("/") + 1), route.secret);
  if (credential === null) throw problems.notFound();
  trace.credential = kindOf(credential);
  const runner = createRunner(dependencies, credential, trace);
  try {
    const file = route.files && await readFile(request, Object.keys(route.files));
    // Before the file is parsed, as of the requests of owners.
    const readBy = file && await runner.check(route.operation!);
    return await handle(route, {
      ...call,
      ...(file && readBy ? { file, readBy } : {}),
      run: (args) => runner.run(args, route.operation!, route.work),
    });
  } catch (error) {
    throw error instanceof Problem && error.code === "unauthorized" ? problems.notFound() : error;
  }
}

function handle(route: Route, call: Call): Promise<Answer> {
  return route.handler ? route.handler(call) : call.run(call.arguments);
}

async function serveOwner(
  route: Route,
  dependencies: Dependencies,
  incoming: Incoming,
): Promise<Answer> {
  const { request, trace } = incoming;
  const { headers } = request;
  const credential = await dependencies.authenticate(headers.get("authorization"));
  trace.credential = kindOf(credential);
  const runner = createRunner(dependencies, credential, trace);
  const run = (args: Arguments, operation = route.operation!) =>
    runner.run(args, operation, route.work);
  const note = (cause: unknown) => void (trace.cause = describeCause(cause));
  try {
    const file = route.files && await readFile(request, Object.keys(route.files));
    const text = file ? undefined : await readText(route, request);
    // Before a file or a large body is parsed, so that a key that is unknown, out of scope or over its limit costs little.
    const isLarge = file !== undefined || (text?.length ?? 0) > largeBody;
    const readBy = isLarge ? await runner.check(route.operation!) : undefined;
    const args = readArguments(route, incoming, text);
    const openSnapshot = () => runner.openSnapshot(route.operation!);
    const call = {
      arguments: args,
      dependencies,
      headers,
      run,
      openSnapshot,
      note,
      begin: runner.begin,
      ...(file && readBy ? { file, readBy } : {}),
    };
    return await handle(route, call);
  } catch (error) {
    // An invalid request counts against the rate limit too, and 401, 403 and 429 take precedence over its problem.
    if (error instanceof Problem && !runner.ran) await runner.countRefused(route.operation!);
    throw error;
  }
}

/** What is sent of the answer of a route. */
function toOutgoing(route: Route, answer: Answer, request: Request): Outgoing {
  const { status, tag } = answer;
  const headers: Record<string, string> = { ...answer.headers };
  if (answer.replayed) headers["idempotency-replayed"] = "true";
  if (answer.activityId) headers["x-activity-id"] = answer.activityId;
  const body = answer.stream ?? answer.body;
  if (typeof body !== "string") return { status, headers, body };
  if (route.tagged && tag) {
    headers["etag"] = `"${tag}"`;
    if (route.method === "get" && !answer.expires && matchesIfNoneMatch(request.headers, tag)) {
      return { status: 304, headers, body: null };
    }
  }
  if (status === 201 && hasLocation(route)) {
    // Relative to the request, because the function does not know the prefix of its public address.
    const collection = route.path.slice(route.path.lastIndexOf("/") + 1);
    headers["location"] = `./${collection}/${idOf(body)}`;
  }
  const type = route.success.contentType ?? "application/json";
  headers["content-type"] ??= type.startsWith("text/") ? `${type}; charset=utf-8` : type;
  return { status, headers, body };
}

/** The id of a resource, which its view has first. Parsing the whole answer for it would cost more than the rest of this. */
const idOf = (body: string): string | undefined => /^\{"id": ?"([\da-f-]+)"/.exec(body)?.[1];
