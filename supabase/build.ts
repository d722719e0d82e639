/** The one baseline migration that the Supabase CLI pushes: composed from the files in sql/, in the order of their numbers. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";

const sources = new URL("../sql/", import.meta.url);
const baseline = new URL("migrations/20261120000000_kith.sql", import.meta.url);

/** The text of the baseline migration as sql/ has it now. */
export async function composeMigration(): Promise<string> {
  const names = (await readdir(sources, { recursive: true }))
    .map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(
    names.map(async (name) =>
      `-- sql/${name}\n\n${(await readFile(new URL(name, sources), "utf8")).trim()}\n`
    ),
  );
  const body =
    `-- Generated from sql/ by \`npm run build\`. Change the files there, not this one.\n\n${
      texts.join("\n")
    }`;
  return body + digestFunction(createHash("sha256").update(body).digest("hex"));
}

/** The end of the migration: what a deployment compares, to know which baseline a database was set up with. */
const digestFunction = (digest: string) => `
-- The digest of everything above.

create function kith_private.baseline_digest() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '${digest}';
end
$$;
comment on function kith_private.baseline_digest() is 'SHA-256 of the baseline migration that this database was set up with.';
revoke execute on function kith_private.baseline_digest() from public;
`;

/** The digest at the end of a baseline migration. @throws Error when there is none */
export function digestIn(migration: string): string {
  const digest = /^\s+return '([0-9a-f]{64})';$/m.exec(migration)?.[1];
  if (digest === undefined) throw new Error("The baseline migration carries no digest.");
  return digest;
}

/** The digest of the committed baseline. */
export const baselineDigest = async (): Promise<string> =>
  digestIn(await readFile(baseline, "utf8"));

/** Whether the committed baseline says what sql/ says. */
export async function isMigrationCurrent(): Promise<boolean> {
  return await readFile(baseline, "utf8").catch(() => "") === await composeMigration();
}

/** Writes the baseline migration. */
export const writeMigration = async (): Promise<void> =>
  await writeFile(baseline, await composeMigration());
