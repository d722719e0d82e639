import type { Arguments, Credential, Database } from "../db/handle.ts";
import type { PhotoStore } from "../photos/store.ts";
import type { Incident, LogEntry } from "./trace.ts";

/** What the function needs from the world around it. */
export interface Dependencies {
  /**
   * Who the `Authorization` header says is asking.
   * @throws Problem unauthorized, or unavailable when Auth had to be asked and did not answer
   */
  authenticate(authorization: string | undefined): Promise<Credential>;
  database: Database;
  photos: PhotoStore;
  log(entry: LogEntry | Incident): void;
  /** Lets work go on after the answer; it must not reject. */
  afterwards(work: Promise<void>): void;
}

/** An answer that succeeded: the JSON text goes to the client as it is. */
export interface Answer {
  status: number;
  body: string | null;
  /** Entity tag of the resource in the body. */
  tag?: string | null;
  /** Whether this is the answer to an earlier request with the same `Idempotency-Key`. */
  replayed?: boolean;
  /** Whether the body holds what expires, so that having read it once is not enough. */
  expires?: boolean;
  /** Paths of photos whose bytes are to be removed now. */
  removals?: string[];
}

/** One validated request, as a handler sees it. */
export interface Call {
  arguments: Arguments;
  dependencies: Dependencies;
  /**
   * Runs the route's operation, or the one that is named.
   * @throws Problem whatever the database refuses
   */
  run(args: Arguments, operation?: string): Promise<Answer>;
  /** Puts into the request's line of the log what went wrong though it is answered. */
  note(cause: unknown): void;
}
