/**
 * `npm run deploy -- --project-ref <ref>`: installs this checkout of Kith in a hosted project, and tests it there. It is the
 * command of the package @kith/server. See docs/deploy.md.
 */
import { argv, env, exit } from "node:process";
import { describeError, printUsageIfAsked } from "../local/core/command.ts";
import { runCommand, usageOf } from "./deploy/command.ts";
import { buildRelease } from "./deploy/write-release.ts";

const program = "npm run deploy --";
printUsageIfAsked(usageOf(program));
try {
  await runCommand({
    args: argv.slice(2),
    environment: env,
    program,
    release: buildRelease,
    say: console.log,
  });
} catch (error) {
  console.error(describeError(error));
  exit(1);
}
