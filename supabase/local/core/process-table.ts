import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * What tells one process from another that has been given the same number since: when it began and
 * its command line. Undefined when there is no such process.
 */
export async function describeProcess(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    // Not `ps`: slim systems have none.
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
