import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { project } from "../../local/core/settings.ts";

/** One import of a module: `type` is gone when it runs, `dynamic` is `import()`. */
export interface Import {
  /** A path below the folder for a module of ours, otherwise the specifier: `hono/cors`, `node:path`. */
  target: string;
  kind: "static" | "dynamic" | "type";
}

/** An import, export or `import()`, as the formatter leaves them: whether it is of types, and the specifiers of both. */
const statement =
  /^(?:import|export)( type)? (?:[^;"]*? from )?"([^"]+)";|\bimport\(\s*"([^"]+)",?\s*\)/gm;

/** What each TypeScript module below a folder imports or exports again, by its path there. */
export function readImports(folder: string): Map<string, Import[]> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.tsx?$/.test(name));
  return new Map(names.map((name) => {
    const found = readFileSync(join(folder, name), "utf8").matchAll(statement);
    return [
      name,
      [...found].map(([, type, specifier, later]): Import => {
        const target = specifier ?? later!;
        return {
          target: target.startsWith(".") ? posix.join(posix.dirname(name), target) : target,
          kind: later ? "dynamic" : type ? "type" : "static",
        };
      }),
    ];
  }));
}

/** What the function consists of: modules by their path below functions/kith, packages by their name. */
export interface ModuleGraph {
  /** What is loaded before it listens. */
  atStart: string[];
  /** What is loaded when it is first needed, by the module that is imported for it. */
  later: Map<string, string[]>;
}

/** Reads which modules the function loads and when. */
export function readModuleGraph(): ModuleGraph {
  const modules = readImports(join(project, "functions", "kith"));
  const start = reachable("index.ts", modules);
  const names = (targets: Iterable<string>) => [...new Set([...targets].map(nameOf))].sort();
  const later = new Map<string, string[]>();
  const open = [...start];
  for (const from of open) {
    for (const { target, kind } of modules.get(from) ?? []) {
      if (kind !== "dynamic" || later.has(nameOf(target))) continue;
      const more = [...reachable(target, modules)].filter((found) => !start.has(found));
      later.set(nameOf(target), names(more));
      open.push(...more);
    }
  }
  return { atStart: names(start), later };
}

/** What comes along with a module: everything it imports, but for types and `import()`. */
function reachable(from: string, modules: Map<string, Import[]>): Set<string> {
  const found = new Set([from]);
  for (const name of found) {
    for (const { target, kind } of modules.get(name) ?? []) {
      if (kind === "static") found.add(target);
    }
  }
  return found;
}

/** The package of a specifier such as `hono/cors`; the path of a module of ours as it is. */
function nameOf(target: string): string {
  if (target.endsWith(".ts") || target.startsWith("node:")) return target;
  return /^(?:@[^/]+\/)?[^/]+/.exec(target)![0];
}
