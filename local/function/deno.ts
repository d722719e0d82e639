// Starts a script in Deno that serves HTTP.
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { env } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { findDeno } from "../core/binaries.ts";
import { type Service, startService } from "../core/process.ts";
import { anyFreePort, loopback } from "../core/settings.ts";

/** A script for Deno that serves HTTP. */
export interface ServerScript {
  /** For error messages. */
  name: string;
  /** Its path. */
  script: string;
  /** The checkout whose packages and Deno configuration it uses. */
  project: string;
  /** Everything it finds in `Deno.env`, and nothing else; it may connect to the addresses in it. */
  environment: Record<string, string>;
  /** Further permissions, as arguments of Deno. */
  permissions?: string[];
  onLine?: (line: string) => void;
}

/** A process of Deno that serves HTTP. */
export interface ServerProcess extends Service {
  /** Scheme, host and port where it listens. */
  readonly url: string;
  /** @throws its error message, when it has ended */
  checkRunning(): void;
}

/**
 * A script that tells `Deno.serve` where to listen, as the platform's runtime does, and imports another one: Deno 2.1, with which that
 * runtime is made, does not read DENO_SERVE_ADDRESS.
 */
async function withAddress(script: string, port: number, folder: string): Promise<string> {
  const address = JSON.stringify({ hostname: loopback, port });
  const text = `const serve = Deno.serve.bind(Deno);
Deno.serve = (...given) => {
  const handler = given.find((one) => typeof one === "function") ?? given[0].handler;
  return serve({ ...${address}, onListen() {} }, handler);
};
await import(${JSON.stringify(pathToFileURL(script).href)});
`;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const path = join(folder, `serve-${name}.js`);
  await writeFile(path, text);
  return path;
}

/**
 * Starts a script in Deno, from `node_modules` alone, with permission for its own port, the addresses in its
 * environment, and nothing on the disk. It may not listen yet.
 */
export async function launchServer(options: ServerScript): Promise<ServerProcess> {
  const { name, script, project, environment, permissions = [], onLine = () => {} } = options;
  const port = await anyFreePort();
  const cache = join(project, "supabase", ".temp", "deno");
  await mkdir(cache, { recursive: true });
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
      `--config=${join(project, "functions", "kith", "deno.json")}`,
      `--allow-net=${[`${loopback}:${port}`, ...hostsIn(environment)].join(",")}`,
      "--allow-env",
      ...permissions,
      env["KITH_DENO"] ? await withAddress(script, port, cache) : script,
    ],
    {
      cwd: project,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...environment,
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
      onLine(line);
    },
  );
  let ended: string | undefined;
  void service.exited.then((how) => ended = how);
  return {
    ...service,
    url: `http://${loopback}:${port}`,
    checkRunning() {
      if (ended) throw new Error(`${name} did not start (${ended}): ${complaint}`);
    },
  };
}

/**
 * Starts a script in Deno and waits until it listens.
 * @throws its error message, when it ends instead
 */
export async function startServer(options: ServerScript): Promise<ServerProcess> {
  const server = await launchServer(options);
  while (!(await accepts(Number(new URL(server.url).port)))) {
    server.checkRunning();
    await sleep(20);
  }
  return server;
}

/** Host and port of every address in the environment: the gateway and the databases. */
function hostsIn(environment: Record<string, string>): string[] {
  const hosts = new Set<string>();
  for (const value of Object.values(environment)) {
    for (const [url] of value.matchAll(/\b(?:https?|postgres(?:ql)?):\/\/[^\s"]+/g)) {
      if (URL.canParse(url)) hosts.add(new URL(url).host);
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
