import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { cleanUp } from "./clean-up.ts";

const folder = fileURLToPath(new URL("./alternatives/", import.meta.url));

/**
 * Installs what only the benchmark needs, where it is not there yet: nobody who installs Kith installs it.
 * @throws one line that says why that failed
 */
export async function installPackages(progress: (line: string) => void): Promise<void> {
  const missing = await missingPackages();
  if (missing.length === 0) return;
  const what = missing.join(" and ");
  progress(`installing ${what} into bench/alternatives: once, some minutes, 1.2 GB`);
  const failure = await npmInstall();
  if (failure) throw new Error(`npm install in bench/alternatives failed: ${failure}`);
  progress(`installed ${what}`);
}

/** Those that are not installed in the version that package.json names. */
async function missingPackages(): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(`${folder}package.json`, "utf8"));
  const missing: string[] = [];
  for (const [name, version] of Object.entries<string>(dependencies)) {
    const found = await readFile(`${folder}node_modules/${name}/package.json`, "utf8").catch(() =>
      "{}"
    );
    if (JSON.parse(found).version !== version) missing.push(`${name} ${version}`);
  }
  return missing;
}

/** @returns npm's first line about an error, or undefined when all is installed */
function npmInstall(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn("npm", ["install", "--no-package-lock", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    const stop = cleanUp(() => Promise.resolve(child.kill()));
    let errors = "";
    child.stderr.on("data", (chunk) => errors += chunk);
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => {
      void stop();
      if (code === 0) return resolve(undefined);
      const lines = errors.split("\n").filter((line) => /^npm error /.test(line));
      resolve((lines.at(0) ?? `exit code ${code}`).replace("npm error ", ""));
    });
  });
}
