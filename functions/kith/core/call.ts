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
  /** Where clients reach the project, where its Auth gives tokens to apps that ask by OAuth. */
  oauthUrl?: string | undefined;
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
  /** A body that is too long for memory, instead of `body`. An error in it breaks the connection. */
  stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Headers besides those that every answer has. */
  headers?: Record<string, string>;
}

/** Runs an operation several times as of one instant. */
export interface SnapshotRunner {
  /** @throws Problem when the database refuses */
  run(args: Arguments): Promise<Answer>;
  /** Ends it; may be called again. */
  end(): Promise<void>;
}

/** A body that is a file. */
export interface UploadedFile {
  bytes: Uint8Array;
  /** With its parameters, as it was sent. */
  contentType: string;
}

/** One validated request, as a handler sees it. */
export interface Call {
  arguments: Arguments;
  /** The body, where the route takes files. */
  file?: UploadedFile;
  dependencies: Dependencies;
  /**
   * Runs the route's operation, or the named one.
   * @throws Problem when the database refuses
   */
  run(args: Arguments, operation?: string): Promise<Answer>;
  /**
   * Begins to run the route's operation several times as of one instant, for one request that is counted once.
   * @throws Problem when the database refuses
   */
  openSnapshot(): Promise<SnapshotRunner>;
  /** The headers of the request. */
  headers: Headers;
  /** Logs a failure with a request that succeeds nevertheless. */
  note(cause: unknown): void;
}
