// Starts processes that end with this one.
import { type ChildProcess, execFile, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** A process of the stack. */
export interface Service {
  readonly pid: number;
  /** Settles when the process has ended, with a description of how it ended. */
  readonly exited: Promise<string>;
  /** Sends `signal`, waits, and sends SIGKILL after `timeoutMs` milliseconds. */
  stop(signal: NodeJS.Signals, timeoutMs: number): Promise<void>;
}

/**
 * Starts a process and passes each line of its piped output to `onLine`. It gets a process group of its own, so that
 * Ctrl-C in the terminal reaches only this process, which then stops the others in order. A watchdog sends it
 * `watchdogSignal` when this process is killed with SIGKILL.
 */
export async function startService(
  command: string,
  args: string[],
  options: SpawnOptions,
  watchdogSignal: NodeJS.Signals,
  onLine: (line: string) => void = () => {},
): Promise<Service> {
  const child = spawn(command, args, { ...options, detached: true });
  const exited = exitOf(child);
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on("line", onLine);
  }
  await once(child, "spawn");
  const pid = child.pid!;
  const stopWatchdog = startWatchdog(pid, watchdogSignal);
  void exited.then(stopWatchdog);
  return {
    pid,
    exited,
    async stop(signal, timeoutMs) {
      child.kill(signal);
      const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once(
      "exit",
      (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`),
    );
  });
}

/**
 * Starts a shell that reads from a pipe of this process. It ends when it reads a line. When the pipe is
 * closed without a line, this process ended without cleaning up, and the shell sends the signal.
 */
function startWatchdog(pid: number, signal: NodeJS.Signals): () => void {
  const script = 'read -r _ || kill -s "$1" "$2" 2>/dev/null';
  const watchdog = spawn("sh", ["-c", script, "kith-watchdog", signal.slice(3), String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const pipe = watchdog.stdin!;
  // Where there is no shell there is no watchdog; then the next start stops a process that still runs.
  watchdog.on("error", () => {});
  pipe.on("error", () => {});
  watchdog.unref();
  (pipe as unknown as { unref?(): void }).unref?.();
  return () => pipe.end("\n");
}

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
