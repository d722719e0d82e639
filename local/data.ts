import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockHolder } from "./core/lock.ts";
import { externalCluster, prepareInstallation } from "./postgres/installation.ts";
import { stopLeftover } from "./postgres/server.ts";

/** The files and folders of the stack in the data folder, which may contain others, too. */
const ownNames = [
  "postgres",
  "postgres.new",
  "postgres.password",
  "postgres-location",
  "postgres.log",
  "storage",
  "cli",
  "applied-migrations.json",
  "demo.json",
  "running.json",
];

/**
 * Deletes the stack's files in this data folder, and its Postgres cluster where that is outside of the folder.
 * @throws an error in one line while a stack runs on it.
 */
export async function removeData(folder: string): Promise<void> {
  const holder = await lockHolder(folder);
  if (holder) throw new Error(`Kith is running (process ${holder}); stop it first.`);
  if (!existsSync(folder)) return;
  const external = await externalCluster(folder);
  if (external ?? existsSync(join(folder, "postgres"))) {
    await stopLeftover(await prepareInstallation(folder));
  }
  if (external) await rm(dirname(external), { recursive: true, force: true });
  for (const name of ownNames) await rm(join(folder, name), { recursive: true, force: true });
}
