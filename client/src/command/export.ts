import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { choose, type Command, CommandError } from "./values.ts";

/** `export`: writes everything, or the contacts, to a file or to standard output. */
export const exportFile: Command = async (kith, args, values) => {
  if (args.length > 0) throw new CommandError("The file to write is given with -o.");
  const format = choose("format", values.format, ["json", "vcard", "vcard3", "csv"]);
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
