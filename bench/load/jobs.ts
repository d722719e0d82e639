/** What one slice of time came to. */
export interface Slice {
  /** Requests that were answered. */
  requests: number;
  /** From the first request to the last answer. */
  milliseconds: number;
  /** What sending and counting took of a processor meanwhile. */
  cpuMilliseconds: number;
}

/** Requests over HTTP, byte for byte as they go out: the i-th lies from offsets[i] to offsets[i + 1]. */
export interface HttpJob {
  kind: "http";
  host: string;
  port: number;
  connections: number;
  /** No request is begun later than this; those that are under way are waited for. */
  milliseconds: number;
  bytes: Uint8Array;
  offsets: Uint32Array;
}

/** A statement with ever other values, sent by the driver itself. */
export interface SqlJob {
  kind: "sql";
  databaseUrl: string;
  connections: number;
  milliseconds: number;
  text: string;
  values: string[][];
}

export type Job = HttpJob | SqlJob;
export type JobResult = { slice: Slice } | { failure: string };
