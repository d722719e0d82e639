// What a release consists of: migrations, the bundled function and how it is removed, in a folder.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One file of supabase/migrations. */
export interface Migration {
  /** `20261120000000_kith.sql` */
  file: string;
  /** `20261120000000` */
  version: string;
  /** `kith` */
  name: string;
  text: string;
}

/** A version of Kith, as it is installed. */
export interface Release {
  version: string;
  /** What `kith_private.schema_version()` has to be at least for the function. */
  schemaVersion: number;
  /** Digest of the first migration. */
  baseline: string;
  migrations: Migration[];
  /** The function's files by their paths, `index.ts` and `deno.json` among them. */
  functionFiles: Map<string, Uint8Array>;
  /** docs/uninstall.sql */
  uninstall: string;
  /** The authority that Supabase signs its databases' certificates with, in PEM, as the dashboard offers it. */
  certificate: string;
}

/** What `release.json` has. */
export type Manifest = Pick<Release, "version" | "schemaVersion" | "baseline">;

/** @param folder what `writeRelease` wrote */
export async function readRelease(folder: string): Promise<Release> {
  const text = (...path: string[]) => readFile(join(folder, ...path), "utf8");
  const manifest = JSON.parse(await text("release.json")) as Manifest;
  const migrations = await readMigrations(join(folder, "migrations"));
  const functionFiles = new Map<string, Uint8Array>();
  const found = await readdir(join(folder, "function"), { recursive: true, withFileTypes: true });
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(join(folder, "function").length + 1).replaceAll("\\", "/");
    functionFiles.set(name, await readFile(path));
  }
  const [uninstall, certificate] = await Promise.all(
    ["uninstall.sql", "database.crt"].map((name) => text(name)),
  );
  return {
    ...manifest,
    migrations,
    functionFiles,
    uninstall: uninstall!,
    certificate: certificate!,
  };
}

/** The migrations in a folder, in the order in which they are applied. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return await Promise.all(files.map(async (file) => {
    const [, version = "", name = ""] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    return { file, version, name, text: await readFile(join(folder, file), "utf8") };
  }));
}
