// The stack's files in the data folder: locks and removes them.
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describeProcess } from "./core/process.ts";
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

/**
 * Locks a data folder, so that only one stack runs on it.
 * @returns a function that releases the lock.
 * @throws an error in one line when another process has the lock; that of a killed process is ignored.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const holder = await lockHolder(folder);
  if (holder) throw new Error(`Kith already runs on ${folder} (process ${holder}).`);
  const file = lockFile(folder);
  const mine = { pid: process.pid, description: await describeProcess(process.pid) };
  await writeFile(file, JSON.stringify(mine));
  return () => rm(file, { force: true });
}

/** The process that has locked this data folder, if there is one. */
export async function lockHolder(folder: string): Promise<number | undefined> {
  const text = await readFile(lockFile(folder), "utf8").catch(() => undefined);
  if (!text) return undefined;
  const { pid, description } = JSON.parse(text) as { pid: number; description?: string };
  return description && await describeProcess(pid) === description ? pid : undefined;
}

const lockFile = (folder: string) => join(folder, "running.json");
