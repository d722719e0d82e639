/**
 * `npm run bench`: measures Kith on stacks of its own, each part beside what it is compared with, prints the tables and
 * writes them to bench/results. The exit code is 0 whether goals were met or missed, and 1 where something could not run.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { argv, exit, stderr, version } from "node:process";
import { beginCommand } from "../tools/command.ts";
import { type Outcome, report } from "./report.ts";
import { coldStart } from "./sections/cold-start.ts";
import { fairness } from "./sections/fairness.ts";
import { exportsOfAll, importOfFile } from "./sections/files.ts";
import { latency } from "./sections/latency.ts";
import { limits } from "./sections/limits.ts";
import { log } from "./sections/log.ts";
import { mcp } from "./sections/mcp.ts";
import { page } from "./sections/page.ts";
import { people } from "./sections/people.ts";
import { profile } from "./sections/profile.ts";
import { ratiosToOthers } from "./sections/ratios.ts";
import { scale } from "./sections/scale.ts";
import { cleanUpAll, cleanUpOnSignals, type Section } from "./stack.ts";

const sections: Record<string, Section> = {
  "ratios": ratiosToOthers,
  profile,
  latency,
  scale,
  limits,
  fairness,
  log,
  people,
  mcp,
  "exports": exportsOfAll,
  "imports": importOfFile,
  page,
  "cold-start": coldStart,
};
const names = Object.keys(sections);

const usage = `npm run bench -- [--quick] [--only=${names.join(",")}]

  --quick   a small part of the work: shows that everything runs, decides nothing
  --only    these parts alone, separated by commas
  --help    this`;

async function runSection(name: string, quick: boolean): Promise<Outcome> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const progress = (line: string) =>
    void stderr.write(`${name} ${seconds().toFixed(0).padStart(4)} s  ${line}\n`);
  try {
    const result = await sections[name]!({ quick, progress });
    return { name, seconds: seconds(), result };
  } catch (error) {
    progress(`could not run: ${(error as Error).stack}`);
    return { name, seconds: seconds(), failure: (error as Error).message };
  } finally {
    await cleanUpAll();
  }
}

beginCommand(usage);
const quick = argv.includes("--quick");
const others = argv.slice(2).filter((argument) => argument !== "--quick");
const [, only] = /^--only=(.+)$/.exec(others[0] ?? `--only=${names.join()}`) ?? [];
const wanted = only?.split(",") ?? [];
if (others.length > 1 || wanted.length === 0 || !wanted.every((name) => names.includes(name))) {
  console.error(usage);
  exit(1);
}
cleanUpOnSignals();
const outcomes: Outcome[] = [];
for (const name of names.filter((each) => wanted.includes(each))) {
  outcomes.push(await runSection(name, quick));
}
const text = report(outcomes, quick);
const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${version}`;
const folder = new URL("./results/", import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL("latest.md", folder), `${new Date().toISOString()}, ${machine}\n${text}\n`);
await writeFile(
  new URL("latest.json", folder),
  JSON.stringify({ at: new Date().toISOString(), quick, machine, outcomes }, null, 2),
);
console.log(`${text}\n\nThis is in bench/results, as latest.md and latest.json.`);
exit(outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0);
