import { execFile } from "node:child_process";
import { join, relative, sep } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findDeno } from "../../supabase/local/core/binaries.ts";
import { project } from "../../supabase/local/core/settings.ts";

/** What the function consists of: modules by their path below functions/kith, packages by their name. */
export interface ModuleGraph {
  /** What is loaded before it listens. */
  atStart: string[];
  /** What is loaded when it is first needed, by the module that is imported for it. */
  later: Map<string, string[]>;
}

interface Module {
  specifier: string;
  dependencies?: { specifier: string; code?: { specifier: string }; isDynamic?: boolean }[];
}

const folder = join(project, "functions", "kith");

/** Reads which modules the function loads and when, as Deno sees it. */
export async function readModuleGraph(): Promise<ModuleGraph> {
  const { stdout } = await promisify(execFile)(
    findDeno(),
    [
      "info",
      "--json",
      "--no-remote",
      "--node-modules-dir=manual",
      `--config=${join(folder, "deno.json")}`,
      join(folder, "index.ts"),
    ],
    { cwd: project, env: { ...env, DENO_DIR: join(project, "supabase", ".temp", "deno") } },
  );
  const { roots, modules } = JSON.parse(stdout) as { roots: string[]; modules: Module[] };
  const known = new Map(modules.map((module) => [module.specifier, module]));
  const start = reachable(roots, known);
  const names = (specifiers: Iterable<string>) => [...new Set([...specifiers].map(nameOf))].sort();
  const later = new Map<string, string[]>();
  const open = [...start];
  for (const from of open) {
    for (const { code, isDynamic } of known.get(from)?.dependencies ?? []) {
      if (!code || !isDynamic || later.has(nameOf(code.specifier))) continue;
      const more = [...reachable([code.specifier], known)].filter((found) => !start.has(found));
      later.set(nameOf(code.specifier), names(more));
      open.push(...more);
    }
  }
  return { atStart: names(start), later };
}

/** What comes along with these modules: everything they import, but for `import()`. */
function reachable(from: string[], known: Map<string, Module>): Set<string> {
  const found = new Set(from);
  for (const specifier of found) {
    for (const { code, isDynamic } of known.get(specifier)?.dependencies ?? []) {
      if (code && !isDynamic) found.add(code.specifier);
    }
  }
  return found;
}

function nameOf(specifier: string): string {
  if (!specifier.startsWith("file:")) return specifier;
  const path = fileURLToPath(specifier);
  const name = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1];
  return name ?? relative(folder, path).replaceAll(sep, "/");
}
