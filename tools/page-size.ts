// Weighs the script of the page, and says what it may weigh.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildPage } from "../web/build.ts";

/**
 * What the page may weigh: compressed bytes of all its script, and of what the first view waits for. The texts of a language other than
 * English, which a browser in that language loads as well, count for themselves.
 */
export const scriptLimits = { all: 160_000, first: 88_000, language: 24_000 };

/** The scripts that a built page loads before it shows anything: those that its HTML names. */
export const firstScripts = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="[./]*(assets\/[^"]+\.js)"/g)].map(([, name]) => name!);

const isLanguage = (name: string) => /language-\w+-[^/]*\.js$/.test(name);

/** Builds the settings page and weighs its script as it travels: compressed by gzip, in bytes. */
export async function weighScript(): Promise<Record<keyof typeof scriptLimits, number>> {
  const folder = await mkdtemp(join(tmpdir(), "kith page "));
  try {
    await buildPage(folder);
    const weigh = async (names: string[]) => {
      const sizes = names.map(async (name) => gzipSync(await readFile(join(folder, name))).length);
      return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
    };
    const files = await readdir(folder, { recursive: true });
    const html = await readFile(join(folder, "index.html"), "utf8");
    return {
      all: await weigh(files.filter((name) => /\.m?js$/.test(name) && !isLanguage(name))),
      language: await weigh(files.filter(isLanguage)),
      first: await weigh(firstScripts(html)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
