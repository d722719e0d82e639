import process from "node:process";
import { Client } from "pg";
import { Connection } from "./connection.ts";
import type { HttpJob, Job, JobResult, Slice, SqlJob } from "./jobs.ts";

/** Kept from job to job, as a server keeps its own. */
const clients: Client[] = [];

process.on("message", (job: Job) => {
  const work = job.kind === "http" ? overHttp(job) : overSql(job);
  work.then(
    (slice): JobResult => ({ slice }),
    (error: Error): JobResult => ({ failure: error.message }),
  ).then((result) => process.send!(result));
});
// Whoever gave the jobs is gone.
process.on("disconnect", () => process.exit());
process.send!("ready");

async function overHttp(job: HttpJob): Promise<Slice> {
  const { bytes, offsets, host, port } = job;
  const opening = Array.from({ length: job.connections }, () => Connection.open(host, port));
  const connections = await Promise.all(opening);
  try {
    return await inTurns(job, offsets.length - 1, connections, async (connection, index) => {
      const { status, start } = await connection.ask(
        bytes.subarray(offsets[index], offsets[index + 1]),
      );
      if (status < 200 || status > 299) throw new Error(`answered ${status}: ${start}`);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function overSql(job: SqlJob): Promise<Slice> {
  while (clients.length < job.connections) {
    const client = new Client({
      connectionString: job.databaseUrl,
      types: { getTypeParser: () => (value: unknown) => value },
    });
    // A database that is stopped with the stack is no news once the job is done.
    client.on("error", () => {});
    await client.connect();
    clients.push(client);
  }
  const taken = clients.slice(0, job.connections);
  return await inTurns(job, job.values.length, taken, async (client, index) => {
    const { rowCount } = await client.query({ text: job.text, values: job.values[index]! });
    if (rowCount !== 1) throw new Error(`answered with ${rowCount} rows`);
  });
}

/** Lets each connection take the next request as soon as it has its answer, until time or requests have run out. */
async function inTurns<T>(
  { milliseconds }: Job,
  count: number,
  connections: T[],
  ask: (connection: T, index: number) => Promise<void>,
): Promise<Slice> {
  let next = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(connections.map(async (connection) => {
    while (next < count && performance.now() - began < milliseconds) await ask(connection, next++);
  }));
  const elapsed = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { requests: next, milliseconds: elapsed, cpuMilliseconds: (user + system) / 1000 };
}
