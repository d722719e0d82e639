import process from "node:process";
import { Connection, type Job, type Slice } from "./load.ts";

process.on("message", async (job: Job) => {
  process.send!(await run(job).catch((error: Error) => error.message));
});
// The parent process has ended.
process.on("disconnect", () => process.exit());

/** Lets each connection take the next request as soon as it has its answer, until time or requests have run out. */
async function run({ origin, requests, connections: count, milliseconds }: Job): Promise<Slice> {
  const opening = Array.from({ length: count }, () => Connection.open(origin));
  const connections = await Promise.all(opening);
  let next = 0;
  const began = performance.now();
  await Promise.all(connections.map(async (connection) => {
    while (next < requests.length && performance.now() - began < milliseconds) {
      await connection.ask(requests[next++]!);
    }
    connection.close();
  }));
  return { requests: next, milliseconds: performance.now() - began };
}
