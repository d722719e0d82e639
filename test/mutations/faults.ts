import { faultsAround } from "./faults/around.ts";
import { databaseFaults } from "./faults/database.ts";
import { functionFaults } from "./faults/function.ts";
import { logAndLimitFaults } from "./faults/log-and-limits.ts";
import { machineFaults } from "./faults/machines.ts";
import { noticeFaults } from "./faults/notices.ts";
import { pageFaults } from "./faults/page.ts";

/** The commands that may notice a fault, from the quick one to the slow ones. */
export const tiers = ["test", "thorough", "browser"] as const;
export type Tier = typeof tiers[number];

/** A small mistake in product code, of the kind that somebody makes. */
export interface Fault {
  /** What is wrong, in one sentence. No two faults have the same. */
  name: string;
  file: string;
  /** Test files that probably notice it. They run first; one that does not exist is left out. */
  first: string[];
  /** The command that is meant to notice it: the one that runs the first of those files. */
  meantFor: Tier;
  /** A text that is in the file exactly once. */
  find: string;
  replace: string;
}

/** The command that runs a test file. */
export const tierOf = (file: string): Tier =>
  tiers.find((tier) => file.startsWith(`test/${tier}/`)) ?? "test";

/**
 * Each fault is its name, its file with the tests that probably notice it (below test/, without `.test.ts`), the lines
 * that are replaced after a `-`, and those in their place after a `+`. A `\` stands before a backtick and before `${`.
 */
function read(patch: string): Fault {
  const [name = "", place = "", ...lines] = patch.split("\n");
  const [file = "", tests = ""] = place.split(": ");
  const first = tests.split(" ").map((test) => `test/${test}.test.ts`);
  const marked = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1)).join("\n")
      .replace(/\\([`$])/g, "$1");
  return {
    name,
    file,
    first,
    meantFor: tierOf(first[0]!),
    find: marked("-"),
    replace: marked("+"),
  };
}

/** From all parts of the project and for all promises of SECURITY.md. */
export const faults: Fault[] = [
  databaseFaults,
  logAndLimitFaults,
  noticeFaults,
  machineFaults,
  functionFaults,
  faultsAround,
  pageFaults,
]
  .flatMap((patches) => patches.trim().split("\n\n")).map(read);
