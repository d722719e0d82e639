/**
 * `npm run check:packages`: packs the client, the bridge and the installer as they would be published, and lets publint and
 * arethetypeswrong look at them. Both are installed from npm into a temporary folder.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exit } from "node:process";
import { fileURLToPath } from "node:url";
import { beginCommand } from "../../local/core/command.ts";
import { pack, packageFolders } from "../../tools/packages.ts";
import { installPrograms, type RunProgram } from "../support/npm-programs.ts";

const programs = { publint: "0.3.25", "@arethetypeswrong/cli": "0.18.5" };

/** Bridge and installer are commands: nobody imports them, so they have no types. */
const withTypes = "client";

beginCommand(`npm run check:packages

Packs the client, the bridge and the installer as for npm, and looks at them with publint and arethetypeswrong. Needs npm's registry.`);
const folder = await mkdtemp(join(tmpdir(), "kith packages "));
let failed = false;

/** Runs one of the programs on a package, and prints what it found wrong. */
async function look(
  run: RunProgram<keyof typeof programs>,
  name: string,
  program: keyof typeof programs,
  parameters: string[],
): Promise<void> {
  const { code, output } = await run(program, parameters);
  console.log(`${code === 0 ? "✓" : "✗"} ${name}: ${program}`);
  if (code === 0) return;
  failed = true;
  console.log(output);
}

try {
  const run = await installPrograms(join(folder, "programs"), programs);
  for (const name of packageFolders) {
    const cwd = fileURLToPath(new URL(`../../${name}/`, import.meta.url));
    const { file } = await pack(cwd, folder);
    await look(run, name, "publint", ["run", "--strict", file]);
    // The client is for ES modules only.
    const profile = ["--profile", "esm-only"];
    if (name === withTypes) await look(run, name, "@arethetypeswrong/cli", [...profile, file]);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
exit(failed ? 1 : 0);
