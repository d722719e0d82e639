/** A copy of the project in a temporary folder, with one fault at a time in it. */
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transpileModule } from "typescript";
import type * as Schema from "../../local/core/schema.ts";
import type { Fault } from "./faults.ts";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** A fault that cannot be tried, with the reason. */
export class RefusedFault extends Error {}

export interface ProjectCopy {
  readonly folder: string;
  /** @throws {RefusedFault} */
  apply(fault: Fault): Promise<void>;
  /** Takes the last fault away. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

export async function copyProject(): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), "kith mutations "));
  await copyWorkingTree(folder);
  await linkPackages(folder);
  const replaced = new Map<string, string>();
  const write = async (path: string, text: string) => {
    const before = await readFile(join(folder, path), "utf8");
    if (!replaced.has(path)) replaced.set(path, before);
    await writeFile(join(folder, path), text);
  };
  return {
    folder,
    async apply(fault) {
      const text = await readFile(join(folder, fault.file), "utf8").catch(() => {
        throw new RefusedFault(`There is no ${fault.file}.`);
      });
      await write(fault.file, withFault(text, fault));
      if (fault.file.startsWith("sql/")) await writeMigrations(folder, write);
    },
    async restore() {
      for (const [path, text] of replaced) await writeFile(join(folder, path), text);
      replaced.clear();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * The text of a file with a fault in it.
 * @throws {RefusedFault} where its place is not found, or where what comes out is not TypeScript
 */
function withFault(text: string, fault: Fault): string {
  const times = text.split(fault.find).length - 1;
  if (times !== 1) {
    throw new RefusedFault(`The text to replace is ${times} times in ${fault.file}, not once.`);
  }
  const mutated = text.replace(fault.find, () => fault.replace);
  if (mutated === text) throw new RefusedFault("It changes nothing.");
  if (/\.tsx?$/.test(fault.file)) {
    const { diagnostics = [] } = transpileModule(mutated, {
      fileName: fault.file,
      reportDiagnostics: true,
    });
    const messages = diagnostics.map(({ messageText }) => messageText).join("; ");
    if (messages) throw new RefusedFault(`It does not compile: ${messages}`);
  }
  return mutated;
}

/**
 * Migrations and their digests, as if the author of sql/ had written the fault from the start: the first migration states
 * what sql/ says now, and the later ones have nothing to do.
 */
async function writeMigrations(
  folder: string,
  write: (path: string, text: string) => Promise<void>,
): Promise<void> {
  const place = (path: string) => pathToFileURL(join(folder, path)).href;
  const schema: typeof Schema = await import(place("local/core/schema.ts"));
  const list = "tools/released-migrations.ts";
  let digests = await readFile(join(folder, list), "utf8");
  const stated = await schema.asBaseline(await schema.composeSchema());
  for (const name of await schema.migrationNames()) {
    const path = `supabase/migrations/${name}`;
    const text = name === schema.baseline ? stated : "select 1;\n";
    const [before, after] = [await readFile(join(folder, path), "utf8"), text].map(digestOf);
    digests = digests.replace(before!, after!);
    await write(path, text);
  }
  await write(list, digests);
  // Kept so that it is restored, and written by the project itself.
  const record = "supabase/schema.sha256";
  await write(record, await readFile(join(folder, record), "utf8"));
  await schema.recordMigrated();
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** What is made and installed, and history. */
const notCopied = [".git", "node_modules", "supabase/.temp"].map((path) => join(root, path));

export async function copyWorkingTree(folder: string): Promise<void> {
  await cp(root, folder, { recursive: true, filter: (path) => !notCopied.includes(path) });
}

/** Links to the installed packages, in a folder of its own: tools keep what they have computed beside them. */
export async function linkPackages(folder: string): Promise<void> {
  const packages = join(root, "node_modules");
  await mkdir(join(folder, "node_modules"));
  for (const name of await readdir(packages)) {
    if (name.startsWith(".vite")) continue;
    await symlink(join(packages, name), join(folder, "node_modules", name));
  }
}
