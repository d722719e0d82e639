// The clock of the local stack, in the place of pg_cron.
import { tickSecret } from "./core/keys.ts";

/** How often it ticks, in milliseconds: more often than elsewhere, because the database cannot request a tick here when a code is to be sent. */
const tickMs = 5_000;

/**
 * Calls `POST /tick` at once and then every few seconds, one call at a time.
 * @param url the project's URL
 * @returns what stops it
 */
export function startClock(url: string): () => void {
  let ticking = false;
  const tick = async () => {
    if (ticking) return;
    ticking = true;
    // What fails is done by the next one.
    await fetch(`${url}/functions/v1/kith/api/v1/tick`, {
      method: "POST",
      headers: { authorization: `Bearer ${tickSecret}` },
    }).then((answer) => answer.arrayBuffer()).catch(() => {});
    ticking = false;
  };
  void tick();
  const timer = setInterval(tick, tickMs);
  return () => clearInterval(timer);
}
