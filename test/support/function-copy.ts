import { setTimeout as pause } from "node:timers/promises";
import { inject } from "vitest";
import { isRemoval, startStorageProxy, type StorageProxy, throughProxy } from "./storage-proxy.ts";
import { startTripProxy, type TripProxy } from "./trip-proxy.ts";

/** A further copy of the function on the shared stack's database, as the platform runs several isolates. */
export interface FunctionCopy {
  /** What all paths of the interface are below. */
  base: string;
  stop(): Promise<void>;
}

/** Starts a copy of the function with some of its environment replaced. */
export async function startFunctionCopy(
  environment: Record<string, string> = {},
): Promise<FunctionCopy> {
  const control = inject("stack").controlUrl;
  const response = await fetch(`${control}/functions`, {
    method: "POST",
    body: JSON.stringify(environment),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return {
    base: `${answer.url.replace(/\/$/, "")}/kith/api/v1`,
    async stop() {
      await fetch(`${control}/functions/${answer.id}`, { method: "DELETE" });
    },
  };
}

/** Uses a copy of the function, by what all of its paths are below, and stops it. */
export async function withFunctionCopy<T>(
  environment: Record<string, string>,
  use: (base: string) => Promise<T>,
): Promise<T> {
  const copy = await startFunctionCopy(environment);
  return await use(copy.base).finally(() => copy.stop());
}

/** A copy whose round trips to the database and calls of Storage are counted. */
export async function startCountedCopy(): Promise<
  FunctionCopy & { database: TripProxy; storage: StorageProxy }
> {
  const database = await startTripProxy(inject("stack").databaseUrl);
  const storage = await startStorageProxy();
  // Tests of others remove what a sweep finds.
  storage.behave("refuses", isRemoval);
  const addresses = { SUPABASE_DB_URL: database.url, KITH_DB_URL: database.url };
  const copy = await startFunctionCopy({ ...throughProxy(storage), ...addresses });
  await settleSweep(copy.base, database);
  const stop = async () => {
    await copy.stop();
    await database.stop();
    await storage.stop();
  };
  return { base: copy.base, stop, database, storage };
}

/** Waits for the first sweep of a copy, so that none comes while its trips are counted. */
async function settleSweep(base: string, database: TripProxy): Promise<void> {
  await fetch(`${base}/health`);
  for (let before = -1; before !== database.trips();) {
    before = database.trips();
    await pause(300);
  }
}

/** All lines that the shared stack's function has logged up to now. */
export async function functionLog(): Promise<string[]> {
  return await (await fetch(`${inject("stack").controlUrl}/log`)).json();
}
