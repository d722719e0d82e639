import { Hono } from "hono";
import type { Dependencies } from "./http/call.ts";
import { answerError, cors, observe } from "./http/middleware.ts";
import { honoPath, mount } from "./http/mount.ts";
import { basePath } from "./http/paths.ts";
import { problems } from "./http/problems.ts";
import type { Route } from "./http/route.ts";
import type { AppEnvironment } from "./http/trace.ts";
import { resources } from "./resources.ts";

/** What answers requests. */
export interface App {
  fetch(request: Request): Promise<Response>;
}

/**
 * Builds the function from its dependencies; runs wherever there is `fetch`. A resource is loaded, and its routes are
 * put up, when it is asked for the first time.
 */
export function createApp(dependencies: Dependencies): App {
  const nothing = serve([], dependencies);
  const apps = new Map<string, Promise<Hono<AppEnvironment>>>();
  const load = async (name: string) => serve(await resources[name]!(), dependencies);
  return {
    async fetch(request) {
      const name = resourceOf(nothing.getPath(request));
      if (name === null) return await nothing.fetch(request);
      const app = apps.get(name) ?? load(name);
      apps.set(name, app);
      return await (await app).fetch(request);
    },
  };
}

/** The resource that a path is about, as the router reads the path; null where there is none of that name. */
function resourceOf(path: string): string | null {
  const [name = ""] = path.startsWith(`${basePath}/`)
    ? path.slice(basePath.length + 1).split("/", 1)
    : [];
  return Object.hasOwn(resources, name) ? name : null;
}

/** Serves these routes, and refuses whatever else is asked. */
function serve(routes: Route[], dependencies: Dependencies): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  app.onError(answerError);
  app.notFound((context) => answerError(problems.notFound(), context));
  app.use(observe(dependencies.log));
  app.use(cors());
  const api = app.basePath(basePath);
  for (const route of routes) mount(api, route, dependencies);
  for (const path of new Set(routes.map((route) => route.path))) {
    api.all(honoPath(path), () => {
      throw problems.methodNotAllowed(allowedMethods(path, routes));
    });
  }
  return app;
}

function allowedMethods(path: string, routes: Route[]): string {
  const methods = routes.filter((route) => route.path === path)
    .map((route) => route.method.toUpperCase());
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
