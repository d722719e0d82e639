import { readdir, readFile } from "node:fs/promises";
import process from "node:process";

/*
 * What Linux says about processes in /proc; other systems do not have it.
 */

/** The process of the function that this one has started last, while it runs. */
export async function functionProcess(): Promise<number | undefined> {
  const found: number[] = [];
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!command.includes("functions/kith/index.ts") || !command.includes("deno")) continue;
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    if (new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(status)) found.push(Number(pid));
  }
  return found.at(-1);
}

/** Its memory in MB: resident now, or the most since its peak was forgotten (by writing 5 to clear_refs). */
export async function memoryOf(pid: number, what: "VmRSS" | "VmHWM"): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** What work costs a process, in milliseconds of a processor over all its threads; NaN where /proc is missing. */
export async function costOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await processorTime(pid);
  await work();
  return await processorTime(pid) - before;
}

async function processorTime(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/schedstat`, "utf8").catch(() => "0")),
  );
  if (times.length === 0) return NaN;
  return times.reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1e6, 0);
}
