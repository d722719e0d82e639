import { join } from "node:path";
import { project } from "../../local/core/settings.ts";
import { type Import, readImports } from "./imports.ts";

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
