#!/usr/bin/env node
/** `npx @kith/client`: imports and exports contacts on the command line. */
import process from "node:process";
import { parseArgs } from "node:util";
import { Kith } from "../kith.ts";
import { type Command, CommandError, exportFile, importFile, type Values } from "./commands.ts";

const usage = `npx @kith/client import <file> [--on-match merge|skip|create] [--dry-run]
npx @kith/client export [--format json|vcard|vcard3|csv|jscontact] [-o <file>]
npx @kith/client undo <activityId>…

  import  reads vCards, CSV (Google, Outlook, iCloud, LinkedIn) or JSON of Kith, of any size; - is standard input
  export  writes everything as JSON, or contacts as vCards or CSV; archived ones too
  undo    takes back what an import did

  --url       <project URL>/functions/v1/kith/api/v1, or KITH_URL
  --key       an API key, or KITH_KEY, which other users of this machine do not see
  --on-match  what to do with contacts that are there already; merge unless set
  --dry-run   only says what would happen
  -o          the file to write; standard output unless set`;

const commands: Record<string, Command> = {
  import: importFile,
  export: exportFile,
  async undo(kith, ids) {
    if (ids.length === 0) {
      throw new CommandError("Say what to undo: the ids that the import named.");
    }
    for (const id of ids) await kith.activity.undo(id);
    console.error(`Undone: ${ids.length} change ${ids.length === 1 ? "set" : "sets"}.`);
  },
};

const options = {
  url: { type: "string" },
  key: { type: "string" },
  "on-match": { type: "string" },
  "dry-run": { type: "boolean" },
  format: { type: "string" },
  output: { type: "string", short: "o" },
  help: { type: "boolean", short: "h" },
} as const;

async function main(): Promise<void> {
  const { values, positionals: [name = "", ...rest] } = parse();
  if (values.help) return console.log(usage);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandError(`There is no command ${name || "given"}.\n\n${usage}`);
  const baseUrl = values.url ?? process.env["KITH_URL"];
  const token = values.key ?? process.env["KITH_KEY"];
  if (!baseUrl || !URL.canParse(baseUrl)) {
    throw new CommandError("Give the URL: --url or KITH_URL.");
  }
  if (!token) throw new CommandError("Give an API key: --key or KITH_KEY.");
  await command(new Kith({ baseUrl, token }), rest, values);
}

function parse(): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${usage}`);
  }
}

main().catch((error: Error) => {
  // It is no failure when a reader such as `head` stops reading.
  if ((error as NodeJS.ErrnoException).code === "EPIPE") return;
  console.error(`kith: ${error.message}`);
  process.exitCode = error instanceof CommandError ? 2 : 1;
});
