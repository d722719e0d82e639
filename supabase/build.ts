/**
 * `npm run build`: writes the one baseline migration that the Supabase CLI pushes from the files in sql/, in the order of their numbers.
 * With `--check` it writes nothing and fails when the two differ.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";

const sources = new URL("../sql/", import.meta.url);
const baseline = new URL("migrations/20261120000000_kith.sql", import.meta.url);

/** The text of the baseline migration as sql/ has it now. */
export async function composeMigration(): Promise<string> {
  const names = (await readdir(sources, { recursive: true }))
    .map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(
    names.map(async (name) =>
      `-- sql/${name}\n\n${(await readFile(new URL(name, sources), "utf8")).trim()}\n`
    ),
  );
  return `-- Made from sql/ by \`npm run build\`. Change the files there, not this one.\n\n${
    texts.join("\n")
  }`;
}

/** Whether the committed baseline says what sql/ says. */
export async function isMigrationCurrent(): Promise<boolean> {
  return await readFile(baseline, "utf8").catch(() => "") === await composeMigration();
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  if (!argv.includes("--check")) {
    await writeFile(baseline, await composeMigration());
  } else if (!await isMigrationCurrent()) {
    console.error("supabase/migrations differs from sql/: run `npm run build`.");
    exit(1);
  }
}
