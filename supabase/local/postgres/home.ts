import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { copyPostgresBinaries, findPostgresBinaries } from "./binaries.ts";

/** Where Postgres lives for one data folder, and who runs it. */
export interface PostgresHome {
  /** The folder with `bin`, `lib` and `share`. */
  readonly binaries: string;
  /** The data directory; need not exist yet. */
  readonly cluster: string;
  /** The user to run as, where that is not ourselves. */
  readonly user?: { uid: number; gid: number };
}

/**
 * Decides where the binaries and the cluster lie, and makes the folders.
 *
 * Postgres refuses to run as root. For root it therefore runs as an unprivileged user of the system
 * (initdb wants one with a passwd entry), and that user must be able to reach the binaries and the
 * cluster: not so when the project lies below a folder that only root may enter, or was installed
 * under a strict umask. Then both live outside, and a file in the data folder says where, so that
 * `npm run reset` finds them.
 */
export async function preparePostgresHome(folder: string): Promise<PostgresHome> {
  const native = await findPostgresBinaries();
  const inside = join(folder, "postgres");
  if (process.getuid?.() !== 0) return { binaries: native, cluster: inside };

  const user = await unprivilegedUser();
  const known = await outsideCluster(folder);
  const reachable = !known && await isOpen(folder, enter) &&
    await isOpen(join(native, "bin", "postgres"), read | enter) &&
    await isOpen(join(native, "share", "postgresql", "postgres.bki"), read);
  if (reachable) {
    return { binaries: native, cluster: inside, user };
  }
  const outside = await outsideFolder();
  const binaries = join(outside, `postgres-${await packageVersion(native)}`);
  await copyPostgresBinaries(native, binaries);
  const cluster = known ?? join(outside, digest(folder), "postgres");
  await mkdir(dirname(cluster), { recursive: true });
  await chmod(dirname(cluster), 0o755);
  await writeFile(pointer(folder), cluster + "\n");
  return { binaries, cluster, user };
}

/**
 * Where the cluster lies, when that is outside the data folder. A pointer that was copied along with
 * a whole project is another one's: it does not count.
 */
export async function outsideCluster(folder: string): Promise<string | undefined> {
  const path = (await readFile(pointer(folder), "utf8").catch(() => "")).trim();
  return basename(dirname(path)) === digest(folder) ? path : undefined;
}

const [read, enter] = [0o4, 0o1];
const pointer = (folder: string) => join(folder, "postgres-lies-in");
const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const entry = lines.find((fields) => fields[0] === name);
    // Some systems write nobody's id as -2.
    if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 };
  }
  throw new Error(
    "Postgres does not run as root, and /etc/passwd has neither postgres nor nobody.",
  );
}

/** Whether everyone has these permissions on this path and may enter every folder above it. */
async function isOpen(path: string, permissions: number): Promise<boolean> {
  if (((await stat(path)).mode & permissions) !== permissions) return false;
  const above = dirname(path);
  return above === path || await isOpen(above, enter);
}

/** A folder of root's own that everyone may enter; the temporary one where /var/lib is read-only. */
async function outsideFolder(): Promise<string> {
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
  throw new Error("Found no folder for Postgres that an unprivileged user may enter.");
}

async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(native, "..", "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
