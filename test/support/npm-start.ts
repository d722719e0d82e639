import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { project } from "../../supabase/local/core/settings.ts";

export interface Started {
  child: ChildProcess;
  /** Settles when it ends: the exit code, and all that it printed. */
  ended: Promise<{ code: number; output: string; errors: string }>;
  /** Waits until standard output has this. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** What standard error has so far. */
  errors(): string;
}

/** Starts what `npm start` starts, on free ports, and collects what it prints. */
export function npmStart(
  folder: string,
  environment: Record<string, string> = {},
  ...args: string[]
): Started {
  const script = ["--import", "tsx", "supabase/local/start.ts", ...args];
  const child = spawn(process.execPath, script, {
    cwd: project,
    env: {
      ...process.env,
      KITH_PORT: "0",
      KITH_DB_PORT: "0",
      KITH_FOLDER: folder,
      ...environment,
    },
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => output += chunk);
  child.stderr.on("data", (chunk) => errors += chunk);
  const ended = once(child, "exit").then(([code]) => ({ code: code as number, output, errors }));
  const printed = async (pattern: RegExp) => {
    while (true) {
      const match = pattern.exec(output);
      if (match) return match;
      if (child.exitCode !== null) throw new Error(`it ended: ${errors}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { child, ended, printed, errors: () => errors };
}
