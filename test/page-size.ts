import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildPage } from "../web/build.ts";

/** What the page may weigh: compressed bytes of all its script. */
export const scriptLimit = 100_000;

/** Builds the settings page and weighs its script as it travels: compressed by gzip, in bytes. */
export async function weighScript(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "kith page "));
  try {
    await buildPage(folder);
    let bytes = 0;
    for (const name of await readdir(folder, { recursive: true })) {
      if (/\.m?js$/.test(name)) bytes += gzipSync(await readFile(join(folder, name))).length;
    }
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
