import { readdir, readFile } from "node:fs/promises";

/**
 * Milliseconds that all threads of a process have spent on a processor.
 * @returns null where the system does not tell: only Linux does
 */
async function processorTime(pid: number): Promise<number | null> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/schedstat`, "utf8").catch(() => "0")),
  );
  if (times.length === 0) return null;
  return times.reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1e6, 0);
}

/** What something costs a process, in milliseconds of a processor; null where nobody tells. */
export async function costOf(pid: number, work: () => Promise<unknown>): Promise<number | null> {
  const before = await processorTime(pid);
  await work();
  const after = await processorTime(pid);
  return before === null || after === null ? null : after - before;
}
