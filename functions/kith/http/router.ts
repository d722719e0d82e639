import { problems } from "../core/problems.ts";
import type { Route } from "../core/route.ts";

/** The values of the parameters in a path, by their names. */
export type Params = Record<string, string>;

/** A path with parameters, and the routes that it has, one for each method. */
interface Pattern {
  /** Its parts as the path is split at slashes; of a parameter the name, and what follows it, such as `.ics`. */
  parts: (string | { name: string; end: string })[];
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
        this.#patterns.push({ parts: path.split("/").map(toPart), routes: same });
      } else this.#words.set(path, same);
    }
  }

  /**
   * The route of a method and a path.
   * @throws Problem not_found, or method_not_allowed with the methods that the path has
   */
  find(method: string, path: string): { route: Route; params: Params } {
    const params: Params = {};
    const routes = this.#words.get(path) ?? this.#match(path, params);
    if (!routes) throw problems.notFound();
    // What answers GET answers HEAD.
    const wanted = method === "HEAD" ? "get" : method.toLowerCase();
    const route = routes.find((each) => each.method === wanted);
    if (!route) throw problems.methodNotAllowed(allowedMethods(routes));
    return { route, params };
  }

  #match(path: string, params: Params): Route[] | undefined {
    const given = path.split("/");
    return this.#patterns.find(({ parts }) =>
      parts.length === given.length && parts.every((part, n) => {
        const text = given[n]!;
        if (typeof part === "string") return text === part;
        params[part.name] = text;
        return text.length > part.end.length && text.endsWith(part.end);
      })
    )?.routes;
  }
}

function toPart(part: string): Pattern["parts"][number] {
  const [, name, end] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
  return name === undefined ? part : { name, end: end! };
}

function allowedMethods(routes: Route[]): string {
  const methods = routes.map((route) => route.method.toUpperCase());
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
