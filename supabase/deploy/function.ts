// Deploys the function, its secrets and the bucket of photos.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { type Cli, complaintIn } from "./cli.ts";
import { names } from "./names.ts";
import { photoLimit } from "../../functions/kith/core/limits.ts";

/**
 * Sets the function's secrets. They are passed in a file, because other users can read command lines.
 * @throws the CLI's error message
 */
export async function setSecrets(
  cli: Cli,
  folder: string,
  ref: string,
  secrets: Record<string, string>,
): Promise<void> {
  const file = join(folder, "secrets.env");
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  await writeFile(file, lines.join("\n"), { mode: 0o600 });
  const result = await cli("secrets", "set", `--env-file=${file}`, `--remote=${ref}`);
  if (!result.ok) throw new Error(`supabase secrets set failed: ${complaintIn(result)}`);
}

/** Uploads the function; the platform bundles it. @throws the CLI's error message */
export async function deployFunction(cli: Cli, ref: string): Promise<number> {
  const result = await cli(
    "functions",
    "deploy",
    names.edgeFunction,
    "--use-api",
    `--remote=${ref}`,
  );
  if (!result.ok) throw new Error(`supabase functions deploy failed: ${complaintIn(result)}`);
  return result.output.match(/Uploading asset/g)?.length ?? 0;
}

/** Creates or corrects the bucket, which may have been removed or changed since the migration created it. */
export async function ensureBucket(database: Client): Promise<void> {
  await database.query(
    `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
     values ($1, $1, false, $2, '{image/jpeg,image/png,image/webp}')
     on conflict (id) do update
       set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types`,
    [names.bucket, photoLimit],
  );
}
