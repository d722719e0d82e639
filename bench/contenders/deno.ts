import { fileURLToPath } from "node:url";
import { project } from "../../supabase/local/core/settings.ts";
import {
  launchServer,
  type ServerProcess,
  startServer,
} from "../../supabase/local/function/deno.ts";
import { cleanUp } from "../clean-up.ts";

export interface DenoServer extends Pick<ServerProcess, "pid" | "checkRunning"> {
  /** Scheme, host and port. */
  origin: string;
  stop(): Promise<void>;
}

/** Starts a script in Deno as the stack starts Kith's function. It may not listen yet. */
export async function launchDeno(
  script: URL,
  environment: Record<string, string>,
): Promise<DenoServer> {
  return toBenchServer(await launchServer(optionsOf(script, environment)));
}

/**
 * Starts a script in Deno as the stack starts Kith's function, and waits until it listens.
 * @throws its own complaint, when it ends instead of listening
 */
export async function startDeno(
  script: URL,
  environment: Record<string, string>,
  permissions: string[] = [],
): Promise<DenoServer> {
  return toBenchServer(await startServer({ ...optionsOf(script, environment), permissions }));
}

function optionsOf(script: URL, environment: Record<string, string>) {
  return { name: script.pathname, script: fileURLToPath(script), project, environment };
}

function toBenchServer({ pid, url, checkRunning, stop }: ServerProcess): DenoServer {
  return { origin: url, pid, checkRunning, stop: cleanUp(() => stop("SIGTERM", 3000)) };
}
