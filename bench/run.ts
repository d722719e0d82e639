/**
 * `npm run bench`: measures Kith on stacks of its own, each part beside what it is compared with, prints the tables and
 * the goals, and writes them to bench/results/latest.json. The exit code is 0 whether goals were met or missed, and
 * 1 where something could not run at all.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { argv, exit, stderr, version } from "node:process";
import { beginCommand } from "../supabase/command.ts";
import { cleanUpAll, cleanUpOnSignals } from "./clean-up.ts";
import { type Outcome, report } from "./report.ts";
import type { Section } from "./section.ts";
import { coldStartSection } from "./sections/cold-start.ts";
import { exportsSection } from "./sections/exports.ts";
import { fairnessSection } from "./sections/fairness.ts";
import { importsSection } from "./sections/imports.ts";
import { latencySection } from "./sections/latency.ts";
import { limiterSection } from "./sections/limiter.ts";
import { limitsSection } from "./sections/limits.ts";
import { logSection } from "./sections/log.ts";
import { mcpSection } from "./sections/mcp.ts";
import { pageSection } from "./sections/page.ts";
import { peopleSection } from "./sections/people.ts";
import { profileSection } from "./sections/profile.ts";
import { ratiosSection } from "./sections/ratios.ts";
import { scaleSection } from "./sections/scale.ts";

const sections: Record<string, Section> = {
  "ratios": ratiosSection,
  "profile": profileSection,
  "latency": latencySection,
  "scale": scaleSection,
  "limiter": limiterSection,
  "limits": limitsSection,
  "fairness": fairnessSection,
  "log": logSection,
  "people": peopleSection,
  "mcp": mcpSection,
  "exports": exportsSection,
  "imports": importsSection,
  "page": pageSection,
  "cold-start": coldStartSection,
};
const names = Object.keys(sections);

const usage = `npm run bench -- [--quick] [--only=${names.join(",")}]

  --quick   a small part of the work, about a minute: shows that everything runs, decides nothing
  --only    these parts alone, separated by commas
  --help    this

  KITH_BENCH_KEEP=<folder>  keeps the seeded data of scale there and takes it again next time, unless the migrations or
                            the seed have changed`;

interface Choice {
  quick: boolean;
  only: string[];
}

/** @throws Error that says which argument is wrong */
function parseArguments(args: string[]): Choice {
  const choice: Choice = { quick: false, only: names };
  for (const argument of args) {
    const only = /^--only=(.*)$/.exec(argument)?.[1];
    if (argument === "--quick") choice.quick = true;
    else if (only !== undefined) choice.only = parseOnly(only);
    else throw new Error(`There is no ${argument}.`);
  }
  return choice;
}

function parseOnly(list: string): string[] {
  const wanted = list.split(",").map((name) => name.trim()).filter(Boolean);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (wanted.length === 0 || unknown.length > 0) {
    throw new Error(`--only takes ${names.join(", ")}; not ${unknown.join(", ") || "nothing"}.`);
  }
  return names.filter((name) => wanted.includes(name));
}

async function runSection(name: string, quick: boolean): Promise<Outcome> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const progress = (line: string) =>
    void stderr.write(`${name} ${seconds().toFixed(0).padStart(4)} s  ${line}\n`);
  try {
    const result = await sections[name]!({ quick, progress });
    return { name, seconds: seconds(), result };
  } catch (error) {
    const { message } = error as Error;
    progress(`could not run: ${message}`);
    return { name, seconds: seconds(), failure: message };
  } finally {
    await cleanUpAll();
  }
}

async function write(outcomes: Outcome[], quick: boolean): Promise<string> {
  const folder = new URL("./results/", import.meta.url);
  await mkdir(folder, { recursive: true });
  const file = new URL("latest.json", folder);
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model,
    memory: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: version,
  };
  const written = { at: new Date().toISOString(), quick, machine, outcomes };
  await writeFile(file, JSON.stringify(written, null, 2) + "\n");
  return "bench/results/latest.json";
}

async function main(): Promise<number> {
  let choice: Choice;
  try {
    choice = parseArguments(argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return 1;
  }
  cleanUpOnSignals();
  const began = performance.now();
  const outcomes: Outcome[] = [];
  for (const name of choice.only) outcomes.push(await runSection(name, choice.quick));
  console.log(report(outcomes, choice.quick));
  const file = await write(outcomes, choice.quick);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`It took ${minutes} minutes. Everything that was measured is in ${file}.`);
  return outcomes.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

beginCommand(usage);
exit(await main());
