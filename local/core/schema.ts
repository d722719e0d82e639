/** The schema as sql/ states it, and the migrations that bring databases there. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";

const sources = new URL("../../sql/", import.meta.url);
/** The migration of version 1.0, which never changes again; every later change is a migration after it. */
export const baseline = "20261120000000_kith.sql";
const baselineFile = new URL(`../../supabase/migrations/${baseline}`, import.meta.url);
/** The digest of sql/ as the migrations last led to it. */
const recordFile = new URL("../../supabase/schema.sha256", import.meta.url);

/**
 * Where a file of sql/ stands in the order in which they are read: by its path, but the tables of all folders directly after
 * 05_core, because views and policies of one resource read the tables of others; and the operations of a folder last.
 */
const placeOf = (path: string): string =>
  path.endsWith("/table.sql") ? `06/${path}` : path.replace("/operations.sql", "/~operations.sql");

/** All files of sql/ as one script. */
export async function composeSchema(): Promise<string> {
  const names = (await readdir(sources, { recursive: true }))
    .map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".sql"))
    .sort((one, other) => placeOf(one) < placeOf(other) ? -1 : 1);
  const texts = await Promise.all(
    names.map(async (name) =>
      `-- sql/${name}\n\n${(await readFile(new URL(name, sources), "utf8")).trim()}\n`
    ),
  );
  return texts.join("\n");
}

/** The names of the files of supabase/migrations, in the order in which they are pushed. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(new URL("../../supabase/migrations/", import.meta.url))).filter((name) =>
    name.endsWith(".sql")
  )
    .sort();

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Whether the migrations led to sql/ as it is now when `npm run migration` last looked. */
export async function isMigrated(): Promise<boolean> {
  const recorded = await readFile(recordFile, "utf8").catch(() => "");
  return recorded.trim() === digestOf(await composeSchema());
}

/** Says that the migrations lead to sql/ as it is now. */
export const recordMigrated = async (): Promise<void> =>
  await writeFile(recordFile, digestOf(await composeSchema()) + "\n");

/** What to do where they do not. */
export const notMigrated =
  "sql/ has changed since the last migration: run `npm run migration -- <name>`.";

/** A schema as a first migration, for a database without any; with the digest of the true one. */
export async function asBaseline(schema: string): Promise<string> {
  const text = await readFile(baselineFile, "utf8");
  return `${schema}\n${text.slice(text.indexOf(digestHeading))}`;
}

const digestHeading = "-- The digest of everything above.";

/** The digest that the baseline carries: what a deployment compares, to know whether a database was set up with it. */
export async function baselineDigest(): Promise<string> {
  const text = await readFile(baselineFile, "utf8");
  return /^\s+return '([0-9a-f]{64})';$/m.exec(text.slice(text.indexOf(digestHeading)))![1]!;
}
