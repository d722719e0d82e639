/**
 * `npm run soak`: ten minutes of mixed load on a stack of its own, with an outage every minute, the kinds in turn. Every
 * write that was answered with success has to be there at the end, every other request was refused cleanly and in time,
 * and a copy that only follows the log of changes has what the rows have.
 * Writes what came of it to docs/soak.md; the exit code is 1 where anything was lost or faulty.
 *
 * KITH_SOAK_MINUTES  10 unless set
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { env, exit } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { beginCommand } from "../../supabase/command.ts";
import { removeData } from "../../supabase/local/data.ts";
import { startStack } from "../../supabase/local/stack.ts";
import { Load } from "./load.ts";
import { outages } from "./outages.ts";
import { tokenOn } from "../../test/support/own-stack.ts";
import { type Copy, startCopy } from "./copy.ts";
import { functionMemory } from "./memory.ts";
import { ScenarioRunner } from "./scenarios.ts";

beginCommand(`npm run soak

Runs a load test with an outage every minute, and writes the result to docs/soak.md.

  KITH_SOAK_MINUTES  how long, 10 unless set`);

const minutes = Number(env["KITH_SOAK_MINUTES"] ?? 10);
/** Milliseconds that an outage lasts before it is put right. */
const duration = 3_000;

interface Row {
  minute: number;
  name: string;
  requests: number;
  refused: number;
  recovery: number;
  /** MB */
  memory: number | undefined;
}

const folder = await mkdtemp(join(tmpdir(), "kith soak "));
const stack = await startStack({ folder, gatewayPort: 0, databasePort: 0, demo: false });
const rows: Row[] = [];
let lost: string[] = [];
let loadMs = 0;
const token = await tokenOn(stack, "soak@example.com");
const base = `${stack.url}/functions/v1/kith/api/v1`;
const load = new Load({ base, token }, 20);
const scenarioRunner = new ScenarioRunner(
  { load, mcpUrl: `${stack.url}/functions/v1/kith/mcp`, mcpKey: await makeKey() },
  100,
);
let copy: Copy | undefined;
let copied = { differences: [] as string[], things: 0 };
const refused = () =>
  Object.entries(load.report.byStatus)
    .reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);
const began = Date.now();
try {
  copy = await startCopy(base, token);
  load.start(8);
  scenarioRunner.start(4);
  for (let minute = 1; minute <= minutes; minute++) {
    const before = { requests: load.report.requests, refused: refused() };
    await sleep(began + (minute - 0.5) * 60_000 - Date.now());
    const { name, begin } = outages[(minute - 1) % outages.length]!;
    const end = await begin(stack);
    await sleep(duration);
    await end();
    const recovery = Math.round(await load.waitForRecovery());
    await copy.follow();
    await sleep(began + minute * 60_000 - Date.now());
    rows.push({
      minute,
      name,
      requests: load.report.requests - before.requests,
      refused: refused() - before.refused,
      recovery,
      memory: await functionMemory("functions/kith/index.ts"),
    });
    console.log(rows.at(-1));
  }
  await Promise.all([scenarioRunner.stop(), load.stop()]);
  loadMs = Date.now() - began;
  lost = await load.findLostWrites();
  copied = await copy.compare();
} finally {
  await Promise.all([scenarioRunner.stop(), load.stop()]);
  await stack.stop();
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
}

const { report } = load;
const isGood = [lost, report.faults, copied.differences].every(({ length }) => length === 0);
await writeFile(new URL("../../docs/soak.md", import.meta.url), describe());
for (const line of [...report.faults, ...lost, ...copied.differences].slice(0, 50)) {
  console.error(line);
}
console.log(isGood ? "nothing lost, nothing faulty" : "see above");
exit(isGood ? 0 : 1);

async function makeKey(): Promise<string> {
  const { body } = await load.send("POST", "/api-keys", { name: "an assistant" });
  return body!["key"];
}

function describe(): string {
  const table = rows.map(({ minute, name, requests, refused, recovery, memory }) =>
    `| ${[minute, name, requests, refused, recovery, memory ?? "–"].join(" | ")} |`
  );
  const sequences = Object.entries(scenarioRunner.counts).map(([name, count]) =>
    `${name} (${count})`
  );
  const statuses = Object.entries(report.byStatus).map(([status, count]) => `${count} × ${status}`);
  return `# Soak

The result of \`npm run soak\` with KITH_SOAK_MINUTES=${minutes}: mixed load from eight workers on the embedded stack, ${cpus().length} cores,
Node ${process.version}, and an outage of ${
    duration / 1000
  } seconds every minute. Four further workers do what takes several requests: ${
    sequences.join(", ")
  }.

- ${report.requests} requests, ${report.writes} of them writes, in ${
    Math.round(loadMs / 60_000)
  } minutes and ${
    Math.round((Date.now() - began - loadMs) / 60_000)
  } more in which everything was read again
- writes that were answered with success and are not there as they were answered: **${lost.length}** of ${load.recordedCount} things
- answers that were neither success, a 4xx nor a clean 503 (or the gateway's 502 or 503 while the function is away), or
  took longer than ten seconds: **${report.faults.length}**
- differences between ${copied.things} things and a copy that only followed the log of changes: **${copied.differences.length}**
- slowest answer: ${Math.round(report.slowestMs)} ms
- answers by status: ${statuses.join(", ")}

| Minute | Outage | Requests | Refused with 502 or 503 | Back in service after (ms) | Memory of the function (MB) |
| ---: | --- | ---: | ---: | ---: | ---: |
${table.join("\n")}

"Back in service" is the time from when the cause was put right (Postgres and the function are started again by the
test as a platform would) to the first answer of 200. Nothing else is restarted.
`;
}
