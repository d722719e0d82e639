import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findDeno } from "../core/binaries.ts";
import { anyFreePort, loopback } from "../core/ports.ts";
import { type Service, startService } from "../core/process.ts";

/** One running copy of the Edge Function. */
export interface FunctionProcess extends Service {
  /** Where it listens; paths begin with the function's name, as from the platform's gateway. */
  readonly url: string;
}

export interface FunctionOptions {
  project: string;
  /** Everything it finds in `Deno.env`, and nothing else. */
  environment: Record<string, string>;
  onLine: (line: string) => void;
}

/**
 * Runs `functions/kith` in Deno, from `node_modules` alone, with permission for its own port, the
 * gateway and the database, and for nothing on the disk.
 * @throws its own complaint, when it ends instead of listening.
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
        // The platform's runtime tells `Deno.serve` where to listen; so does this variable, which Kith's code does not read.
        DENO_SERVE_ADDRESS: `tcp:${loopback}:${port}`,
        DENO_DIR: cache,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
      },
    },
    "SIGKILL",
    (line) => {
      // A line that begins with "error" has the cause; those after it are the stack.
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

/** Host and port of every address in the environment: the gateway and the databases. */
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
