/** `npm run migration -- <name>`: writes a migration from the difference between what the migrations lead to and what sql/ says. */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { beginCommand } from "./command.ts";
import { type ScratchDatabase, startScratchDatabase } from "./local/scratch-database.ts";
import { asBaseline, baseline, composeSchema, recordMigrated } from "./schema.ts";
import { type Difference, differenceBetween } from "./schema-difference.ts";

const migrations = new URL("migrations/", import.meta.url);

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
  `-- Written by \`npm run migration\` from what has changed in sql/. It may be edited until it is released.\n\n${sql}\n`;

/** The time as versions of migrations have it, in UTC: "20261231235959". */
const versionAt = (time: Date) => time.toISOString().replace(/\D/g, "").slice(0, 14);

async function main(name: string): Promise<number> {
  const stated = await startStatedDatabase(await composeSchema());
  const migrated = await startScratchDatabase();
  try {
    await migrated.push();
    const difference = await differenceBetween(migrated.url, stated.url);
    if (difference.sql === "") {
      await recordMigrated();
      console.log("The migrations lead to what sql/ says. No migration is needed.");
      return 0;
    }
    const file = `${versionAt(new Date())}_kith_${name}.sql`;
    await writeFile(new URL(file, migrations), migrationText(difference));
    console.log(`supabase/migrations/${file} is written. Read it before you commit it.`);
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
  } finally {
    await stated.remove();
    await migrated.remove();
  }
}

const usage = `npm run migration -- <name>

Writes supabase/migrations/<time>_kith_<name>.sql from the difference between what the migrations lead to and what sql/
says; nothing where they lead there already. The name has small letters, digits and underscores, and says what changes.`;

if (argv[1] === fileURLToPath(import.meta.url)) {
  beginCommand(usage);
  const [name = "", ...more] = argv.slice(2);
  if (!/^[a-z][a-z0-9_]*$/.test(name) || more.length > 0) {
    console.error(usage);
    exit(1);
  }
  exit(await main(name));
}
