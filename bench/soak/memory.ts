import { readdir, readFile } from "node:fs/promises";

/**
 * The memory of the function's process, in MB, as the system counts it ("resident"). Undefined where the system has no
 * /proc, or while the function is away.
 * @param script a part of its command line
 */
export async function functionMemory(script: string): Promise<number | undefined> {
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!command.includes(script) || !command.includes("deno")) continue;
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    if (!new RegExp(`^PPid:\\s+${process.pid}$`, "m").test(status)) continue;
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    if (resident) return Math.round(Number(resident) / 1024);
  }
  return undefined;
}
