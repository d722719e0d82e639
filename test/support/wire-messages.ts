const sslRequest = 80877103;

/**
 * Finds the messages in a stream of the PostgreSQL wire protocol, however TCP has cut it, and calls
 * back with the type of each (`startup` for the untyped ones with which a connection begins).
 * Source: PostgreSQL documentation, "Frontend/Backend Protocol", "Message Formats".
 */
export class MessageReader {
  askedForTls = false;
  #rest: Buffer = Buffer.alloc(0);
  #started: boolean;
  #bareBytes = 0;
  #found: (type: string) => void;

  constructor(side: "frontend" | "backend", found: (type: string) => void) {
    this.#started = side === "backend";
    this.#found = found;
  }

  /** The next byte is an answer to a request for TLS and no message. */
  expectBareByte(): void {
    this.#bareBytes++;
  }

  read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#readOne());
  }

  #readOne(): boolean {
    if (this.#bareBytes > 0 && this.#rest.length > 0) {
      this.#bareBytes--;
      this.#rest = this.#rest.subarray(1);
      return true;
    }
    const header = this.#started ? 5 : 4;
    if (this.#rest.length < header) return false;
    const length = this.#rest.readInt32BE(header - 4) + header - 4;
    if (this.#rest.length < length) return false;
    const message = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    if (this.#started) {
      this.#found(String.fromCharCode(message[0] ?? 0));
    } else if (length === 8 && message.readInt32BE(4) === sslRequest) {
      this.askedForTls = true;
    } else {
      this.#started = true;
      this.#found("startup");
    }
    return true;
  }
}
