import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";

const run = promisify(execFile);

/** A folder for packages of Python and what they work on; it goes when the file is through. */
export interface Python {
  folder: string;
  /** Where the programs of the packages are. */
  bin: string;
}

/** Installs a package of Python; null, which is said, where Python or the package is not at hand. */
export async function installPython(pinned: string): Promise<Python | null> {
  const folder = await mkdtemp(join(tmpdir(), "kith python "));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const packages = join(folder, "python");
  const bin = join(packages, "bin");
  try {
    await run("python3", ["-m", "venv", packages]);
    await run(join(bin, "pip"), ["install", "--quiet", pinned]);
    return { folder, bin };
  } catch (error) {
    console.warn(`${pinned} is not tried, because it cannot be installed: ${String(error)}`);
    return null;
  }
}
