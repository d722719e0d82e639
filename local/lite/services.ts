/**
 * Lite: keeps its connections in postgres.js, which can write to one that has closed: it throws outside of any request
 * then, or never uses that place in its pool again, so that requests hang (porsager/postgres#1154, #1208; in 3.4.9).
 * The platform: opens a new connection. Anybody may have a backend terminated, and Postgres may be restarted.
 * Can go when a release of postgres.js has the mend.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { quietly } from "./console.ts";
import type { Lite } from "./lite.ts";

/**
 * Starts Auth, REST and Storage, and starts them anew whenever one of their connections is lost; what was being
 * answered is then 503.
 * @param start is given what to call when a connection is lost
 * @param publish is told what answers requests, or undefined while nothing does
 */
export async function startServices(
  start: (onLost: () => void) => Promise<Lite>,
  publish: (lite: Lite | undefined) => void,
): Promise<{ stop(): Promise<void> }> {
  let running: Lite | undefined;
  let replacing: Promise<void> | undefined;
  let isLost = false;
  let isStopped = false;

  const onLost = () => {
    isLost = true;
    if (running) replacing ??= replace().finally(() => replacing = undefined);
  };

  async function begin(): Promise<void> {
    isLost = false;
    running = await start(onLost);
    if (!isLost) publish(running);
  }

  async function end(): Promise<void> {
    const ended = running;
    running = undefined;
    publish(undefined);
    await ended?.stop();
  }

  /** Tries until it succeeds, because Postgres itself may be away. */
  async function replace(): Promise<void> {
    do {
      await end();
      if (isStopped) return;
      await quietly(begin).catch(() => sleep(250));
    } while (isLost || !running);
  }

  process.on("unhandledRejection", ignoreLostTypes);
  await begin();
  return {
    async stop() {
      isStopped = true;
      await replacing;
      await end();
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
