import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { copyWorkingTree, linkPackages } from "../../mutations/project-copy.ts";
import { runProgram } from "../../support/programs.ts";

/** A file of its own with its text; or one that there is, with what is written before a text in it. */
export type Place = [file: string, text: string] | [file: string, before: string, written: string];

/** Calls with a copy of the project that is changed as a newcomer would change it, and removes it afterwards. */
export async function inChangedProject(
  change: (copy: ReturnType<typeof changedProject>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kith changed "));
  try {
    await copyWorkingTree(folder);
    await linkPackages(folder);
    await change(changedProject(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function changedProject(folder: string) {
  /** Runs a command in the copy; what it printed in the error where it fails. */
  async function run(...args: string[]) {
    const variables = Object.keys(process.env).filter((name) =>
      /^(VITEST|KITH_|NODE_ENV)/.test(name)
    );
    const clean = Object.fromEntries(variables.map((name) => [name, undefined]));
    const { code, output, errors } = await runProgram(process.execPath, args, clean, folder);
    expect(code, `${args.join(" ")}\n${output.slice(-20_000)}\n${errors}`).toBe(0);
  }

  return {
    async write([file, before, written]: Place) {
      const path = join(folder, file);
      if (written === undefined) {
        await mkdir(dirname(path), { recursive: true });
        return await writeFile(path, before, { flag: "wx" });
      }
      const text = await readFile(path, "utf8");
      expect(text.split(before), `${before} in ${file}`).toHaveLength(2);
      await writeFile(path, text.replace(before, () => written + before));
    },
    /** Builds it, writes its migration, compiles the page, and runs test files. */
    async try(migration: string, tests: string[]) {
      await run("--import", "tsx", "tools/build.ts");
      await run("--import", "tsx", "tools/migration.ts", migration);
      await run("--import", "tsx", "tools/types.ts");
      await run("node_modules/typescript/bin/tsc", "--noEmit", "-p", "web");
      await run("node_modules/vitest/vitest.mjs", "run", ...tests);
    },
  };
}
