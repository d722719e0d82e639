import type { Arguments, Credential, Database } from "./database.ts";
import type { PhotoStore } from "./photo-store.ts";
import type { Incident, LogEntry } from "./trace.ts";

/** The services that request handlers use. */
export interface Dependencies {
  /**
   * Reads the credential in the `Authorization` header.
   * @throws Problem unauthorized, or unavailable when a request to Auth was necessary and failed
   */
  authenticate(authorization: string | undefined): Promise<Credential>;
  database: Database;
  photos: PhotoStore;
  /** Where clients reach the project; absent where the function does not know. */
  publicUrl?: string | undefined;
  log(entry: LogEntry | Incident): void;
  /** Keeps the function alive after the answer until the work is done; it must not reject. */
  waitUntil(work: Promise<void>): void;
}

/** A successful answer; its JSON text is sent to the client unchanged. */
export interface Answer {
  status: number;
  body: string | null;
  /** Entity tag of the resource in the body. */
  tag?: string | null;
  /** Whether this is the answer to an earlier request with the same `Idempotency-Key`. */
  replayed?: boolean;
  /** The change set of what the request changed. */
  activityId?: string | null;
  /** Whether the body has URLs that expire, so that it is never answered with 304. */
  expires?: boolean;
}

/** One validated request, as a handler sees it. */
export interface Call {
  arguments: Arguments;
  dependencies: Dependencies;
  /**
   * Runs the route's operation, or the named one.
   * @throws Problem when the database refuses
   */
  run(args: Arguments, operation?: string): Promise<Answer>;
  /** Logs a failure with a request that succeeds nevertheless. */
  note(cause: unknown): void;
}
