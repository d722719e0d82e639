import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyWorkingTree, linkPackages } from "../../mutations/project-copy.ts";
import { runProgram } from "../../support/programs.ts";

/** What CONTRIBUTING.md says to write for a new text of contacts: a file, what stands there, and what is written before it. */
const edits: [file: string, before: string, written: string][] = [
  [
    "functions/kith/contacts/fields.ts",
    "  description: {",
    `  shoeSize: { label: "Shoe size", maxLength: 20, isSearched: true },\n`,
  ],
  [
    "sql/30_contacts/table.sql",
    "  -- The key begins with the owner",
    "  shoe_size text constraint contacts_shoe_size_check check (char_length(shoe_size) <= 20),\n",
  ],
  [
    "sql/30_contacts/table.sql",
    "    contact.first_name, contact.last_name,",
    "    contact.shoe_size,\n",
  ],
  ["sql/30_contacts/operations.sql", "    c.emails,", '    c.shoe_size as "shoeSize",\n'],
];
const comment = "comment on column kith.contacts.shoe_size is 'At most 20 characters.';\n";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith field "));
  await copyWorkingTree(folder);
  await linkPackages(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(file: string, before: string, written: string) {
  const text = await readFile(join(folder, file), "utf8");
  expect(text.split(before), `${before} in ${file}`).toHaveLength(2);
  await writeFile(join(folder, file), text.replace(before, () => written + before));
}

/** Runs a command in the copy; what it printed in the error where it fails. */
async function run(...args: string[]) {
  const variables = Object.keys(process.env).filter((name) =>
    /^(VITEST|KITH_|NODE_ENV)/.test(name)
  );
  const clean = Object.fromEntries(variables.map((name) => [name, undefined]));
  const { code, output, errors } = await runProgram(process.execPath, args, clean, folder);
  expect(code, `${args.join(" ")}\n${output.slice(-20_000)}\n${errors}`).toBe(0);
}

it("a new text of contacts takes four places, and goes wherever a contact goes", async () => {
  for (const edit of edits) await write(...edit);
  await write(
    "sql/30_contacts/table.sql",
    "comment on column kith.contacts.created_at",
    comment,
  );
  const tsx = ["--import", "tsx"];
  await run(...tsx, "tools/build.ts");
  await run(...tsx, "tools/migration.ts", "shoe_size");
  await run(...tsx, "tools/types.ts");
  await run("node_modules/typescript/bin/tsc", "--noEmit", "-p", "web");
  const tests = "text-fields every-field postgrest.test page-members round-trip database-types";
  await run("node_modules/vitest/vitest.mjs", "run", ...tests.split(" "));
}, 900_000);
