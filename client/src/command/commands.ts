// The commands of the command line `kith`.
import { readFile, rename, rm } from "node:fs/promises";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { FileImport, ImportProgress } from "../index.ts";
import type { Kith } from "../kith.ts";

/** The options of the command line. */
export interface Values {
  url?: string | undefined;
  key?: string | undefined;
  "on-match"?: string | undefined;
  "dry-run"?: boolean | undefined;
  format?: string | undefined;
  output?: string | undefined;
  help?: boolean | undefined;
}

export type Command = (kith: Kith, args: string[], values: Values) => Promise<void>;

/** The command line is wrong. */
export class CommandError extends Error {}

/**
 * One of the values that an option takes.
 * @throws CommandError
 */
function choose<Value extends string>(
  option: string,
  given: string | undefined,
  values: readonly [Value, ...Value[]],
): Value {
  const chosen = given === undefined ? values[0] : values.find((each) => each === given);
  if (!chosen) throw new CommandError(`--${option} is one of ${values.join(", ")}.`);
  return chosen;
}

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
  const dropped = found.dropped.map(({ property, count, lines }) =>
    `${plain(property)} (${count}${lines ? `, from line ${lines[0]}` : ""})`
  );
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

/** `export`: writes everything, or the contacts, to a file or to standard output. */
export const exportFile: Command = async (kith, args, values) => {
  if (args.length > 0) throw new CommandError("The file to write is given with -o.");
  const format = choose("format", values.format, ["json", "vcard", "vcard3", "csv", "jscontact"]);
  const answer = await kith.export(format === "json" ? {} : { format, isArchived: "any" });
  const body = Readable.fromWeb(answer.body as ReadableStream);
  const { output } = values;
  if (output === undefined) return await pipeline(body, process.stdout, { end: false });
  // A broken export does not take the place of an earlier one.
  const unfinished = `${output}.part`;
  try {
    await pipeline(body, createWriteStream(unfinished));
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  console.error(`Written: ${output}`);
};

const width = 24;

const words = { preview: "Reading", apply: "Importing", undo: "Undoing" };

/** Shows progress as a bar in one line of a terminal; elsewhere, as in a log, nothing. */
export function createBar(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): { show(progress: ImportProgress): void; end(): void } {
  let isShown = false;
  return {
    show({ step, part, parts, rows, total }) {
      if (!stream.isTTY) return;
      const filled = Math.round(width * part / parts);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      stream.write(`\r\x1b[K${words[step].padEnd(9)} ${bar} ${rows} of ${total}`);
      isShown = true;
    },
    end() {
      if (isShown) stream.write("\n");
      isShown = false;
    },
  };
}
