/**
 * `npm run types`: writes supabase/database.types.ts, the tables as first-party apps see them through supabase-js, from
 * a database of its own that has the migrations.
 */
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { argv } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beginCommand } from "../local/core/command.ts";
import { findDeno } from "../local/core/binaries.ts";
import { complaintIn, inProjectCopy, supabaseCli } from "../local/core/supabase-cli.ts";
import { startScratchDatabase } from "../local/scratch-database.ts";

export const typesFile = new URL("../supabase/database.types.ts", import.meta.url);

/**
 * The output of `supabase gen types` for the schema kith, formatted like the other files.
 * @throws the CLI's error message
 */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const password = url.password;
  url.password = "";
  url.searchParams.set("sslmode", "disable");
  const result = await inProjectCopy((folder) =>
    supabaseCli(folder, { PGPASSWORD: password })(
      "gen",
      "types",
      `--remote=${url}`,
      "--schema=kith",
    )
  );
  if (!result.ok) throw new Error(complaintIn(result));
  return await format(
    `// Generated from the migrations by \`npm run types\`. Do not edit.\n${result.stdout}`,
  );
}

async function format(source: string): Promise<string> {
  const deno = spawn(findDeno(), ["fmt", "--line-width=100", "--ext=ts", "-"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  deno.stdin.end(source);
  return await text(deno.stdout);
}

const usage = `npm run types

Writes supabase/database.types.ts from a database of its own that has the migrations.`;

if (argv[1] === fileURLToPath(import.meta.url)) {
  beginCommand(usage);
  const database = await startScratchDatabase();
  try {
    await database.push();
    await writeFile(typesFile, await generateTypes(database.url));
  } finally {
    await database.remove();
  }
}
