// The function as a handler of requests: finds the route of a path, loads its resource, and logs one line a request.
import type { Dependencies } from "./core/call.ts";
import { basePath, davPath, mcpKeyPath, mcpPath, oauthMetadataPath } from "./core/paths.ts";
import { Problem, problems } from "./core/problems.ts";
import type { Route } from "./core/route.ts";
import { describeCause, startTrace, type Trace } from "./core/trace.ts";
import {
  answerPreflight,
  deprecationHeaders,
  isPreflight,
  type Outgoing,
  refuse,
  toResponse,
} from "./http/respond.ts";
import { Router } from "./http/router.ts";
import { serve } from "./http/serve.ts";
import { resources } from "./resources.ts";

/** The function as a handler of requests. */
export interface App {
  fetch(request: Request): Promise<Response>;
}

/**
 * Creates the function's request handler, which logs each request. The routes of a resource are imported by the first
 * request for it, because importing all of them at once makes a cold start slower.
 * @param routesOf the routes of each resource, by the first part of their paths
 */
export function createApp(
  dependencies: Dependencies,
  routesOf: Record<string, () => Promise<Route[]>> = resources,
): App {
  const routers = new Map<string, Promise<Router>>();
  const answer = async (request: Request, trace: Trace): Promise<Outgoing> => {
    const { method } = request;
    const { path, search } = splitUrl(request.url);
    const isDav = path === davPath || path.startsWith(`${davPath}/`);
    // Elsewhere every OPTIONS is answered like a preflight.
    if (method === "OPTIONS" && (isPreflight(request) || !isDav)) return answerPreflight(request);
    if (isDav) {
      trace.route = davPath;
      const { answerDav } = await import("./dav/endpoint.ts");
      return await answerDav(request, path, dependencies, trace);
    }
    if (path === mcpPath || path === mcpKeyPath) {
      trace.route = path;
      const { answerMcp } = await import("./mcp/endpoint.ts");
      const oauthUrl = path === mcpPath ? dependencies.oauthUrl : undefined;
      return toOutgoing(await answerMcp(request, { ...dependencies, oauthUrl }, trace));
    }
    if (path === oauthMetadataPath) {
      if (method !== "GET" && method !== "HEAD") {
        throw problems.methodNotAllowed("GET, HEAD, OPTIONS");
      }
      trace.route = path;
      const { answerMetadata } = await import("./mcp/oauth.ts");
      return toOutgoing(answerMetadata(dependencies));
    }
    if (!path.startsWith(`${basePath}/`)) throw problems.notFound();
    const local = path.slice(basePath.length);
    const name = local.split("/", 2)[1]!;
    if (!Object.hasOwn(routesOf, name)) throw problems.notFound();
    let router = routers.get(name);
    if (!router) {
      router = routesOf[name]!().then((routes) => new Router(routes));
      routers.set(name, router);
    }
    const { route, params } = (await router).find(method, local);
    trace.route = route.path;
    if (route.deprecation) trace.headers = deprecationHeaders(route.deprecation);
    return await serve(route, dependencies, { request, path: local, search, params, trace });
  };
  return {
    async fetch(request) {
      const start = performance.now();
      const { method } = request;
      const trace = startTrace(request.headers.get("x-request-id"));
      const outgoing = await answer(request, trace).catch((error: unknown) => {
        const problem = error instanceof Problem ? error : problems.internal(error);
        trace.code = problem.code;
        trace.cause = describeCause(problem.cause);
        return refuse(problem, trace.requestId);
      });
      if (trace.headers) Object.assign(outgoing.headers, trace.headers);
      const response = toResponse(outgoing, trace, method);
      const { requestId, route, credential, keyId, code, cause } = trace;
      dependencies.log({
        time: new Date().toISOString(),
        method,
        status: outgoing.status,
        durationMs: Math.round((performance.now() - start) * 10) / 10,
        ...{ requestId, route, credential, keyId, code, cause },
      });
      return response;
    },
  };
}

/** The path and the query of a URL, the latter with its question mark. `new URL` takes longer than the rest of a short path. */
function splitUrl(url: string): { path: string; search: string } {
  const begin = url.indexOf("/", url.indexOf("//") + 2);
  const mark = url.indexOf("?", begin);
  const path = mark < 0 ? url.slice(begin) : url.slice(begin, mark);
  return {
    path: path.includes("%") ? decoded(path) : path,
    search: mark < 0 ? "" : url.slice(mark),
  };
}

/** A path with a wrong encoding belongs to no route. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function toOutgoing({ status, headers, body }: Response): Outgoing {
  return { status, headers: Object.fromEntries(headers), body };
}
