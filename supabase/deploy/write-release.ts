// Writes what a release consists of into a folder, from the checkout.
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../functions/kith/core/version.ts";
import { requiredSchemaVersion } from "../../functions/kith/db/schema-version.ts";
import { baselineDigest } from "../../local/core/schema.ts";
import { project } from "../../local/core/settings.ts";
import { bundleFunction } from "./bundle.ts";
import { type Manifest, readRelease, type Release } from "./release.ts";

/** @param folder where `release.json` goes, and what it consists of */
export async function writeRelease(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(project, "supabase", "migrations"), join(folder, "migrations"), {
    recursive: true,
  });
  await copyFile(join(project, "docs", "uninstall.sql"), join(folder, "uninstall.sql"));
  await copyFile(
    join(project, "supabase", "deploy", "supabase-root-2021.crt"),
    join(folder, "database.crt"),
  );
  await bundleFunction(join(folder, "function"), project, join(folder, "licenses.md"));
  const manifest: Manifest = {
    version,
    schemaVersion: requiredSchemaVersion,
    baseline: await baselineDigest(),
  };
  await writeFile(join(folder, "release.json"), JSON.stringify(manifest, null, 2) + "\n");
}

/** The release that the checkout is. */
export async function buildRelease(): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), "kith release "));
  try {
    await writeRelease(folder);
    return await readRelease(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
