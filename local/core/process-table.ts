import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * Start time and command line of a process, by which it can be distinguished from a later one with
 * the same id. Undefined when there is no such process.
 */
export async function describeProcess(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    // Not `ps`, which minimal systems do not have.
    try {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z") return undefined;
      const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
      return `${fields[19]} ${command.trim()}`;
    } catch {
      return undefined;
    }
  }
  try {
    const { stdout } = await promisify(execFile)("ps", [
      "-o",
      "lstart=,args=",
      "-p",
      String(pid),
    ], { env: { ...process.env, LC_ALL: "C" } });
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
