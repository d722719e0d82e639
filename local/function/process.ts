import { join } from "node:path";
import { type ServerProcess, startServer } from "./deno.ts";

/** One running copy of the Edge Function; its paths begin with the function's name, as from the platform's gateway. */
export type FunctionProcess = ServerProcess;

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
export function startFunctionProcess(options: FunctionOptions): Promise<FunctionProcess> {
  const script = join(options.project, "functions", "kith", "index.ts");
  return startServer({ ...options, name: "The function", script });
}
