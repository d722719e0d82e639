import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "./programs.ts";

/** What the programs of a check run in, some of which need a newer Node than Kith. */
const node = { node: "24.9.0" };

/** What a program printed, and its exit code. */
export interface Ended {
  code: number | null;
  output: string;
}

async function run(program: string, parameters: string[], cwd: string): Promise<Ended> {
  const { code, output, errors } = await runProgram(program, parameters, {}, cwd);
  return { code, output: output + errors };
}

/** Runs one of the installed programs with the Node that was installed. */
export type RunProgram<Name extends string> = (
  name: Name,
  parameters: string[],
) => Promise<Ended>;

/**
 * Installs programs for one check alone into this folder.
 * @param packages their exact versions, by name
 * @throws Error with what npm printed, where it cannot
 */
export async function installPrograms<Name extends string>(
  folder: string,
  packages: Record<Name, string>,
): Promise<RunProgram<Name>> {
  await mkdir(folder, { recursive: true });
  const wanted = Object.entries({ ...node, ...packages }).map(([name, version]) =>
    `${name}@${version}`
  );
  const flags = ["--prefix", folder, "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  const { code, output } = await run("npm", ["install", ...flags, ...wanted], folder);
  if (code !== 0) throw new Error(`npm could not install ${wanted.join(", ")}:\n${output}`);
  const modules = join(folder, "node_modules");
  const newerNode = join(modules, "node", "bin", "node");
  return async (name, parameters) => {
    const { bin } = JSON.parse(await readFile(join(modules, name, "package.json"), "utf8"));
    const script = typeof bin === "string" ? bin : Object.values<string>(bin)[0]!;
    return await run(newerNode, [join(modules, name, script), ...parameters], folder);
  };
}
