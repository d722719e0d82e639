// Finds the programs that npm has installed for this machine.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { env } from "node:process";

const fromHere = createRequire(import.meta.url);

/**
 * The executable that npm has installed for this machine. It is started directly, because the
 * packages' own start scripts add a process, or need an install script that may not have run.
 * @throws an error in one line that names what is missing.
 */
function findBinary(parent: string, packages: string[], path: string): string {
  const fromParent = createRequire(fromHere.resolve(`${parent}/package.json`));
  for (const name of packages) {
    try {
      const binary = join(dirname(fromParent.resolve(`${name}/package.json`)), path);
      if (existsSync(binary)) return binary;
    } catch {
      continue;
    }
  }
  throw new Error(
    `The ${parent} binary (${packages.join(" or ")}) is missing; run npm install again.`,
  );
}

const platform = `${process.platform}-${process.arch}`;

/** Deno, from the npm package `deno`. For tests under another version, KITH_DENO is the path of its executable. */
export const findDeno = () =>
  env["KITH_DENO"] ?? findBinary("deno", [`@deno/${platform}-glibc`, `@deno/${platform}`], "deno");

/** The Supabase CLI, from the npm package `supabase`. */
export const findSupabaseCli = () =>
  findBinary(
    "supabase",
    [`@supabase/cli-${platform}`, `@supabase/cli-${platform}-musl`],
    "bin/supabase",
  );
