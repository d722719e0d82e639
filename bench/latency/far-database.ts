import pg from "pg";
import { startTripProxy, type TripProxy } from "../../test/support/trip-proxy.ts";
import { cleanUp } from "../clean-up.ts";
import type { BenchStack } from "../stack.ts";

/** Milliseconds each way between function and database. */
export const distance = 25;

/** What a request came to. */
export interface Cost {
  status: number;
  text: string;
  milliseconds: number;
  trips: number;
  statements: number;
}

/** A copy of the function that is far from its database. */
export interface FarDatabase {
  /** Where that copy listens. */
  origin: string;
  /** What is done in between is done from nearby, as is what is told to be. */
  cost(
    request: () => Promise<{ status: number; text: string }>,
    milliseconds?: number,
  ): Promise<Cost>;
  /** Milliseconds of one trip: `select 1` on an open connection through the same proxy. */
  trip(): Promise<number>;
  stop(): Promise<void>;
}

export async function startFarDatabase({ stack }: BenchStack): Promise<FarDatabase> {
  const proxy = await startTripProxy(stack.databaseUrl);
  const addresses = { SUPABASE_DB_URL: proxy.url, KITH_DB_URL: proxy.url };
  const copy = await stack.startFunction(addresses);
  const client = new pg.Client(proxy.url);
  // Where something else fails first, the stack is stopped before this connection is closed.
  client.on("error", () => {});
  await client.connect();
  const stop = cleanUp(async () => {
    await copy.stop();
    await client.end();
    await proxy.stop();
  });
  return {
    origin: copy.url,
    cost: (request, milliseconds = distance) =>
      withDelay(proxy, milliseconds, async () => {
        const began = performance.now();
        const { status, text } = await request();
        const milliseconds = performance.now() - began;
        return { status, text, milliseconds, trips: proxy.trips(), statements: proxy.statements() };
      }),
    trip: () =>
      withDelay(proxy, distance, async () => {
        const began = performance.now();
        await client.query("select 1");
        return performance.now() - began;
      }),
    stop,
  };
}

async function withDelay<T>(
  proxy: TripProxy,
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  proxy.reset();
  proxy.delay(milliseconds);
  try {
    return await work();
  } finally {
    proxy.delay(0);
  }
}
