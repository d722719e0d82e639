// Brings the local database up to supabase/migrations.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readAppliedVersions, withConnection } from "../core/connection.ts";
import { complaintIn, supabaseCli } from "../core/supabase-cli.ts";

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
  const digests: Digests = {};
  for (const name of (await readdir(migrations).catch(() => [])).sort()) {
    if (!/^\d+_.*\.sql$/.test(name)) continue;
    const content = await readFile(join(migrations, name));
    digests[name] = createHash("sha256").update(content).digest("hex");
  }
  return digests;
}

async function push(project: string, folder: string, databaseUrl: string): Promise<void> {
  // The CLI writes into the home folder and reads the caller's variables; here it gets neither.
  const home = join(folder, "cli");
  await mkdir(home, { recursive: true });
  const environment = { HOME: home, SUPABASE_NO_KEYRING: "1" };
  const cli = supabaseCli(project, environment, { PATH: process.env["PATH"] });
  const result = await cli("db", "push", `--remote=${databaseUrl}?sslmode=disable`);
  if (!result.ok) throw new Error(`supabase db push failed: ${complaintIn(result)}`);
}
