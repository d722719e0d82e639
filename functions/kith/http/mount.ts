import type { Hono } from "hono";
import type { Dependencies } from "../core/call.ts";
import { problems } from "../core/problems.ts";
import { isPublic, type Route } from "../core/route.ts";
import { checkAnnouncedLength } from "./body.ts";
import type { AppEnvironment } from "./middleware.ts";
import { serveOwner, servePublic, toResponse } from "./serve.ts";

/** Adds routes to the app. Other methods of their paths are answered with 405. */
export function mount(
  app: Hono<AppEnvironment>,
  routes: Route[],
  dependencies: Dependencies,
): void {
  // Paths without parameters first: `export` in `/contacts/export` is no id, whatever the method.
  const paths = [...new Set(routes.map((route) => route.path))]
    .sort((one, other) => Number(one.includes("{")) - Number(other.includes("{")));
  for (const path of paths) {
    const methods = routes.filter((route) => route.path === path);
    for (const route of methods) mountRoute(app, route, dependencies);
    app.all(honoPath(path), () => {
      throw problems.methodNotAllowed(allowedMethods(methods));
    });
  }
}

function mountRoute(app: Hono<AppEnvironment>, route: Route, dependencies: Dependencies): void {
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

function allowedMethods(routes: Route[]): string {
  const methods = routes.map((route) => route.method.toUpperCase());
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** The path as the router writes it: `:id` instead of `{id}`, and `:name{[^/]+\.ics}` instead of `{name}.ics`. */
function honoPath(path: string): string {
  return path.replace(
    /\{(\w+)\}(\.\w+)?/g,
    (_, name, extension) => extension ? `:${name}{[^/]+\\${extension}}` : `:${name}`,
  );
}
