import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { project } from "../../supabase/local/core/settings.ts";

/** The npm scripts of the project. */
export async function npmScripts(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(`${project}/package.json`, "utf8")).scripts;
}

export interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs a program in the project's folder to its end. */
export async function runProgram(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const child = spawn(program, args, {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk) => output += chunk);
  child.stderr.on("data", (chunk) => errors += chunk);
  const [code] = await once(child, "close");
  return { code, output, errors };
}
