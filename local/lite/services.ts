/**
 * Lite: keeps its connections in postgres.js, which can write to one that has closed: it throws outside of any request
 * then, or never uses that place in its pool again, so that requests hang (porsager/postgres#1154, #1208; in 3.4.9).
 * The platform: opens a new connection. Anybody may have a backend terminated, and Postgres may be restarted.
 * Can go when a release of postgres.js has the mend.
 */
import { quietly } from "./console.ts";
import type { Lite } from "./lite.ts";

/**
 * Starts Auth, REST and Storage; after one of their connections was lost, the next request starts them anew. What was being
 * answered is 503, and so is what comes while the database is away.
 * @param start is given what to call when a connection is lost
 */
export async function startServices(start: (onLost: () => void) => Promise<Lite>): Promise<Lite> {
  let running: Promise<Lite> | undefined;
  const lite = () => {
    if (running) return running;
    const started = running = quietly(() => start(() => forget()));
    const forget = () => {
      if (running === started) running = undefined;
    };
    started.catch(forget);
    return started;
  };
  process.on("unhandledRejection", ignoreLostTypes);
  await lite();
  return {
    async fetch(request) {
      const found = await lite().catch(() => undefined);
      return await found?.fetch(request) ?? new Response(null, { status: 503 });
    },
    async stop() {
      await (await running?.catch(() => undefined))?.stop();
      process.off("unhandledRejection", ignoreLostTypes);
    },
  };
}

/**
 * Whether postgres.js throws this outside of any call, where a connection is lost while it reads the types of a
 * database that it has just connected to. The loss itself is told by `onclose`.
 */
export function isLostWhileConnecting(error: unknown): boolean {
  const { code, query } = (error ?? {}) as { code?: unknown; query?: unknown };
  return code === "CONNECTION_CLOSED" && typeof query === "string" && query.includes("typarray");
}

/** Without a listener, or where one throws, the process ends. */
function ignoreLostTypes(error: unknown): void {
  if (!isLostWhileConnecting(error)) throw error;
}
