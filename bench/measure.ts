// Sends requests for some time and compares how long servers take, side by side.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Json } from "../test/support/client.ts";
import type { Job, Slice } from "./load-worker.ts";
import { type Figure, median, ratios } from "./report.ts";
import { cleanUp, type Context } from "./stack.ts";

/** A request; with a token it is sent as a bearer's, and a body is sent as JSON. */
export interface BenchRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path and query. */
  path: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A request as `fetch` takes it. */
export function toInit({ method, token, headers, body }: BenchRequest) {
  return {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    } as Record<string, string>,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** A request as it goes over the wire. */
function toBytes(origin: string, request: BenchRequest): Uint8Array {
  const { headers, body = "" } = toInit(request);
  const length = request.body !== undefined && { "content-length": Buffer.byteLength(body) };
  const fields = Object.entries({ host: new URL(origin).host, ...headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${fields}\r\n${body}`);
}

/** Sends one request; its answer. @throws Error where it is refused */
export async function send(origin: string, request: BenchRequest): Promise<Json> {
  const answer = await fetch(origin + request.path, toInit(request));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${request.path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** Makes requests for so many milliseconds, beginning with the n-th. */
export type Side = (milliseconds: number, n: number) => Promise<Slice>;

/** A slice takes this many requests however slow they are: what is asked for has at most as many kinds. */
const least = 3;
/** More than anything answers here in a millisecond. */
const mostPerMillisecond = 5;

/** Sends requests, from a process of its own because lite's REST runs in this one. */
let worker: ChildProcess | undefined;
function startWorker(): ChildProcess {
  cleanUp(() => {
    worker?.kill("SIGKILL");
    worker = undefined;
  });
  return fork(fileURLToPath(new URL("./load-worker.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
    // Ctrl-C reaches this process alone, which then ends the other.
    detached: true,
  });
}

/** Requests over kept connections, as fast as they are answered. */
export const http =
  (origin: string, requestOf: (n: number) => BenchRequest, connections = 1): Side =>
  async (milliseconds, n) => {
    const length = Math.ceil(mostPerMillisecond * milliseconds);
    const requests = Array.from({ length }, (_, k) => toBytes(origin, requestOf(n + k)));
    worker ??= startWorker();
    worker.send({ origin, requests, connections, milliseconds, least } satisfies Job);
    const [result] = await once(worker, "message") as [Slice | string];
    if (typeof result === "string") throw new Error(`${requestOf(n).path}: ${result}`);
    return result;
  };

/** Calls from this process, one after the other. */
export const direct = (call: (n: number) => Promise<unknown>): Side => async (milliseconds, n) => {
  const began = performance.now();
  let requests = 0;
  while (requests < 2 || performance.now() - began < milliseconds) await call(n + requests++);
  return { requests, milliseconds: performance.now() - began };
};

/** Begins with another item each time, and runs backwards every other time, so that the order favours none. */
export function inOrder<T>(list: T[], turn: number): T[] {
  const start = turn % list.length;
  const rotated = [...list.slice(start), ...list.slice(0, start)];
  return turn % 2 === 0 ? rotated : rotated.reverse();
}

/** Rounds, and milliseconds of a side's slice: short, so that a disturbance is shared or outvoted. */
export const effortOf = ({ quick }: Pick<Context, "quick">, milliseconds = 40, rounds = 9) =>
  quick ? { milliseconds: 20, rounds: 1 } : { milliseconds, rounds };

/**
 * Slice by slice in turn, each round beginning with another side. A first round warms up: what is read comes from the
 * disk, plans and statistics are made.
 * @returns of each side, by round, milliseconds a request, and these as multiples of the first side's
 */
export async function compare(
  sides: Side[],
  { milliseconds, rounds }: ReturnType<typeof effortOf>,
) {
  const times = sides.map((): number[] => []);
  let n = 0;
  for (let round = -1; round < rounds; round++) {
    for (const [place, side] of inOrder([...sides.entries()], round + 1)) {
      const slice = await side(milliseconds, n);
      n += slice.requests;
      if (round >= 0) times[place]!.push(slice.milliseconds / slice.requests);
    }
  }
  return times.map((own) => ({ times: own, ratios: ratios(own, times[0]!) }));
}

/** Compares and tells: the median of the first side in milliseconds, and the ratios of the others. */
export async function rowOf(
  sides: Side[],
  effort: ReturnType<typeof effortOf>,
  promise: Omit<Figure, "values">,
): Promise<(number | Figure)[]> {
  const [first, ...others] = await compare(sides, effort);
  return [median(first!.times), ...others.map(({ ratios }) => ({ values: ratios, ...promise }))];
}

const read = (path: string) => readFile(`/proc/${path}`, "utf8").catch(() => "");

/** The memory of a process in MB: resident now, or the most since its peak was forgotten (by writing 5 to clear_refs). */
export async function memoryOf(pid: number, what: "VmRSS" | "VmHWM"): Promise<number | undefined> {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB$`, "m").exec(await read(`${pid}/status`));
  return kilobytes ? Number(kilobytes[1]) / 1024 : undefined;
}

/**
 * Does something, and says by how many MB the memory of a process rose above what it had before, at the most.
 * @returns undefined where that cannot be read
 */
export async function growthOf(
  pid: number,
  work: () => Promise<unknown>,
): Promise<number | undefined> {
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => {});
  const before = await memoryOf(pid, "VmHWM");
  await work();
  return before === undefined ? undefined : (await memoryOf(pid, "VmHWM"))! - before;
}

/** The same requests; the time is what a process spends of a processor, over all its threads. NaN where /proc is missing. */
export const costTo = (pid: number, side: Side): Side => async (milliseconds, n) => {
  const before = await processorTime(pid);
  const { requests } = await side(milliseconds, n);
  return { requests, milliseconds: await processorTime(pid) - before };
};

async function processorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = await Promise.all(threads.map((id) => read(`${pid}/task/${id}/schedstat`)));
  return times.reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1e6, times[0] ? 0 : NaN);
}
