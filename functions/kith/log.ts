// Writes the function's log: one line of JSON a request.
import type { Incident, LogEntry } from "./core/trace.ts";

/** How long a line waits for others, to be written together. */
const batchDelayMs = 10;

/**
 * Creates the function that writes the log, one line of JSON for each entry. Lines are written together after a short
 * delay, because writing each at once would delay its answer.
 * @param waitUntil keeps the function alive until the lines are written
 */
export function createLog(
  waitUntil: (work: Promise<void>) => void,
): (entry: LogEntry | Incident) => void {
  let waiting: (LogEntry | Incident)[] = [];
  const write = () => {
    const entries = waiting;
    waiting = [];
    for (const entry of entries) console.log(JSON.stringify(entry));
  };
  return (entry) => {
    if (waiting.push(entry) > 1) return;
    waitUntil(
      new Promise((done) =>
        setTimeout(() => {
          write();
          done();
        }, batchDelayMs)
      ),
    );
  };
}
