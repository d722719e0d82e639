// Sends requests as fast as they are answered, in a thread of its own.
import { once } from "node:events";
import { connect } from "node:net";
import process from "node:process";

/** Requests as bytes. None begins after this many milliseconds, but so many are sent however long they take. */
export interface Job {
  origin: string;
  requests: Uint8Array[];
  connections: number;
  milliseconds: number;
  least: number;
}

/** How many requests were answered, and the time from the first request to the last answer. */
export interface Slice {
  requests: number;
  milliseconds: number;
}

process.on("message", async (job: Job) => {
  process.send!(await run(job).catch((error: Error) => error.message));
});
// The parent process has ended.
process.on("disconnect", () => process.exit());

/** Lets each connection take the next request as soon as it has its answer. */
async function run({ origin, requests, milliseconds, least, ...job }: Job): Promise<Slice> {
  const opening = Array.from({ length: job.connections }, () => open(origin));
  const connections = await Promise.all(opening);
  let next = 0;
  const began = performance.now();
  const isTime = () => next < least || performance.now() - began < milliseconds;
  await Promise.all(connections.map(async ({ ask, close }) => {
    while (next < requests.length && isTime()) await ask(requests[next++]!);
    close();
  }));
  return { requests: next, milliseconds: performance.now() - began };
}

/**
 * A kept connection that speaks just enough HTTP/1.1 to be asked one thing after the other: it shares the machine with
 * what is measured, so nothing is done here that a client can do without.
 */
async function open(origin: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.setEncoding("latin1");
  await once(socket, "connect");
  let settle: { resolve(): void; reject(error: Error): void } | undefined;
  let answer = "";
  socket.on("data", (text) => {
    answer += text;
    const end = answer.indexOf("\r\n\r\n");
    if (end === -1) return;
    const [head, body] = [answer.slice(0, end), answer.slice(end + 4)];
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    if (isChunked ? !body.endsWith("0\r\n\r\n") : body.length < length) return;
    // A tool refuses with 200.
    const isRefused = head[9] !== "2" || /"isError":true|"error":\{/.test(body);
    if (!isRefused) settle?.resolve();
    else settle?.reject(new Error(`answered ${head.slice(9, 12)}: ${body.slice(0, 1000)}`));
  });
  socket.on("error", (error) => settle?.reject(error));
  socket.on("close", () => settle?.reject(new Error("closed before the answer")));
  socket.setTimeout(20_000, () => socket.destroy(new Error("no answer within 20 seconds")));
  return {
    /** Sends a request and waits for the whole answer. @throws Error where it is refused, or nothing comes */
    ask: (request: Uint8Array) =>
      new Promise<void>((resolve, reject) => {
        settle = { resolve, reject };
        answer = "";
        socket.write(request);
      }),
    close() {
      settle = undefined;
      socket.destroy();
    },
  };
}
