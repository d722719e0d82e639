/** `npm run test:mutations`: whether the tests notice small mistakes. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { exit } from "node:process";
import { parseArgs } from "node:util";
import { beginCommand } from "../local/core/command.ts";
import { type Fault, faults, type Tier, tierOf, tiers } from "./mutations/faults.ts";
import { copyProject, type ProjectCopy, RefusedFault } from "./mutations/project-copy.ts";
import { type Failure, runTests } from "./mutations/run-tests.ts";

const usage = `npm run test:mutations [-- <options>]

Puts small faults into a copy of the project, one at a time, and says which command notices each. A fault names test
files that probably notice it; where they do not, the whole command runs that it is meant for, and then the others.
Fails where npm test notices fewer than 90 of 100 of those that are meant for it, or where nothing notices one.

  --only <text>      only faults with this text in their name or file
  --first-only       only the test files that the faults name`;

/** What came of a fault. */
interface Result {
  fault: Fault;
  /** The command that noticed it. */
  noticedBy?: Tier;
  failure?: Failure;
  /** Why it could not be tried. */
  refused?: string;
  seconds: number;
}

/** What notices the fault that is in the copy, and which command that is. */
async function notice(
  copy: ProjectCopy,
  fault: Fault,
  firstOnly: boolean,
): Promise<{ noticedBy: Tier; failure: Failure } | undefined> {
  const { first, meantFor } = fault;
  const order = [meantFor, ...tiers.filter((tier) => tier !== meantFor)];
  const missing = first.filter((file) => !existsSync(join(copy.folder, file)));
  if (missing.length > 0) console.warn(`  (there is no ${missing.join(", ")})`);
  for (const noticedBy of order) {
    const files = first.filter((file) => tierOf(file) === noticedBy && !missing.includes(file));
    const failure = files.length > 0 && await runTests(copy.folder, noticedBy, files);
    if (failure) return { noticedBy, failure };
  }
  if (firstOnly) return undefined;
  for (const noticedBy of order) {
    const failure = await runTests(copy.folder, noticedBy);
    if (!failure) continue;
    // Alone, too: what fails only because the machine is busy has not noticed anything.
    const alone = failure.file ? await runTests(copy.folder, noticedBy, [failure.file]) : failure;
    if (alone) return { noticedBy, failure: alone };
    console.warn(`  (fails with everything else only: ${failure.title})`);
  }
  return undefined;
}

async function tryFault(copy: ProjectCopy, fault: Fault, firstOnly: boolean): Promise<Result> {
  const begin = performance.now();
  const secondsSince = () => Math.round((performance.now() - begin) / 1000);
  try {
    await copy.apply(fault);
    return { fault, ...await notice(copy, fault, firstOnly), seconds: secondsSince() };
  } catch (error) {
    if (!(error instanceof RefusedFault)) throw error;
    return { fault, refused: error.message, seconds: secondsSince() };
  } finally {
    await copy.restore();
  }
}

function outcome({ noticedBy, failure, refused }: Result): string {
  if (refused) return `cannot be tried: ${refused}`;
  if (!noticedBy) return "nothing";
  return `${noticedBy === "test" ? "npm test" : `npm run test:${noticedBy}`}: ${failure!.title}`;
}

/** The last lines, and whether the tests notice enough. */
function sum(results: Result[]): { lines: string[]; isEnough: boolean } {
  const meant = results.filter(({ fault }) => fault.meantFor === "test");
  const noticed = meant.filter(({ noticedBy }) => noticedBy === "test");
  const unnoticed = results.filter(({ noticedBy, refused }) => !noticedBy && !refused);
  const refused = results.filter((result) => result.refused);
  return {
    lines: [
      `npm test noticed ${noticed.length} of ${meant.length} faults that are meant for it.`,
      `Nothing noticed ${unnoticed.length} of ${results.length}.`,
      ...(refused.length > 0 ? [`${refused.length} could not be tried.`] : []),
    ],
    isEnough: noticed.length >= meant.length * 0.9 && unnoticed.length + refused.length === 0,
  };
}

async function tryFaults(chosen: Fault[], firstOnly: boolean): Promise<number> {
  const results: Result[] = [];
  const copy = await copyProject();
  try {
    for (const fault of chosen) {
      const result = await tryFault(copy, fault, firstOnly);
      results.push(result);
      console.log(`${fault.name}\n  ${outcome(result)} (${result.seconds} s)`);
    }
  } finally {
    await copy.remove();
  }
  const { lines, isEnough } = sum(results);
  console.log(lines.join("\n"));
  return isEnough ? 0 : 1;
}

beginCommand(usage);
// So that what was started ends with this.
process.once("SIGINT", () => exit(130));
process.once("SIGTERM", () => exit(143));
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    "first-only": { type: "boolean", default: false },
  },
});
const only = values.only.toLowerCase();
const chosen = faults.filter(({ name, file }) => `${name}\n${file}`.toLowerCase().includes(only));
if (chosen.length === 0) {
  console.error(`No fault has "${values.only}" in its name or file.`);
  exit(1);
}
exit(await tryFaults(chosen, values["first-only"]));
