import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { removeData } from "../../supabase/local/data.ts";
import { project } from "../../supabase/local/core/settings.ts";
import type { Stack } from "../../supabase/local/stack.ts";
import { seed, type Seeded, seeded, type SeedSize } from "../seed.ts";
import { startBenchStack } from "../stack.ts";
import { openDatabase } from "../../test/support/database.ts";

/**
 * KITH_BENCH_KEEP=<folder> keeps the seeded data of this section there, and takes it again as long as neither the
 * migrations nor the seed have changed: for whoever works on the SQL. Old ones are theirs to delete.
 */
const keepIn = env["KITH_BENCH_KEEP"];

export interface ScaleStack {
  stack: Stack;
  seeded: Seeded;
  /** When the notes end, in milliseconds since 1970. */
  now: number;
  remove(): Promise<void>;
}

/** A stack with this much in it, and memory as a compute size has it on which one would have that much. */
export async function startScaleStack(
  size: SeedSize,
  progress: (line: string) => void,
  now?: number,
): Promise<ScaleStack> {
  const folder = keepIn && join(resolve(keepIn), await digest(size, now));
  const record = folder && join(folder, "seeded.json");
  const known = record && await readFile(record, "utf8").catch(() => undefined);
  if (folder && !known) {
    await mkdir(folder, { recursive: true });
    await removeData(folder); // of a run that was interrupted
  }
  const { stack, remove } = await startBenchStack(folder ? { folder } : {});
  try {
    await giveMemory(stack);
    if (known) {
      progress(`seed: taken from ${folder}`);
      return {
        stack,
        remove,
        seeded: seeded(size),
        now: (JSON.parse(known) as { now: number }).now,
      };
    }
    const options = { now: now ?? Date.now(), progress };
    const result = await seed(stack.adminDatabaseUrl, size, options);
    if (record) await writeFile(record, JSON.stringify({ now: options.now }));
    return { stack, remove, seeded: result, now: options.now };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What shared_buffers is on the platform's compute size with 4 GB. */
export const memory = "1GB";

async function giveMemory({ adminDatabaseUrl, postgres: control }: Stack): Promise<void> {
  const sql = openDatabase(adminDatabaseUrl);
  await sql.query(`alter system set shared_buffers = '${memory}'`);
  await sql.end();
  await control.stop();
  await control.start();
}

async function digest(size: SeedSize, now?: number): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify({ size, now }));
  for (const folder of ["supabase/migrations", "bench/seed"]) {
    for (const name of (await readdir(join(project, folder))).sort()) {
      hash.update(await readFile(join(project, folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
