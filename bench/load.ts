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

/**
 * One kept connection that speaks just enough HTTP/1.1 to be asked one thing after the other: it shares the
 * machine with who measures, so nothing is done here that a client can do without.
 */
export class Connection {
  #settle: { resolve(body: string): void; reject(error: Error): void } | undefined;
  #answer = "";

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("data", (text) => this.#read(String(text)));
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
   * @returns the body, each byte a character
   * @throws Error when it is refused, the connection breaks, or nothing comes for 20 seconds
   */
  ask(request: Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#answer = "";
      this.socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.socket.destroy();
  }

  #read(text: string): void {
    this.#answer += text;
    const end = this.#answer.indexOf("\r\n\r\n");
    if (end === -1) return;
    const [head, body] = [this.#answer.slice(0, end), this.#answer.slice(end + 4)];
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    if (isChunked ? !body.endsWith("0\r\n\r\n") : body.length < length) return;
    const status = Number(head.slice(9, 12));
    if (status >= 200 && status <= 299) this.#settle?.resolve(body);
    else this.#settle?.reject(new Error(`answered ${status}: ${body.slice(0, 1000)}`));
  }
}
