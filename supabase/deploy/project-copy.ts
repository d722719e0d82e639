// Copies what the Supabase CLI needs into a folder of its own, and pushes migrations from there.
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { readAppliedVersions } from "../../local/core/connection.ts";
import { project } from "../../local/core/settings.ts";
import { bundleFunction } from "./bundle.ts";
import { complaintIn, supabaseCli } from "./cli.ts";
import type { Target } from "./database.ts";

/** A folder of its own for the CLI, so that deploying leaves no trace in the checkout. */
export interface ProjectCopy {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Copies what the CLI needs: configuration and migrations; and bundles the function. */
export async function copyProject(from = project): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), "kith deploy "));
  const parts = ["config.toml", "migrations", "templates"].map((part) => join("supabase", part));
  for (const part of parts) await cp(join(from, part), join(folder, part), { recursive: true });
  await bundleFunction(join(folder, "functions", "kith"), from);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Brings a database up to this version, by `supabase db push`. One that has migrations of its own keeps its history:
 * the CLI, which otherwise refuses what it does not find in the folder, is shown an empty file for each of them.
 * @returns the names of the migrations that were missing
 * @throws one line when the database refuses; nothing has changed then
 */
export async function pushMigrations(
  copy: ProjectCopy,
  target: Target,
  database: Client,
  dryRun = false,
): Promise<string[]> {
  const url = new URL(target.url);
  const password = decodeURIComponent(url.password);
  url.password = "";
  url.searchParams.set("sslmode", target.sslmode);
  for (const version of await readAppliedVersions(database)) {
    const file = join(copy.folder, "supabase", "migrations", `${version}_not_of_kith.sql`);
    if (!(await isOurs(copy, version))) await writeFile(file, "");
  }
  const cli = supabaseCli(copy.folder, { PGPASSWORD: password });
  const push = () =>
    cli("db", "push", "--include-all", `--remote=${url}`, ...(dryRun ? ["--dry-run"] : []));
  let result = await push();
  // The migration of version 1.1 and a sign-up may wait for each other. Postgres ends one of them, and has changed nothing then.
  if (!result.ok && /\b40P01\b|deadlock detected/.test(result.output)) result = await push();
  if (!result.ok) throw new Error(`supabase db push failed: ${complaintIn(result)}`);
  const names = [...result.output.matchAll(/\b(\d{14}_\w+\.sql)\b/g)].map((match) => match[1]!);
  return [...new Set(names)].filter((name) => !name.endsWith("_not_of_kith.sql"));
}

async function isOurs(copy: ProjectCopy, version: string): Promise<boolean> {
  const names = await readdir(join(copy.folder, "supabase", "migrations"));
  return names.some((name) => name.startsWith(`${version}_`));
}
