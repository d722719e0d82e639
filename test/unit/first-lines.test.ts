// Whether each file that people write begins with a line that says what it is for.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../../local/core/settings.ts";

const folders = [
  "functions",
  "client/src",
  "web/src",
  "local",
  "tools",
  "bench",
  "supabase/deploy",
  "sql",
];

/** What is at the top of these is written by programs. */
const generated = ["functions/kith/service/texts.ts", "client/src/schema.ts"];

/**
 * A comment that is not about the declaration below it: a line, or a block before imports or an empty line. Commands begin with the
 * line that names their program.
 */
const firstLine = {
  ts: /^(?:#!.*\n)?(?:\/\/ \S|\/\*\*(?:(?!\*\/)[^])+\*\/\n(?:import |\n))/,
  sql: /^-- \S/,
};

it.each(folders)("each file of %s says at its top what it is for", async (folder) => {
  const names = (await readdir(join(project, folder), { recursive: true }))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => /\.(?:tsx?|sql)$/.test(name) && !/\/(?:node_modules|dist)\//.test(name))
    .filter((name) => !generated.includes(name));
  expect(names.length).toBeGreaterThan(5);
  const without: string[] = [];
  for (const name of names) {
    const wanted = name.endsWith(".sql") ? firstLine.sql : firstLine.ts;
    if (!wanted.test(await readFile(join(project, name), "utf8"))) without.push(name);
  }
  expect(without).toEqual([]);
});
