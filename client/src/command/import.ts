import { readFile } from "node:fs/promises";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import type { FileImport } from "../index.ts";
import { createBar } from "./progress.ts";
import { choose, type Command, CommandError } from "./values.ts";

/** Problems that are written out; the others are counted. */
const problemLimit = 20;

/** `import <file>`: previews the file, applies it unless it is a dry run, and says how to undo it. */
export const importFile: Command = async (kith, [path, ...more], values) => {
  if (!path || more.length > 0) throw new CommandError("Give one file, or - for standard input.");
  const onMatch = choose("on-match", values["on-match"], ["merge", "skip", "create"]);
  const file = path === "-" ? await buffer(process.stdin) : await read(path);
  const bar = createBar();
  try {
    const found = await kith.imports.fromFile(file, { onMatch, onProgress: bar.show });
    bar.end();
    await summarize(found, onMatch);
    if (values["dry-run"]) return console.log("Nothing was changed.");
    await apply(found, bar.end);
  } finally {
    bar.end();
  }
};

async function read(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CommandError(`The file cannot be read: ${(error as Error).message}`);
  }
}

const outcomes = {
  merge: "will be merged into contacts that are there",
  skip: "are there already and will be skipped",
  create: "are there already and will be created again",
};

/** Says what is in the file and what will happen to it. */
async function summarize(found: FileImport, onMatch: keyof typeof outcomes): Promise<void> {
  const { create, match, conflict, error } = found.counts;
  console.log(`${create} new`);
  if (match > 0) console.log(`${match} ${outcomes[onMatch]}`);
  if (conflict > 0) console.log(`${conflict} may be one of several contacts and will be skipped`);
  if (error > 0) console.log(`${error} cannot be read and will be skipped`);
  if (found.photos > 0) console.log(`${found.photos} with a photo`);
  for (const action of ["error", "conflict"] as const) {
    let count = 0;
    if (found.counts[action] === 0) continue;
    for await (const { line, problem } of found.rows({ action })) {
      if (++count > problemLimit) break;
      console.log(`  line ${line}: ${plain(problem ?? "")}`);
    }
    const left = found.counts[action] - problemLimit;
    if (left > 0) console.log(`  and ${left} more`);
  }
  const dropped = found.dropped.map(({ property, count }) => `${plain(property)} (${count})`);
  if (dropped.length > 0) console.log(`Not imported: ${dropped.join(", ")}`);
}

/** A text of a file without what terminals would run. */
function plain(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, " ");
}

async function apply(found: FileImport, endBar: () => void): Promise<void> {
  const ids: string[] = [];
  try {
    const done = await found.apply();
    endBar();
    ids.push(...done.activityIds);
    const { created, merged, skipped, failed } = done;
    console.log(
      `Done: ${created} created, ${merged} merged, ${skipped} skipped, ${failed} failed.`,
    );
  } catch (error) {
    endBar();
    ids.push(...found.activityIds);
    if (ids.length > 0) console.log("Only a part was imported; importing the file again goes on.");
    throw error;
  } finally {
    if (ids.length > 0) {
      console.log(`To undo it: npx @kith/client undo ${[...ids].reverse().join(" ")}`);
    }
  }
}
