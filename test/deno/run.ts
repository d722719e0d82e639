/**
 * `npm run check:deno`: runs the tests of what reads bodies and streams, or speaks to others, under the Deno that Supabase's edge-runtime is
 * made with. It is installed from npm into a temporary folder.
 */
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { arch, execPath, exit, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { beginCommand } from "../../local/core/command.ts";
import { runProgram } from "../support/programs.ts";

const version = "2.1.4";

const files = [
  "test/http/carddav",
  "test/http/every-route.test.ts",
  "test/http/export-stream.test.ts",
  "test/http/photos.test.ts",
  "test/mcp/tools.test.ts",
  "test/outside/",
];

beginCommand(`npm run check:deno

Runs tests of the function under Deno ${version}, with which Supabase's edge-runtime is made. Needs npm's registry.`);

const project = fileURLToPath(new URL("../../", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "kith deno "));
let code = 1;
try {
  // The package of this machine alone: that of Deno has an install script, which may not be allowed to run.
  const name = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  const flags = ["--prefix", folder, "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  const installed = await runProgram(
    "npm",
    ["install", ...flags, `${name}@${version}`],
    {},
    folder,
  );
  if (installed.code !== 0) throw new Error(installed.errors);
  const installedHere = createRequire(join(folder, "index.js"));
  const deno = join(dirname(installedHere.resolve(`${name}/package.json`)), "deno");
  await chmod(deno, 0o755);
  const vitest = join(project, "node_modules", "vitest", "vitest.mjs");
  const tests = spawn(execPath, [vitest, "run", ...files], {
    cwd: project,
    env: { ...process.env, KITH_DENO: deno },
    stdio: "inherit",
  });
  code = await new Promise((resolve) => tests.once("close", (ended) => resolve(ended ?? 1)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
exit(code);
