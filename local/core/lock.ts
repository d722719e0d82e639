import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeProcess } from "./process-table.ts";

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
