// Runs the Edge Function on this machine, with the variables that the platform sets.
import { join } from "node:path";
import { sha256 } from "../../functions/kith/core/sha256.ts";
import {
  functionJwks,
  legacyAnonKey,
  legacyServiceRoleKey,
  publishableKey,
  secretKey,
  tickSecret,
} from "../core/keys.ts";
import { type ServerProcess, startServer } from "./deno.ts";

/** The function behind the gateway. Tests stop and start it. */
export interface FunctionControl {
  /** The function's own URL, without the gateway. It changes when the function is restarted. */
  readonly functionUrl: string;
  /** The function's process, while it runs. */
  readonly functionPid: number | undefined;
  /** Environment variables of the function behind the gateway. */
  readonly environment: Record<string, string>;
  /** Starts another copy, with the environment changed by `overrides`, that the gateway does not use. */
  startFunction(
    overrides?: Record<string, string>,
  ): Promise<{ readonly url: string; stop(): Promise<void> }>;
  readonly function: {
    stop(): Promise<void>;
    start(): Promise<void>;
    /** Kills it without a shutdown. */
    kill(): Promise<void>;
  };
}

export interface FunctionOptions {
  project: string;
  /** All of its environment variables. */
  environment: Record<string, string>;
  onLine: (line: string) => void;
}

/**
 * Runs `functions/kith`.
 * @throws its own error message, when it ends instead of listening
 */
export function startFunctionProcess(options: FunctionOptions): Promise<ServerProcess> {
  const script = join(options.project, "functions", "kith", "index.ts");
  return startServer({ ...options, name: "The function", script });
}

/** The environment variables that the platform sets for every function. */
export function platformEnvironment(url: string, databaseUrl: string): Record<string, string> {
  return {
    SUPABASE_URL: url,
    SUPABASE_DB_URL: databaseUrl,
    SUPABASE_JWKS: JSON.stringify(functionJwks),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    SUPABASE_ANON_KEY: legacyAnonKey,
    SUPABASE_SERVICE_ROLE_KEY: legacyServiceRoleKey,
    // Not the platform's, but the stack has an OAuth server.
    KITH_OAUTH: "on",
    // The gateway serves the page.
    KITH_PAGE_URL: url,
    // The gateway takes mails, too.
    KITH_MAIL_URL: `${url}/mail`,
    KITH_MAIL_FROM: "Kith <kith@localhost>",
    // Nothing leaves this machine.
    KITH_RELAY_URL: `${url}/relay`,
    KITH_TICK_SHA256: sha256(tickSecret),
  };
}

/**
 * Starts the function.
 * @param publish called with the function's URL, and with undefined when it is stopped.
 * @param report called with the reason when the function ends unexpectedly.
 */
export async function startFunctions(
  options: FunctionOptions,
  publish: (url: string | undefined) => void,
  report: (reason: string) => void,
): Promise<FunctionControl & { stopAll(): Promise<void> }> {
  let running: ServerProcess | undefined;
  const copies = new Set<ServerProcess>();
  const start = async () => {
    if (running) return;
    const copy = running = await startFunctionProcess(options);
    publish(copy.url);
    void copy.exited.then((how) => {
      if (running === copy) report(`The function has ended by itself (${how})`);
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const copy = running;
    running = undefined;
    publish(undefined);
    await copy?.stop(signal, 3000);
  };
  await start();
  return {
    get functionUrl() {
      if (!running) throw new Error("The function is not running");
      return running.url;
    },
    get functionPid() {
      return running?.pid;
    },
    environment: options.environment,
    async startFunction(overrides = {}) {
      const environment = { ...options.environment, ...overrides };
      const copy = await startFunctionProcess({ ...options, environment });
      copies.add(copy);
      const stop = async () => {
        copies.delete(copy);
        await copy.stop("SIGTERM", 3000);
      };
      return { url: copy.url, stop };
    },
    function: { start, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") },
    async stopAll() {
      await Promise.all([end("SIGTERM"), ...[...copies].map((copy) => copy.stop("SIGTERM", 3000))]);
    },
  };
}
