/** `npm run migration -- <name>`: writes a migration from the difference between what the migrations lead to and what sql/ says. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { beginCommand } from "../local/core/command.ts";
import { type ScratchDatabase, startScratchDatabase } from "../local/scratch-database.ts";
import {
  asBaseline,
  baseline,
  composeSchema,
  migrationNames,
  recordMigrated,
} from "../local/core/schema.ts";
import { releasedMigrations } from "./released-migrations.ts";
import { type Difference, differenceBetween } from "./schema-difference.ts";

const migrations = new URL("../supabase/migrations/", import.meta.url);

/** Starts a database with a schema as sql/ could state it, and without the migrations. */
export async function startStatedDatabase(schema: string): Promise<ScratchDatabase> {
  const database = await startScratchDatabase();
  try {
    await database.push(async (folder) => {
      for (const name of await readdir(folder)) await rm(join(folder, name));
      await writeFile(join(folder, baseline), await asBaseline(schema));
    });
    return database;
  } catch (error) {
    await database.remove();
    throw error;
  }
}

/** The text of a migration. */
export const migrationText = ({ sql }: Difference): string =>
  `-- Written by \`npm run migration\` from what has changed in sql/. It may be edited until it is released.

${waitForRequests}

${sql}
`;

/**
 * What is under way takes its locks in this order too, so that nobody holds a table that the migration changes while he waits for
 * another one. Every request reads `kith_private.operations` first. Auth writes `auth.users` first, and then what refers to an
 * account. Of what it does to `auth.users` this mode stops only writing, and it is what a foreign key or a trigger there needs, so
 * that a migration which has one does not ask for more later. It comes second: `DELETE /me` reads the operations and then deletes
 * the account, and nothing does it the other way round. A role that may not lock the table can change nothing there either.
 */
const waitForRequests = `-- Requests and sign-ups that are under way end first, and others wait.
do $$
begin
  lock table kith_private.operations in access exclusive mode;
  if has_table_privilege('auth.users', 'update, delete, truncate') then
    lock table auth.users in share row exclusive mode;
  end if;
end $$;`;

/** A version after all others: the time as "20261231235959" in UTC, unless a migration has a later one. */
async function nextVersion(): Promise<string> {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const last = (await migrationNames()).at(-1)!.slice(0, 14);
  return now > last ? now : String(BigInt(last) + 1n);
}

const versionFiles = ["sql/05_core/schema_version.sql", "functions/kith/db/schema-version.ts"]
  .map((path) => new URL(`../${path}`, import.meta.url));
const version = /(return |requiredSchemaVersion = )(\d+);/;

/**
 * Raises the version of the schema, unless a change since the last release has: a function refuses to work with a database
 * that lacks the migrations it was written with.
 * @returns whether it was raised
 */
async function raiseVersion(): Promise<boolean> {
  const texts = await Promise.all(versionFiles.map((file) => readFile(file, "utf8")));
  const released = await Promise.all(
    Object.keys(releasedMigrations).map((name) => readFile(new URL(name, migrations), "utf8")),
  );
  const lately = released.join("").match(
    /(?:create|replace) function kith_private\.schema_version\(\)[^]*?return (\d+);/gi,
  )!.at(-1)!;
  const next = Number(version.exec(lately)![2]) + 1;
  if (texts.every((text) => Number(version.exec(text)![2]) === next)) return false;
  await Promise.all(
    texts.map((text, n) => writeFile(versionFiles[n]!, text.replace(version, `$1${next};`))),
  );
  return true;
}

async function main(name: string): Promise<number> {
  const stated = await startStatedDatabase(await composeSchema());
  try {
    const migrated = await startScratchDatabase();
    try {
      return await migrate(migrated, stated, name);
    } finally {
      await migrated.remove();
    }
  } finally {
    await stated.remove();
  }
}

async function migrate(
  migrated: ScratchDatabase,
  stated: ScratchDatabase,
  name: string,
): Promise<number> {
  await migrated.push();
  const difference = await differenceBetween(migrated.url, stated.url);
  if (difference.sql === "") {
    await recordMigrated();
    console.log("The migrations lead to what sql/ says. Commit supabase/schema.sha256.");
    return 0;
  }
  if (await raiseVersion()) return await main(name);
  const file = `${await nextVersion()}_kith_${name}.sql`;
  await writeFile(new URL(file, migrations), migrationText(difference));
  console.log(
    `supabase/migrations/${file} is written. Read it, and commit it with supabase/schema.sha256.`,
  );
  for (const statement of difference.destructive) console.log(`It deletes data: ${statement}`);
  await migrated.push();
  const left = await differenceBetween(migrated.url, stated.url);
  if (left.sql === "") {
    await recordMigrated();
    return 0;
  }
  console.error(
    `It does not lead to what sql/ says. Add what is still missing, and run this again:\n\n${left.sql}`,
  );
  return 1;
}

const usage = `npm run migration -- <name>

Writes supabase/migrations/<time>_kith_<name>.sql from the difference between what the migrations lead to and what sql/
says; nothing where they lead there already. It raises the version of the schema, once for all changes of a release. The name has small letters, digits and underscores, and says what changes.`;

if (argv[1] === fileURLToPath(import.meta.url)) {
  beginCommand(usage);
  const [name = "", ...more] = argv.slice(2);
  if (!/^[a-z][a-z0-9_]*$/.test(name) || more.length > 0) {
    console.error(usage);
    exit(1);
  }
  exit(
    await main(name).catch((error: Error) => {
      // The CLI's complaint names the migration and what Postgres says.
      if (!error.message.startsWith("supabase db push failed")) throw error;
      console.error(`${error.message}\n\nCorrect the migration or sql/, and run this again.`);
      return 1;
    }),
  );
}
