// Finds the route of a method and a path.
import { problems } from "../core/problems.ts";
import type { Route } from "../core/route.ts";

/** The values of the parameters in a path, by their names. */
export type Params = Record<string, string>;

/** What paths with parameters look like, and the routes that they have, one for each method. */
interface Pattern {
  expression: RegExp;
  routes: Route[];
}

/**
 * Finds routes. A path without parameters is looked up before those with parameters: `export` in `/contacts/export` is
 * no id, whatever the method.
 */
export class Router {
  readonly #words = new Map<string, Route[]>();
  readonly #patterns: Pattern[] = [];

  constructor(routes: Route[]) {
    for (const path of new Set(routes.map((route) => route.path))) {
      const same = routes.filter((route) => route.path === path);
      if (path.includes("{")) {
        this.#patterns.push({ expression: toExpression(path), routes: same });
      } else this.#words.set(path, same);
    }
  }

  /**
   * The route of a method and a path.
   * @throws Problem not_found, or method_not_allowed with the methods that the path has
   */
  find(method: string, path: string): { route: Route; params: Params } {
    const found = this.#match(path);
    if (!found) throw problems.notFound();
    const { routes, params } = found;
    // What answers GET answers HEAD.
    const wanted = method === "HEAD" ? "get" : method.toLowerCase();
    const route = routes.find((each) => each.method === wanted);
    if (!route) throw problems.methodNotAllowed(allowedMethods(routes));
    return { route, params };
  }

  #match(path: string): { routes: Route[]; params: Params } | undefined {
    const routes = this.#words.get(path);
    if (routes) return { routes, params: {} };
    for (const { expression, routes } of this.#patterns) {
      const match = expression.exec(path);
      if (match) return { routes, params: match.groups! };
    }
    return undefined;
  }
}

/** A parameter is a part of the path, or its beginning, as in `/calendar/{secret}.ics`. */
function toExpression(path: string): RegExp {
  const text = path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${text}$`);
}

function allowedMethods(routes: Route[]): string {
  const methods = routes.map((route) => route.method.toUpperCase());
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
