import { Hono } from "hono";
import type { Dependencies } from "./core/call.ts";
import { basePath, mcpKeyPath, mcpPath, oauthMetadataPath } from "./core/paths.ts";
import { problems } from "./core/problems.ts";
import type { Route } from "./core/route.ts";
import { answerError, answerPreflight, type AppEnvironment, observe } from "./http/middleware.ts";
import { mount } from "./http/mount.ts";
import { resources } from "./resources.ts";

/** The function as a handler of requests. */
export interface App {
  fetch(request: Request): Promise<Response>;
}

/**
 * Creates the function's request handler. Each resource has an app of its own, created by the first request for it,
 * because creating all routes at once makes a cold start a tenth slower.
 */
export function createApp(dependencies: Dependencies): App {
  const fallback = createResourceApp([], dependencies);
  const apps = new Map<string, Promise<Hono<AppEnvironment>>>();
  let mcp: Promise<Hono<AppEnvironment>> | undefined;
  let metadata: Promise<Hono<AppEnvironment>> | undefined;
  const loadMcp = async () => {
    const { answerMcp } = await import("./mcp/endpoint.ts");
    const app = createBareApp(dependencies);
    for (const path of [mcpPath, mcpKeyPath]) {
      const oauthUrl = path === mcpPath ? dependencies.oauthUrl : undefined;
      app.all(path, (context) => {
        const trace = context.get("trace");
        trace.route = path;
        return answerMcp(context.req.raw, { ...dependencies, oauthUrl }, trace);
      });
    }
    return app;
  };
  const loadMetadata = async () => {
    const { answerMetadata } = await import("./mcp/oauth.ts");
    const app = createBareApp(dependencies);
    app.get(oauthMetadataPath, (context) => {
      context.get("trace").route = oauthMetadataPath;
      return answerMetadata(dependencies);
    });
    app.all(oauthMetadataPath, () => {
      throw problems.methodNotAllowed("GET, HEAD, OPTIONS");
    });
    return app;
  };
  const load = async (name: string) => createResourceApp(await resources[name]!(), dependencies);
  return {
    async fetch(request) {
      const path = fallback.getPath(request);
      if (path === mcpPath || path === mcpKeyPath) {
        return await (await (mcp ??= loadMcp())).fetch(request);
      }
      if (path === oauthMetadataPath) {
        return await (await (metadata ??= loadMetadata())).fetch(request);
      }
      const name = resourceOf(path);
      if (name === null) return await fallback.fetch(request);
      const app = apps.get(name) ?? load(name);
      apps.set(name, app);
      return await (await app).fetch(request);
    },
  };
}

/** The name of the resource in a path; null where there is no resource of that name. */
function resourceOf(path: string): string | null {
  const [name = ""] = path.startsWith(`${basePath}/`)
    ? path.slice(basePath.length + 1).split("/", 1)
    : [];
  return Object.hasOwn(resources, name) ? name : null;
}

/** Creates an app without routes, which logs requests and answers errors. */
function createBareApp({ log }: Dependencies): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  app.onError(answerError);
  app.notFound((context) => answerError(problems.notFound(), context));
  app.use(observe(log));
  app.options("*", answerPreflight());
  return app;
}

/** Creates an app of these routes, which answers other methods with 405 and other paths with 404. */
function createResourceApp(routes: Route[], dependencies: Dependencies): Hono<AppEnvironment> {
  const app = createBareApp(dependencies);
  mount(app.basePath(basePath), routes, dependencies);
  return app;
}
