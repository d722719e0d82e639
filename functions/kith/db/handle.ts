/** Who is asking, as the database checks it. */
export type Credential =
  | { kind: "api_key"; hash: string }
  | { kind: "access_token"; sub: string };

/** What the headers of a request ask for besides. */
export interface Conditions {
  /** The answer to an earlier request of the owner with the same key is given again. */
  idempotencyKey?: string;
  /** The operation is refused unless the resource's tag is among these. */
  ifMatch?: string[];
}

/** What an operation is given; members only where it has them. */
export interface Arguments extends Conditions {
  id?: string;
  contactId?: string;
  query?: unknown;
  body?: Record<string, unknown>;
  hash?: string;
  keyPrefix?: string;
  /** Where the photo that is attached has been moved to. */
  photo?: string;
}

/** Where a key stands in its window of 60 seconds. */
export interface RateLimit {
  limit: number;
  remaining: number;
  /** Unix seconds at which the oldest counted request leaves the window. */
  reset: number;
}

/** The one row that `kith_private.handle` answers with. */
export interface Handled {
  /** 0: authenticated, nothing run; 200 to 204: done; null: refused. */
  status: number | null;
  /** JSON text: the answer, or a refusal's code, detail and errors. */
  body: string | null;
  keyId: string | null;
  rateLimit: RateLimit | null;
  /** Whole seconds, with 429 only. */
  retryAfter: number | null;
  /** Paths of photos whose bytes are to be removed now; see {@link Database.forgetRemovals}. */
  removals: string[];
  /** Entity tag of the resource in the body. */
  tag: string | null;
  /** Whether this is the answer to an earlier request with the same `Idempotency-Key`. */
  replayed: boolean;
  /** Cause of an unexpected failure: for the log, never for the client. */
  log: string | null;
}

/** The database, as the rest of the function knows it. */
export interface Database {
  /**
   * Runs one operation as the owner of the credential, in one statement. Without arguments it only checks and counts
   * the credential.
   * @throws Problem unavailable, or internal
   */
  handle(credential: Credential, operation: string, args: Arguments | null): Promise<Handled>;
  /**
   * Notes that the bytes of these photos are gone. Those that are not forgotten are handed out again.
   * @throws Problem unavailable, or internal
   */
  forgetRemovals(paths: string[]): Promise<void>;
  /**
   * Asks whether the database answers.
   * @throws Problem unavailable, or internal
   */
  ping(): Promise<void>;
  /** Closes every connection. */
  close(): Promise<void>;
}
