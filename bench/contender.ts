/** What is asked of everybody who takes part. */
export const operations = [
  "list 50",
  "search",
  "needsContact",
  "get",
  "create",
  "patch",
  "notes of a month",
] as const;
export type Operation = (typeof operations)[number];

export const credentialKinds = ["API key", "access token"] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** A request, ready to be sent. */
export interface BenchRequest {
  method: "GET" | "POST" | "PATCH" | "PUT";
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Somebody who takes part: a running server that holds the rows of the seed. */
export interface Contender {
  name: string;
  /** Scheme, host and port. */
  origin: string;
  /** The n-th request of an operation, n counting up from 0 without end; null where it does not offer that. */
  request(operation: Operation, credential: CredentialKind, n: number): BenchRequest | null;
  /**
   * Looks once at an answer before anything is timed.
   * @throws Error when it is not what was asked for (rows, count, order)
   */
  verify(operation: Operation, status: number, body: unknown): void;
  /**
   * Removes what "create" has made, so that lists stay as long as they were. Only for those that
   * keep rows of their own.
   */
  removeCreatedRows?(): Promise<void>;
  stop(): Promise<void>;
}
