import { readdir, readFile } from "node:fs/promises";
import process from "node:process";

/*
 * What Linux says about processes in /proc; other systems do not have it.
 */

const read = (path: string) => readFile(`/proc/${path}`, "utf8").catch(() => "");

/** The process of the function that this one has started last, while it runs. */
export async function functionProcess(): Promise<number | undefined> {
  const found: number[] = [];
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    if (!/deno[^]*functions\/kith\/index\.ts/.test(await read(`${pid}/cmdline`))) continue;
    const isOwn = new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(await read(`${pid}/status`));
    if (isOwn) found.push(Number(pid));
  }
  return found.at(-1);
}

/** Its memory in MB: resident now, or the most since its peak was forgotten (by writing 5 to clear_refs). */
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
