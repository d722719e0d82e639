import { connect, type Socket } from "node:net";

/** The status, and as much of the body as helps to understand a refusal. */
export interface Answered {
  status: number;
  start: string;
}

const blankLine = Buffer.from("\r\n\r\n");

/**
 * One kept connection that speaks just enough HTTP/1.1 to be asked one thing after the other: who is measured shares the
 * machine with who measures, so nothing is done here that a client can do without. Bodies are counted, not read.
 */
export class Connection {
  readonly #socket: Socket;
  #settle: { resolve(answer: Answered): void; reject(error: Error): void } | undefined;
  /** Bytes of the head so far; null while a body is on its way. */
  #head: Buffer | null = null;
  #answer: Answered = { status: 0, start: "" };
  /** Bytes of the body (or of the chunk and its line break) still to come. */
  #rest = 0;
  /** Text of a chunk's size line so far; undefined where the body says its length. */
  #sizeLine: string | undefined;
  /** Whether the chunk of size zero has come: what follows are trailers, up to an empty line. */
  #isLast = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection was closed before the answer")));
    socket.setTimeout(20_000, () => socket.destroy(new Error("no answer within 20 seconds")));
  }

  static open(host: string, port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** @throws Error when the connection breaks or nothing comes for 20 seconds */
  ask(request: Uint8Array): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#head = null;
      this.#answer = { status: 0, start: "" };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    this.#settle?.reject(error);
    this.#settle = undefined;
  }

  #done(): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(this.#answer);
  }

  #read(bytes: Buffer): void {
    if (this.#answer.status !== 0) return this.#readBody(bytes);
    const seen = this.#head === null ? bytes : Buffer.concat([this.#head, bytes]);
    const end = seen.indexOf(blankLine);
    if (end === -1) return void (this.#head = seen);
    const head = seen.toString("latin1", 0, end);
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#answer.status = status;
    this.#sizeLine = length === undefined && status !== 204 && status !== 304 ? "" : undefined;
    this.#isLast = false;
    this.#rest = Number(length ?? 0);
    if (this.#sizeLine !== undefined && !/\r\ntransfer-encoding: *chunked/i.test(head)) {
      return void this.#socket.destroy(new Error(`an answer without a length: ${head}`));
    }
    this.#readBody(seen.subarray(end + blankLine.length));
  }

  #readBody(bytes: Buffer): void {
    if (this.#answer.status >= 300) this.#answer.start += bytes.toString("utf8", 0, 1000);
    if (this.#sizeLine !== undefined) return this.#readChunks(bytes);
    this.#rest -= bytes.length;
    if (this.#rest <= 0) this.#done();
  }

  #readChunks(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#rest > 0) {
        const taken = Math.min(this.#rest, bytes.length - at);
        this.#rest -= taken;
        at += taken;
        continue;
      }
      const end = bytes.indexOf(10, at);
      this.#sizeLine += bytes.toString("latin1", at, end === -1 ? bytes.length : end + 1);
      if (end === -1) return;
      at = end + 1;
      const line = this.#sizeLine!.trim();
      this.#sizeLine = "";
      if (this.#isLast && line === "") return this.#done();
      if (this.#isLast) continue;
      const size = parseInt(line, 16);
      if (Number.isNaN(size)) return void this.#socket.destroy(new Error("a broken chunk"));
      if (size === 0) this.#isLast = true;
      else this.#rest = size + 2;
    }
  }
}
