/**
 * `npm run check`: all checks that do not run the code. One line a step; the
 * output of those that fail comes below them, and the exit code is then 1. `--fix` formats instead.
 */
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { argv, env, execPath, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { staleFiles } from "./build.ts";
import { lintDocument } from "./lint-document.ts";
import { isMigrated, notMigrated } from "../local/core/schema.ts";
import { beginCommand } from "../local/core/command.ts";
import { findDeno } from "../local/core/binaries.ts";
import { slowPatterns } from "./patterns.ts";
import { scriptLimits, weighScript } from "./page-size.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = [
  "functions",
  "supabase",
  "local",
  "tools",
  "test",
  "bench",
  "client/src",
  "client/mcp/src",
  "vitest.config.ts",
  "web",
  "--ignore=supabase/.temp,web/dist",
];
const format = ["fmt", "--line-width=100", ...sources];
const environment = { ...env, DENO_DIR: `${root}supabase/.temp/deno`, NO_COLOR: "1" };
const offline = ["--cached-only", "--no-remote", "--node-modules-dir=manual"];

/** The faults that a step found; empty where there is none. */
type Step = () => Promise<string>;

const steps: Record<string, Step> = {
  "types of what runs in Node": () => checkTypes("."),
  "types of the settings page": () => checkTypes("web"),
  "types of its service worker": () => checkTypes("web/worker"),
  // By the versions in package.json, which are those in deno.json: only there does Deno look for the types of node:crypto.
  "types of the function": () => run(findDeno(), "check", ...offline, "functions/kith/index.ts"),
  "lint": () => run(findDeno(), "lint", "--rules-exclude=no-import-prefix", ...sources),
  "format": () => run(findDeno(), ...format, "--check"),
  "time of regular expressions": async () => (await slowPatterns(root)).join("\n"),
  "versions of the function": compareVersions,
  "migrations": compareMigrations,
  "what is said of the API": compareDescriptions,
  "lint of the API document": async () => (await lintDocument()).join("\n"),
  "weight of the settings page": comparePageSize,
  "one module speaks to Postgres": findImportsOfPg,
};

/** Checks what has changed since the last time, and what depends on it. */
function checkTypes(project: string): Promise<string> {
  const known = `supabase/.temp/types/${project.replaceAll(/\W/g, "-")}.tsbuildinfo`;
  return run(
    execPath,
    ...["node_modules/typescript/bin/tsc", "--noEmit", "--project", project],
    ...["--incremental", "--tsBuildInfoFile", known],
  );
}

/** Runs a program to its end; what it printed if it failed. */
function run(program: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => output += chunk);
    }
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? "" : output || `exit code ${code}`));
  });
}

/** The function imports `npm:` versions and Node resolves package.json's: they have to be the same. */
async function compareVersions(): Promise<string> {
  const { imports } = JSON.parse(await readFile(`${root}functions/kith/deno.json`, "utf8"));
  const { dependencies } = JSON.parse(await readFile(`${root}package.json`, "utf8"));
  const wrong = Object.entries<string>(imports).flatMap(([name, specifier]) => {
    const [, found, version] = /^npm:\/?(@?[^@]+)@([^/]+)/.exec(specifier) ?? [];
    const expected = dependencies[found ?? name];
    if (version === expected && version !== undefined) return [];
    return [`${name}: ${specifier} in functions/kith/deno.json, ${expected} in package.json`];
  });
  return wrong.join("\n");
}

async function compareMigrations(): Promise<string> {
  return await isMigrated() ? "" : notMigrated;
}

async function compareDescriptions(): Promise<string> {
  const stale = await staleFiles();
  return stale.length === 0
    ? ""
    : `${stale.join(", ")} differ from the routes: run \`npm run build\`.`;
}

async function comparePageSize(): Promise<string> {
  const weights = await weighScript();
  return Object.entries(scriptLimits)
    .map(([part, limit]) => ({ part, limit, bytes: weights[part as keyof typeof weights] }))
    .filter(({ bytes, limit }) => bytes >= limit)
    .map(({ part, bytes, limit }) =>
      `The page's script (${part}) is ${bytes} bytes compressed; less than ${limit} is promised.`
    )
    .join("\n");
}

async function findImportsOfPg(): Promise<string> {
  const names = await readdir(`${root}functions`, { recursive: true });
  const importers: string[] = [];
  for (const name of names.filter((each) => /\.[cm]?[jt]sx?$/.test(each))) {
    const text = await readFile(`${root}functions/${name}`, "utf8");
    if (/(from|import)\s*\(?\s*["'](npm:)?(pg|postgres)[@/"'-]/.test(text)) importers.push(name);
  }
  return importers.length === 1
    ? ""
    : `These import a Postgres client: ${importers.join(", ") || "none"}`;
}

beginCommand(`npm run check
npm run format

check: checks types, lint, format, generated files, versions and the size of the settings page; one line a step.
format: formats the code.`);

if (argv.includes("--fix")) {
  const failure = await run(findDeno(), ...format);
  if (failure) console.error(failure);
  exit(failure ? 1 : 0);
}

let failed = false;
for (const [name, step] of Object.entries(steps)) {
  const began = performance.now();
  const failure = await step().catch((error: Error) => error.message);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${failure ? "✗" : "✓"} ${name} (${seconds} s)`);
  if (failure) console.error(`\n${failure.trim()}\n`);
  failed ||= failure !== "";
}
exit(failed ? 1 : 0);
