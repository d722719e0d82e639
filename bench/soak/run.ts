/**
 * `npm run soak`: ten minutes of mixed load on a stack of its own, with an outage every minute, the kinds in turn. Every
 * write that was answered with success has to be there at the end, every other request was refused cleanly and in time,
 * and a copy that only follows the log of changes has what the rows have.
 * Writes what came of it to docs/soak.md; the exit code is 1 where anything was lost or faulty.
 */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { env, exit, version } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { everything, httpSource, Replica } from "../../test/support/activity/replica.ts";
import { differences } from "../../test/support/activity/snapshot.ts";
import { startOwnStack, tokenOn } from "../../test/support/own-stack.ts";
import { beginCommand } from "../../local/core/command.ts";
import { memoryOf } from "../measure.ts";
import { phoneOf } from "../phone.ts";
import { Load } from "./load.ts";
import { outages } from "./outages.ts";
import { startOutside } from "./outside.ts";
import { runScenarios } from "./scenarios.ts";

beginCommand(`npm run soak

Runs a load test with an outage every minute, and writes the result to docs/soak.md.

  KITH_SOAK_MINUTES  how long, 10 unless set`);

const minutes = Number(env["KITH_SOAK_MINUTES"] ?? 10);
/** Milliseconds that an outage lasts before it is put right. */
const duration = 3_000;

const outside = await startOutside();
// With the clock of npm start, which tells the webhook and reads the calendar.
const stack = await startOwnStack({
  clock: true,
  functionEnvironment: { KITH_RELAY_URL: outside.url },
});
const token = await tokenOn(stack, "soak@example.com");
const base = `${stack.url}/functions/v1/kith/api/v1`;
const load = new Load({ base, token }, 20);
const { report } = load;
const refused = () => (report.byStatus[502] ?? 0) + (report.byStatus[503] ?? 0);
/** How often each scenario was run. */
const counts: Record<string, number> = {};
const rows: (string | number)[][] = [];
let lost: string[] = [];
let differing: string[] = [];
let untold: string[] = [];
let [things, loadMs] = [0, 0];
const began = Date.now();
/** Asks as a copy does, and asks again until there is an answer: an outage is no fault of the log's. */
const source = httpSource({
  async get(path) {
    for (let tries = 0;; tries++) {
      const { status, body } = await new Load({ base, token }).send("GET", path);
      if ((status > 0 && status < 500) || tries > 100) {
        return { status, body, text: JSON.stringify(body), headers: new Headers() };
      }
      await sleep(200);
    }
  },
});
try {
  const { body } = await load.send("POST", "/api-keys", { name: "an assistant" });
  const assistant = { url: `${stack.url}/functions/v1/kith/mcp`, token: body.key };
  const phone = await phoneOf(stack.url, token);
  await load.send("POST", "/webhooks", { name: "Soak", url: `https://${outside.host}/hook` });
  await load.send("POST", "/calendars", {
    name: "Soak",
    url: `https://${outside.host}/calendar`,
    mode: "log",
  });
  // One change set may have many things, which come together.
  const copy = await Replica.of(source, undefined, 200, 10_000);
  load.start(8);
  load.start(4, (worker) =>
    runScenarios(load, worker, { assistant, phone }, async (name) => {
      counts[name] = (counts[name] ?? 0) + 1;
      await sleep(100);
    }));
  for (let minute = 1; minute <= minutes; minute++) {
    const before = [report.requests, refused()] as const;
    await sleep(began + (minute - 0.5) * 60_000 - Date.now());
    const { name, begin } = outages[(minute - 1) % outages.length]!;
    const end = await begin(stack);
    await sleep(duration);
    await end();
    const recovery = Math.round(await load.waitForRecovery());
    await copy.follow();
    await sleep(began + minute * 60_000 - Date.now());
    const memory = await memoryOf(stack.functionPid!, "VmRSS");
    const since = [report.requests - before[0], refused() - before[1]];
    rows.push([minute, name, ...since, recovery, memory ? Math.round(memory) : "–"]);
    console.log(rows.at(-1)!.join("  "));
  }
  await load.stop();
  loadMs = Date.now() - began;
  lost = await load.findLostWrites();
  untold = await outside.findUntold(load);
  await copy.follow();
  const stored = await everything(source);
  differing = differences(copy.things, stored);
  things = stored.size;
} finally {
  await load.stop();
  await stack.stop();
  await outside.stop();
}
await writeFile(new URL("../../docs/soak.md", import.meta.url), describe());
const wrong = [...report.faults, ...lost, ...differing, ...untold];
for (const line of wrong.slice(0, 50)) console.error(line);
console.log(wrong.length === 0 ? "nothing lost, nothing faulty" : "see above");
exit(wrong.length === 0 ? 0 : 1);

function describe(): string {
  const inMinutes = (ms: number) => Math.round(ms / 60_000);
  const reading = inMinutes(Date.now() - began - loadMs);
  const sequences = Object.entries(counts).map(([name, count]) => `${name} (${count})`);
  const statuses = Object.entries(report.byStatus).map(([status, count]) => `${count} × ${status}`);
  return `# Soak

The result of \`npm run soak\` with KITH_SOAK_MINUTES=${minutes}: mixed load from eight workers on the embedded stack, ${cpus().length} cores,
Node ${version}, and an outage of ${
    duration / 1000
  } seconds every minute. Four further workers do what takes several requests: ${
    sequences.join(", ")
  }.

- ${report.requests} requests, ${report.writes} of them writes, in ${
    inMinutes(loadMs)
  } minutes and ${reading} more in which everything was read again
- writes that were answered with success and are not there as they were answered: **${lost.length}** of ${load.recorded.length} things
- answers that were neither success, a 4xx nor a clean 503 (or the gateway's 502 or 503 while the function is away), or
  took longer than ten seconds: **${report.faults.length}**
- differences between ${things} things and a copy that only followed the log of changes: **${differing.length}**
- messages that a webhook took: ${outside.taken()}, one in 20,000 of which it refused; of the last 1,000 change sets it was told of all but
  **${untold.length}**, in their order; a calendar was read ${outside.readings()} times
- slowest answer: ${Math.round(report.slowestMs)} ms
- answers by status: ${statuses.join(", ")}

| Minute | Outage | Requests | Refused with 502 or 503 | Back in service after (ms) | Memory of the function (MB) |
| ---: | --- | ---: | ---: | ---: | ---: |
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}

"Back in service" is the time from when the cause was put right (Postgres and the function are started again by the
test as a platform would) to the first answer of 200. Nothing else is restarted.
`;
}
