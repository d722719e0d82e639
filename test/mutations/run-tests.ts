/** Runs tests in a copy of the project until the first one fails. */
import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { env, execPath, kill } from "node:process";
import { findChromium } from "../browser/support/find-chromium.ts";
import { RefusedFault } from "./project-copy.ts";
import type { Tier } from "./faults.ts";

/** What vitest's JSON report says, as far as it is read here. */
interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** A failure, with the file where it is in one. */
export interface Failure {
  title: string;
  file?: string;
}

/** What hangs has been noticed, too. */
const longest = 45 * 60_000;

/**
 * @param files only these; all of the command where there are none
 * @returns the first failure; nothing where all tests pass
 * @throws {RefusedFault} where the tests could not begin
 */
export async function runTests(
  folder: string,
  tier: Tier,
  files: string[] = [],
): Promise<Failure | undefined> {
  const reportFile = join(folder, "node_modules", "report.json");
  await rm(reportFile, { force: true });
  const { code, output } = await runVitest(folder, tier, [
    "--bail=1",
    "--reporter=json",
    `--outputFile=${reportFile}`,
    ...files,
  ]);
  if (code === 0) return undefined;
  if (code === null) return { title: "the tests did not end" };
  const text = await readFile(reportFile, "utf8").catch(() => undefined);
  const failure = text && firstFailure(JSON.parse(text) as Report, folder);
  if (failure) return failure;
  const leak = /Secrets were found:\n.*/.exec(output);
  if (leak) return { title: leak[0].replace("\n", " ") };
  const error = /Unhandled Error.*\n+(.*Error: .*)/.exec(output);
  if (error && text) return { title: `unhandled: ${error[1]}` };
  const reasons = output.split("\n").filter((line) => /error/i.test(line)).slice(0, 5).join("; ");
  throw new RefusedFault(`The tests did not begin: ${reasons || output.slice(-1000)}`);
}

function firstFailure({ testResults }: Report, folder: string): Failure | undefined {
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== "failed") continue;
    const file = relative(folder, name);
    const failed = assertionResults.find((test) => test.status === "failed");
    if (failed) return { file, title: `${file} › ${failed.fullName}` };
    if (/Transform failed|SyntaxError|Cannot find module/.test(message)) {
      throw new RefusedFault(`It does not compile: ${message.slice(0, 500)}`);
    }
    // Files that bail has left out have no message.
    if (message) return { file, title: `${file}: ${message.split("\n")[0]}` };
  }
  return undefined;
}

interface Ended {
  /** Null where it did not end in time. */
  code: number | null;
  output: string;
}

async function runVitest(folder: string, tier: Tier, options: string[]): Promise<Ended> {
  const { KITH_TEST_STACK: _stack, KITH_THOROUGH: _thorough, ...rest } = env;
  const chromium = tier === "browser" ? await findChromium() : undefined;
  const child = spawn(execPath, [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...(tier === "browser" ? ["--config=test/browser/vitest.config.ts"] : []),
    ...(tier === "thorough" ? ["--mode=thorough"] : []),
    ...options,
  ], {
    cwd: folder,
    // A group of its own, so that nothing of it is left.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...rest,
      NO_COLOR: "1",
      ...(chromium ? { KITH_CHROMIUM: chromium } : {}),
    },
  });
  // The stack notices that vitest has ended, and takes itself away.
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on(
      "data",
      (text: string) => output = (output + text).slice(-100_000),
    );
  }
  return await new Promise<Ended>((resolve) => {
    let timer = setTimeout(end, longest);
    child.on("exit", () => {
      clearTimeout(timer);
      timer = setTimeout(() => endGroup(child.pid!), 60_000);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      process.off("exit", end);
      resolve({ code, output });
    });
  });
}

function endGroup(leader: number): void {
  try {
    kill(-leader, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}
