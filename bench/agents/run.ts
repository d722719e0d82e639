/** `npm run agents`: does the tasks of docs/agents.md on a stack of its own, and writes what they take. */
import { spawnSync } from "node:child_process";
import { env, execPath, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { beginCommand } from "../../local/core/command.ts";

beginCommand(`npm run agents

Does the tasks of bench/agents/tasks.ts and week.ts over MCP and over REST, and writes what they take to docs/agents.md.`);
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const test = "test/thorough/programs/agent-tasks.test.ts";
const { status } = spawnSync(execPath, [vitest, "run", "--mode=thorough", test], {
  cwd: fileURLToPath(new URL("../..", import.meta.url)),
  env: { ...env, KITH_THOROUGH: "1", KITH_WRITE_AGENTS: "1" },
  stdio: "inherit",
});
exit(status ?? 1);
