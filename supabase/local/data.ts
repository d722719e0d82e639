import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockHolder } from "./core/lock.ts";
import { outsideCluster, preparePostgresHome } from "./postgres/home.ts";
import { stopLeftover } from "./postgres/server.ts";

/** What the stack keeps in the data folder. By name: the folder may hold other things, too. */
const ours = [
  "postgres",
  "postgres.new",
  "postgres.password",
  "postgres-lies-in",
  "postgres.log",
  "storage",
  "cli",
  "applied-migrations.json",
  "demo.json",
  "running.json",
];

/**
 * Removes all that a stack has kept in this data folder, and the cluster that may lie outside.
 * @throws one clear line while a stack runs on it.
 */
export async function removeData(folder: string): Promise<void> {
  const holder = await lockHolder(folder);
  if (holder) throw new Error(`Kith is running (process ${holder}); stop it first.`);
  if (!existsSync(folder)) return;
  const outside = await outsideCluster(folder);
  if (outside ?? existsSync(join(folder, "postgres"))) {
    await stopLeftover(await preparePostgresHome(folder));
  }
  if (outside) await rm(dirname(outside), { recursive: true, force: true });
  for (const name of ours) await rm(join(folder, name), { recursive: true, force: true });
}
