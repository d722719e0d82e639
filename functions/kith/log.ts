import type { Incident, LogEntry } from "./http/trace.ts";

/** Milliseconds that a line may wait for others. */
const patience = 10;

/**
 * Makes what writes the log, a line of JSON for each entry. Lines are written a moment later and together: one by itself
 * would hold up its answer, and wake up whoever reads the log, which takes longer than to write it.
 * @param afterwards is told until when the function has to live on
 */
export function createLog(
  afterwards: (work: Promise<void>) => void,
): (entry: LogEntry | Incident) => void {
  let waiting: (LogEntry | Incident)[] = [];
  const write = () => {
    const entries = waiting;
    waiting = [];
    for (const entry of entries) console.log(JSON.stringify(entry));
  };
  return (entry) => {
    if (waiting.push(entry) > 1) return;
    afterwards(
      new Promise((done) =>
        setTimeout(() => {
          write();
          done();
        }, patience)
      ),
    );
  };
}
