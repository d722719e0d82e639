import process from "node:process";
import { Client } from "pg";
import { Connection, type Job, type Slice } from "./load.ts";

/** Kept from job to job, as a server keeps its own. */
const clients: Client[] = [];

process.on("message", (job: Job) => {
  const work = "origin" in job ? overHttp(job) : overSql(job);
  void work.catch((error: Error) => ({ failure: error.message }))
    .then((result) => process.send!(result));
});
// Whoever gave the jobs is gone.
process.on("disconnect", () => process.exit());
process.send!("ready");

async function overHttp(job: Extract<Job, { origin: string }>): Promise<Slice> {
  const { origin, requests } = job;
  const opening = Array.from({ length: job.connections }, () => Connection.open(origin));
  const connections = await Promise.all(opening);
  try {
    return await inTurns(job, requests.length, connections, async (connection, index) => {
      const { status, start } = await connection.ask(requests[index]!);
      if (status < 200 || status > 299) throw new Error(`answered ${status}: ${start}`);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function overSql(job: Extract<Job, { text: string }>): Promise<Slice> {
  const { databaseUrl, text, values } = job;
  while (clients.length < job.connections) {
    const types = { getTypeParser: () => (value: unknown) => value };
    const client = new Client({ connectionString: databaseUrl, types });
    // A database that is stopped with the stack is no news once the job is done.
    client.on("error", () => {});
    await client.connect();
    clients.push(client);
  }
  const taken = clients.slice(0, job.connections);
  return await inTurns(job, values.length, taken, async (client, index) => {
    const { rowCount } = await client.query({ text, values: values[index]! });
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
  const began = performance.now();
  await Promise.all(connections.map(async (connection) => {
    while (next < count && performance.now() - began < milliseconds) await ask(connection, next++);
  }));
  return { requests: next, milliseconds: performance.now() - began };
}
