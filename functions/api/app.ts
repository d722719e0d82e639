import { Hono } from "hono";
import type { Dependencies } from "./http/call.ts";
import { answerError, cors, observe } from "./http/middleware.ts";
import { honoPath, mount } from "./http/mount.ts";
import { basePath } from "./http/paths.ts";
import { problems } from "./http/problems.ts";
import type { AppEnvironment } from "./http/trace.ts";
import { routes } from "./routes.ts";

/** Builds the function from its dependencies; runs wherever there is `fetch`. */
export function createApp(dependencies: Dependencies): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  app.onError(answerError);
  app.notFound((context) => answerError(problems.notFound(), context));
  app.use(observe(dependencies.log));
  app.use(cors());
  const api = app.basePath(basePath);
  for (const route of routes) mount(api, route, dependencies);
  for (const path of new Set(routes.map((route) => route.path))) {
    api.all(honoPath(path), () => {
      throw problems.methodNotAllowed(allowedMethods(path));
    });
  }
  return app;
}

function allowedMethods(path: string): string {
  const methods = routes.filter((route) => route.path === path)
    .map((route) => route.method.toUpperCase());
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
