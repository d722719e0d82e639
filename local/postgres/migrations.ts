import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findSupabaseCli } from "../core/binaries.ts";
import { readAppliedVersions, withConnection } from "../core/connection.ts";

/** File name of a migration → SHA-256 of what it held when it was applied. */
type Digests = Record<string, string>;

/**
 * Brings the database up to `supabase/migrations` by `supabase db push`, as a deployment does, and
 * leaves out the push when the database already has every migration.
 * @throws the database's complaint when a migration fails, and when one was edited after it was
 * applied here, as one may be that is not released: no push would bring that edit in.
 */
export async function pushMigrations(
  project: string,
  folder: string,
  databaseUrl: string,
): Promise<void> {
  const wanted = await readDigests(join(project, "supabase", "migrations"));
  const record = join(folder, "applied-migrations.json");
  const applied = new Set(await withConnection(databaseUrl, readAppliedVersions));
  const known = JSON.parse(await readFile(record, "utf8").catch(() => "{}")) as Digests;
  for (const [name, digest] of Object.entries(wanted)) {
    if (applied.has(versionOf(name)) && known[name] !== undefined && known[name] !== digest) {
      throw new Error(
        `Migration ${name} has changed since this database was made. Run npm run reset to begin anew (its data is lost).`,
      );
    }
  }
  if (Object.keys(wanted).some((name) => !applied.has(versionOf(name)))) {
    await push(project, folder, databaseUrl);
  }
  await writeFile(record, JSON.stringify(wanted, null, 2) + "\n");
}

const versionOf = (name: string) => name.slice(0, name.indexOf("_"));

async function readDigests(migrations: string): Promise<Digests> {
  const names = (await readdir(migrations).catch(() => [])).filter((name) =>
    /^\d+_.*\.sql$/.test(name)
  );
  const digests: Digests = {};
  for (const name of names.sort()) {
    const content = await readFile(join(migrations, name));
    digests[name] = createHash("sha256").update(content).digest("hex");
  }
  return digests;
}

async function push(project: string, folder: string, databaseUrl: string): Promise<void> {
  // The CLI keeps notes in the home folder, reports usage and looks for a newer version of itself
  // unless told not to: nothing of it here.
  const home = join(folder, "cli");
  await mkdir(home, { recursive: true });
  const args = [
    "db",
    "push",
    `--remote=${databaseUrl}?sslmode=disable`,
    "--yes",
    "--workdir",
    project,
    "--agent=no",
  ];
  try {
    await promisify(execFile)(findSupabaseCli(), args, {
      cwd: project,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        DO_NOT_TRACK: "1",
        SUPABASE_TELEMETRY_DISABLED: "1",
        SUPABASE_NO_UPDATE_NOTIFIER: "1",
        SUPABASE_NO_KEYRING: "1",
        NO_COLOR: "1",
      },
    });
  } catch (error) {
    const { stderr, stdout, message } = error as {
      stderr?: string;
      stdout?: string;
      message: string;
    };
    const complaint = complaintIn(`${stdout ?? ""}\n${stderr ?? ""}`) ?? message.split("\n").at(-1);
    throw new Error(`supabase db push failed: ${complaint}`);
  }
}

/** The database's complaint and the migration that it is about, out of what the CLI printed. */
function complaintIn(output: string): string | undefined {
  const error = /^\W*(ERROR:.*)$/m.exec(output)?.[1]?.trim();
  const migration = [...output.matchAll(/Applying migration (\S+\.sql)/g)].at(-1)?.[1];
  return error && migration ? `${migration}: ${error}` : error;
}
