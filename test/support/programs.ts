import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { project } from "../../local/core/settings.ts";

/** The npm scripts of the project. */
export async function npmScripts(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(`${project}/package.json`, "utf8")).scripts;
}

export interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

export interface Started {
  child: ChildProcess;
  /** Settles when it ends. */
  ended: Promise<Outcome>;
  /** Waits until standard output has this. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts a program in the project's folder, or another one, and collects what it prints. */
export function startProgram(
  program: string,
  args: string[],
  environment: Record<string, string | undefined> = {},
  folder = project,
): Started {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => output += chunk);
  child.stderr.on("data", (chunk) => errors += chunk);
  const ended = once(child, "close").then(([code]) => ({ code, output, errors }));
  const printed = async (pattern: RegExp) => {
    while (true) {
      const match = pattern.exec(output);
      if (match) return match;
      if (child.exitCode !== null) throw new Error(`it ended: ${errors}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { child, ended, printed };
}

/** Runs a program in the project's folder to its end. */
export const runProgram = (...call: Parameters<typeof startProgram>): Promise<Outcome> =>
  startProgram(...call).ended;

/** Starts what `npm start` starts, on free ports. */
export function npmStart(
  folder: string,
  environment: Record<string, string> = {},
  ...args: string[]
): Started {
  const script = ["--import", "tsx", "local/start.ts", ...args];
  const free = { KITH_PORT: "0", KITH_DB_PORT: "0", KITH_FOLDER: folder };
  return startProgram(process.execPath, script, { ...free, ...environment });
}
