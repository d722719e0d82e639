/**
 * `npm run bench`: measures Kith on stacks of its own, each part beside what it is compared with, prints the tables and
 * writes them to bench/results. The exit code is 0 whether goals were met or missed, and 1 where something could not run.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { exit, stderr, version } from "node:process";
import { parseArgs } from "node:util";
import { beginCommand } from "../local/core/command.ts";
import { goalsTable, type Result, sectionText, tableText } from "./report.ts";
import { coldStart } from "./sections/cold-start.ts";
import { fairness } from "./sections/fairness.ts";
import { exportsOfAll, importOfFile } from "./sections/files.ts";
import { latency } from "./sections/latency.ts";
import { limits } from "./sections/limits.ts";
import { log } from "./sections/log.ts";
import { machines } from "./sections/machines.ts";
import { mcp } from "./sections/mcp.ts";
import { page } from "./sections/page.ts";
import { people } from "./sections/people.ts";
import { phones } from "./sections/phones.ts";
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
  phones,
  machines,
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

beginCommand(usage);
const { values: { quick = false, only = names.join() } } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" } },
});
const wanted = only.split(",");
if (!wanted.every((name) => names.includes(name))) {
  console.error(usage);
  exit(1);
}
cleanUpOnSignals();
const results: Result[] = [];
const texts: string[] = [];
for (const name of names.filter((each) => wanted.includes(each))) {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const progress = (line: string) =>
    void stderr.write(`${name} ${seconds().toFixed(0).padStart(4)} s  ${line}\n`);
  const result = await sections[name]!({ quick, progress }).catch((error: Error) => {
    progress(`could not run: ${error.stack}`);
    return error;
  }).finally(cleanUpAll);
  if (!(result instanceof Error)) results.push(result);
  texts.push(sectionText(name, seconds(), result));
}
texts.push(tableText(goalsTable(results)));
if (quick) {
  texts.push("\nThis was a quick run: it shows that everything runs, and decides nothing.");
}
const minutes = Math.round(performance.now() / 60_000);
const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${version}, ${minutes} minutes`;
const text = `${new Date().toISOString()}, ${machine}\n${texts.join("\n")}\n`;
const folder = new URL("./results/", import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL("latest.md", folder), text);
console.log(`${text}\nThis is in bench/results/latest.md.`);
exit(results.length < wanted.length ? 1 : 0);
