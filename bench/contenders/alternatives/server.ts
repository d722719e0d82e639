import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../../../supabase/local/core/process.ts";
import { cleanUp } from "../../clean-up.ts";
import type { Program } from "./packages.ts";

interface ServerOptions {
  program: Program;
  /** Working directory: where it may leave files. */
  folder: string;
  environment: Record<string, string>;
  /** Answers 200 as soon as it is ready. */
  healthUrl: string;
  /** Sent along with it. */
  healthHeaders?: Record<string, string>;
}

/** Nothing of the caller's: a NODE_OPTIONS or a PARSE_SERVER_… of theirs would change what is measured. */
const environmentOf = (folder: string, environment: Record<string, string>) => ({
  PATH: process.env["PATH"],
  // Not ours to write in: what they keep for their user lands in their folder.
  HOME: folder,
  NODE_ENV: "production",
  TZ: "UTC",
  ...environment,
});

/**
 * Starts one and waits until it answers. It goes when we go.
 * @returns what stops it
 * @throws its own complaint, when it ends instead
 */
export async function startServer(options: ServerOptions): Promise<() => Promise<void>> {
  const { program, folder, environment, healthUrl, healthHeaders = {} } = options;
  const output: string[] = [];
  const service = await startService(
    program.command,
    program.args,
    { cwd: folder, env: environmentOf(folder, environment), stdio: ["ignore", "pipe", "pipe"] },
    "SIGKILL",
    (line) => output.length < 200 && output.push(line),
  );
  const stop = cleanUp(() => service.stop("SIGTERM", 3000));
  let ended: string | undefined;
  void service.exited.then((how) => ended = how);
  while (!(await answers(healthUrl, healthHeaders))) {
    if (ended) {
      throw new Error(`${program.args[0]} did not start (${ended}): ${output.join("\n")}`);
    }
    await sleep(50);
  }
  return stop;
}

/**
 * Runs one to its end.
 * @throws what it printed, when it fails
 */
export async function runToEnd(
  program: Program,
  folder: string,
  environment: Record<string, string>,
): Promise<void> {
  const output: string[] = [];
  const service = await startService(
    program.command,
    program.args,
    { cwd: folder, env: environmentOf(folder, environment), stdio: ["ignore", "pipe", "pipe"] },
    "SIGKILL",
    (line) => output.push(line),
  );
  const stop = cleanUp(() => service.stop("SIGTERM", 3000));
  const how = await service.exited;
  await stop();
  if (how !== "exit code 0") throw new Error(`${program.args.join(" ")}: ${output.join("\n")}`);
}

async function answers(url: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const { ok, body } = await fetch(url, { headers, signal: AbortSignal.timeout(2000) });
    await body?.cancel();
    return ok;
  } catch {
    return false;
  }
}
