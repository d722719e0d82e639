import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeData } from "../supabase/local/data.ts";
import { type Stack, type StackOptions, startStack } from "../supabase/local/stack.ts";
import { cleanUp } from "./clean-up.ts";

export interface BenchStack {
  stack: Stack;
  /** Its data, and whatever else a section wants to keep for as long as it runs. */
  folder: string;
  /** Ends every process and removes the folder. */
  remove(): Promise<void>;
}

/** Starts a stack of a section's own: free ports, an empty database, a folder that goes away with it. */
export async function startBenchStack(options: Partial<StackOptions> = {}): Promise<BenchStack> {
  const folder = await mkdtemp(join(tmpdir(), "kith bench "));
  const starting = startStack({
    folder,
    gatewayPort: 0,
    databasePort: 0,
    demo: false,
    ...options,
  });
  const remove = cleanUp(async () => {
    // Ctrl-C may come while it starts: what is not there yet cannot be stopped.
    await (await starting.catch(() => undefined))?.stop();
    await removeData(folder);
    await rm(folder, { recursive: true, force: true });
  });
  try {
    return { stack: await starting, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
