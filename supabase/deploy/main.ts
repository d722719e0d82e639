// The command of the package @kith/server, which has its release beside it.
import { argv, env, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { runCommand, usageOf } from "./command.ts";
import { readRelease } from "./release.ts";

const program = "npx @kith/server";
if (argv.length === 2 || argv.includes("--help") || argv.includes("-h")) {
  console.log(usageOf(program));
  exit(0);
}
try {
  await runCommand({
    args: argv.slice(2),
    environment: env,
    program,
    release: () => readRelease(fileURLToPath(new URL("release/", import.meta.url))),
    say: console.log,
  });
} catch (error) {
  console.error((error as Error).message);
  exit(1);
}
