import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findDeno } from "../core/binaries.ts";
import { anyFreePort, loopback } from "../core/ports.ts";
import { type Service, startService } from "../core/process.ts";

/** One running copy of the Edge Function. */
export interface FunctionProcess extends Service {
  /** URL where it listens; paths begin with the function's name, as behind the platform's gateway. */
  readonly url: string;
}

export interface FunctionOptions {
  project: string;
  /** All of its environment variables. */
  environment: Record<string, string>;
  onLine: (line: string) => void;
}

/**
 * Runs `functions/kith` in Deno, with packages from `node_modules`. It may only access its own port, the
 * gateway and the database, and no files.
 * @throws the function's own error message, when it ends instead of listening.
 */
export async function startFunctionProcess(options: FunctionOptions): Promise<FunctionProcess> {
  const port = await anyFreePort();
  const cache = join(options.project, "supabase", ".temp", "deno");
  await mkdir(cache, { recursive: true });
  const folder = join(options.project, "functions", "kith");
  let complaint = "";
  const service = await startService(
    findDeno(),
    [
      "run",
      "--quiet",
      "--no-prompt",
      "--no-remote",
      "--cached-only",
      "--node-modules-dir=manual",
      `--config=${join(folder, "deno.json")}`,
      `--allow-net=${[`${loopback}:${port}`, ...hostsIn(options.environment)].join(",")}`,
      "--allow-env",
      join(folder, "index.ts"),
    ],
    {
      cwd: options.project,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...options.environment,
        // Sets the address for `Deno.serve`, as the platform's runtime does; Kith's code does not read it.
        DENO_SERVE_ADDRESS: `tcp:${loopback}:${port}`,
        DENO_DIR: cache,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
      },
    },
    "SIGKILL",
    (line) => {
      // A line that begins with "error" has the message; those after it are the stack trace.
      if (!complaint.startsWith("error")) complaint = line.trim() || complaint;
      options.onLine(line);
    },
  );
  let ended: string | undefined;
  void service.exited.then((how) => ended = how);
  while (!(await accepts(port))) {
    if (ended) throw new Error(`The function did not start (${ended}): ${complaint}`);
    await sleep(20);
  }
  return { ...service, url: `http://${loopback}:${port}` };
}

/** Host and port of every URL in the environment: the gateway and the database. */
function hostsIn(environment: Record<string, string>): string[] {
  const hosts = new Set<string>();
  for (const value of Object.values(environment)) {
    if (/^(https?|postgres(ql)?):\/\//.test(value) && URL.canParse(value)) {
      hosts.add(new URL(value).host);
    }
  }
  return [...hosts];
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: loopback, port });
    const settle = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });
}
