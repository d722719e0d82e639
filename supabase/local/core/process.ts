import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A process of the stack. */
export interface Service {
  readonly pid: number;
  /** Settles when the process has ended, however it ended, with words for a log line. */
  readonly exited: Promise<string>;
  /** Sends `signal`, waits, and sends SIGKILL after `timeoutMs` milliseconds. */
  stop(signal: NodeJS.Signals, timeoutMs: number): Promise<void>;
}

/**
 * Starts a process and passes each line of its piped output to `onLine`. It gets a process group of its own, so that
 * Ctrl-C in the terminal reaches only this process, which then stops the others in order. A watchdog sends it
 * `lastResort` should this process be killed with SIGKILL.
 */
export async function startService(
  command: string,
  args: string[],
  options: SpawnOptions,
  lastResort: NodeJS.Signals,
  onLine: (line: string) => void = () => {},
): Promise<Service> {
  const child = spawn(command, args, { ...options, detached: true });
  const exited = exitOf(child);
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on("line", onLine);
  }
  await once(child, "spawn");
  const pid = child.pid!;
  const dismissWatchdog = startWatchdog(pid, lastResort);
  void exited.then(dismissWatchdog);
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
 * A shell that waits on a pipe from this process. A line tells it to end; the end of the pipe without
 * a line means that this process ended without cleaning up, and the shell sends the signal instead.
 */
function startWatchdog(pid: number, signal: NodeJS.Signals): () => void {
  const script = 'read -r _ || kill -s "$1" "$2" 2>/dev/null';
  const watchdog = spawn("sh", ["-c", script, "kith-watchdog", signal.slice(3), String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const pipe = watchdog.stdin!;
  // Without a shell there is no watchdog, and the next start stops a process that still runs.
  watchdog.on("error", () => {});
  pipe.on("error", () => {});
  watchdog.unref();
  (pipe as unknown as { unref?(): void }).unref?.();
  return () => pipe.end("\n");
}
