import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { findDeno } from "../../../supabase/local/core/binaries.ts";
import { anyFreePort, loopback } from "../../../supabase/local/core/ports.ts";
import { startService } from "../../../supabase/local/core/process.ts";
import { cleanUp } from "../clean-up.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface DenoServer {
  /** Scheme, host and port. */
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** A server that has been started and may not listen yet. */
export interface StartedServer extends DenoServer {
  /** @throws its own complaint, when it has ended */
  checkAlive(): void;
}

/** Starts a script in Deno as the stack starts Kith's function, from node_modules and with the same flags. */
export async function launchDeno(
  script: URL,
  environment: Record<string, string>,
  permissions: string[] = [],
): Promise<StartedServer> {
  const port = await anyFreePort();
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
      `--config=${root}functions/kith/deno.json`,
      `--allow-net=${loopback}`,
      "--allow-env",
      ...permissions,
      fileURLToPath(script),
    ],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...environment,
        DENO_SERVE_ADDRESS: `tcp:${loopback}:${port}`,
        DENO_DIR: `${root}supabase/.temp/deno`,
        DENO_NO_UPDATE_CHECK: "1",
        NO_COLOR: "1",
      },
    },
    "SIGKILL",
    (line) => {
      if (!complaint.startsWith("error")) complaint = line.trim() || complaint;
    },
  );
  let ended: string | undefined;
  void service.exited.then((how) => ended = how);
  return {
    origin: `http://${loopback}:${port}`,
    pid: service.pid,
    stop: cleanUp(() => service.stop("SIGTERM", 3000)),
    checkAlive() {
      if (ended) throw new Error(`${script.pathname} did not start (${ended}): ${complaint}`);
    },
  };
}

/**
 * Runs a script in Deno as the stack runs Kith's function, and waits until it listens.
 * @throws its own complaint, when it ends instead of listening
 */
export async function startDeno(
  script: URL,
  environment: Record<string, string>,
  permissions: string[] = [],
): Promise<DenoServer> {
  const server = await launchDeno(script, environment, permissions);
  const port = Number(new URL(server.origin).port);
  while (!(await accepts(port))) {
    server.checkAlive();
    await sleep(20);
  }
  return server;
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
