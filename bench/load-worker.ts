import process from "node:process";
import { Connection, type Job, type Slice } from "./load.ts";

process.on("message", (job: Job) => {
  void run(job).catch((error: Error) => ({ failure: error.message }))
    .then((result) => process.send!(result));
});
// The parent process has ended.
process.on("disconnect", () => process.exit());
process.send!("ready");

/** Lets each connection take the next request as soon as it has its answer, until time or requests have run out. */
async function run({ origin, requests, connections: count, milliseconds }: Job): Promise<Slice> {
  const opening = Array.from({ length: count }, () => Connection.open(origin));
  const connections = await Promise.all(opening);
  let next = 0;
  const began = performance.now();
  try {
    await Promise.all(connections.map(async (connection) => {
      while (next < requests.length && performance.now() - began < milliseconds) {
        const { status, start } = await connection.ask(requests[next++]!);
        if (status < 200 || status > 299) throw new Error(`answered ${status}: ${start}`);
      }
    }));
    return { requests: next, milliseconds: performance.now() - began };
  } finally {
    for (const connection of connections) connection.close();
  }
}
