import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeProcess } from "./process-table.ts";

/**
 * Makes this process the only one that runs on a data folder.
 * @returns what releases the folder.
 * @throws one clear line when another process runs on it. The lock of a killed process does not count.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const holder = await lockHolder(folder);
  if (holder) throw new Error(`Kith already runs on ${folder} (process ${holder}).`);
  const file = lockFile(folder);
  const mine = { pid: process.pid, description: await describeProcess(process.pid) };
  await writeFile(file, JSON.stringify(mine));
  return () => rm(file, { force: true });
}

/** The process that runs on this data folder, if one does. */
export async function lockHolder(folder: string): Promise<number | undefined> {
  const text = await readFile(lockFile(folder), "utf8").catch(() => undefined);
  if (!text) return undefined;
  const { pid, description } = JSON.parse(text) as { pid: number; description?: string };
  return description && await describeProcess(pid) === description ? pid : undefined;
}

const lockFile = (folder: string) => join(folder, "running.json");
