import { readdir, readFile } from "node:fs/promises";

/*
 * What Linux says about processes in /proc; other systems do not have it.
 */

const read = (path: string) => readFile(`/proc/${path}`, "utf8").catch(() => "");

/** The memory of a process in MB: resident now, or the most since its peak was forgotten (by writing 5 to clear_refs). */
export async function memoryOf(pid: number, what: "VmRSS" | "VmHWM"): Promise<number | undefined> {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB$`, "m").exec(await read(`${pid}/status`));
  return kilobytes ? Number(kilobytes[1]) / 1024 : undefined;
}

/** What work costs a process, in milliseconds of a processor over all its threads; NaN where /proc is missing. */
export async function costOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await processorTime(pid);
  await work();
  return await processorTime(pid) - before;
}

async function processorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(threads.map((id) => read(`${pid}/task/${id}/schedstat`)));
  return times.reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1e6, times[0] ? 0 : NaN);
}
