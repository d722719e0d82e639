import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { cleanUp } from "./stack.ts";

/** A request; with a token it is sent as a bearer's, and a body is sent as JSON. */
export interface BenchRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path and query. */
  path: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Requests as bytes; none begins after this many milliseconds. */
export interface Job {
  origin: string;
  requests: Uint8Array[];
  connections: number;
  milliseconds: number;
}

/** How many requests were answered, and the time from the first request to the last answer. */
export interface Slice {
  requests: number;
  milliseconds: number;
}

/** Sends requests as fast as they are answered. @throws Error when one fails or is not answered with 2xx */
export type Load = (job: Job) => Promise<Slice>;

/** Starts what sends them, in a process of its own: lite's REST runs in this one. */
export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL("./load-worker.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
    // Ctrl-C reaches this process alone, which then ends the other.
    detached: true,
  });
  cleanUp(() => child.kill("SIGKILL"));
  return async (job) => {
    child.send(job);
    const [result] = await once(child, "message") as [Slice | string];
    if (typeof result === "string") throw new Error(result);
    return result;
  };
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
export function toBytes(origin: string, request: BenchRequest): Uint8Array {
  const { headers, body = "" } = toInit(request);
  const length = request.body !== undefined && { "content-length": Buffer.byteLength(body) };
  const fields = Object.entries({ host: new URL(origin).host, ...headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${fields}\r\n${body}`);
}

const blankLine = Buffer.from("\r\n\r\n");
const lastChunk = "0\r\n\r\n";

/**
 * One kept connection that speaks just enough HTTP/1.1 to be asked one thing after the other: it shares the
 * machine with who measures, so nothing is done here that a client can do without. Bodies are counted, not read.
 */
export class Connection {
  #settle: { resolve(start: string): void; reject(error: Error): void } | undefined;
  #head: Buffer | undefined;
  #status = 0;
  #start = "";
  /** Bytes of the body still to come; undefined where it comes in chunks, the last of which is empty. */
  #rest: number | undefined;
  #end = "";

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", (error) => this.#settle?.reject(error));
    socket.on("close", () => this.#settle?.reject(new Error("closed before the answer")));
    socket.setTimeout(20_000, () => socket.destroy(new Error("no answer within 20 seconds")));
  }

  static async open(origin: string): Promise<Connection> {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, "connect");
    return new Connection(socket);
  }

  /**
   * Sends a request and waits for the whole answer.
   * @returns the beginning of the body
   * @throws Error when it is refused, the connection breaks, or nothing comes for 20 seconds
   */
  ask(request: Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#status = 0;
      this.#head = undefined;
      this.socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#status !== 0) return this.#readBody(bytes);
    const seen = this.#head ? Buffer.concat([this.#head, bytes]) : bytes;
    const end = seen.indexOf(blankLine);
    if (end === -1) return void (this.#head = seen);
    const head = seen.toString("latin1", 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#start = this.#end = "";
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#rest = isChunked ? undefined : Number(length ?? 0);
    this.#readBody(seen.subarray(end + blankLine.length));
  }

  #readBody(bytes: Buffer): void {
    if (this.#start.length < 1000) this.#start += bytes.toString("latin1", 0, 1000);
    if (this.#rest !== undefined) this.#rest -= bytes.length;
    this.#end = (this.#end + bytes.toString("latin1", Math.max(0, bytes.length - 5))).slice(-5);
    const isDone = this.#rest === undefined ? this.#end === lastChunk : this.#rest <= 0;
    if (!isDone) return;
    const settle = this.#settle;
    this.#settle = undefined;
    if (this.#status >= 200 && this.#status <= 299) settle?.resolve(this.#start);
    else settle?.reject(new Error(`answered ${this.#status}: ${this.#start}`));
  }
}
