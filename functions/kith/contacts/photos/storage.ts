import { problems } from "../../core/problems.ts";

export interface StorageSettings {
  /** `<project URL>/storage/v1` as the function reaches it. */
  url: string;
  /** The same as clients reach it. */
  publicUrl: string;
  /** An `sb_secret_…` key, or the older JWT of the service role. */
  secretKey: string;
}

/** Timeouts of requests to Storage; none is retried. */
export const timeoutsMs = { read: 3_000, write: 8_000 };

/** An answer of Storage: its JSON, and whether the object does not exist. */
export interface StorageAnswer {
  isMissing: boolean;
  json: unknown;
}

/** Storage, used with the secret key. */
export interface Storage {
  publicUrl: string;
  /** @throws Problem unavailable when Storage does not answer, or with any error but a missing object */
  send(method: string, path: string, body: unknown, timeoutMs: number): Promise<StorageAnswer>;
  /**
   * Reads the first bytes of an object.
   * @throws Problem unavailable
   */
  readStart(path: string, length: number): Promise<ObjectStart>;
}

export interface ObjectStart {
  /** Size of the whole object in bytes. */
  size: number;
  contentType: string;
  /** Empty when the object is shorter than the requested length. */
  bytes: Uint8Array;
}

/** Creates a client of Storage, whose errors are HTTP 400 with the actual status in `statusCode`. */
export function connectStorage({ url, publicUrl, secretKey }: StorageSettings): Storage {
  // Both headers, as in supabase-js: the gateway replaces an `sb_secret_…` key in either by the service role's JWT.
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };

  async function request(path: string, timeoutMs: number, init: RequestInit) {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url + path, { ...init, signal, redirect: "error" });
    if (answer.ok || answer.status === 416) return { answer, isMissing: false };
    const text = await answer.text();
    const status = refusalStatus(text) ?? answer.status;
    if (status !== 404 && status !== 416) throw new Error(`Storage refused: ${text.slice(0, 200)}`);
    return { answer: new Response(null, { status }), isMissing: status === 404 };
  }

  return {
    publicUrl,
    send: (method, path, body, timeoutMs) =>
      orUnavailable(async () => {
        const { answer, isMissing } = await request(path, timeoutMs, {
          method,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        return { isMissing, json: isMissing ? null : await answer.json() };
      }),
    readStart: (path, length) =>
      orUnavailable(async () => {
        const { answer, isMissing } = await request(path, timeoutsMs.read, {
          headers: { ...headers, range: `bytes=0-${length - 1}` },
        });
        if (isMissing) throw new Error("The object does not exist.");
        return await startOf(answer, length);
      }),
  };
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw problems.unavailable(error);
  }
}

function refusalStatus(text: string): number | undefined {
  try {
    return Number(JSON.parse(text).statusCode) || undefined;
  } catch {
    return undefined;
  }
}

async function startOf(answer: Response, length: number): Promise<ObjectStart> {
  const range = answer.headers.get("content-range")?.split("/")[1];
  // 416: no range of an empty object can be read.
  const size = answer.status === 416 ? 0 : Number(range ?? answer.headers.get("content-length"));
  if (!Number.isFinite(size)) throw new Error("The answer of Storage has no size.");
  const contentType = answer.headers.get("content-type") ?? "";
  // The body of a short object is not read: some storage back ends announce the requested length even then.
  const bytes = size < length ? new Uint8Array() : await firstBytes(answer, length);
  await answer.body?.cancel();
  return { size, contentType, bytes };
}

/** Reads only as much as is needed, in case Storage ignored the range. */
async function firstBytes(answer: Response, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const reader = answer.body!.getReader();
  let filled = 0;
  while (filled < length) {
    const { done, value } = await reader.read();
    if (done) throw new Error("The object is incomplete.");
    const part = value.subarray(0, length - filled);
    bytes.set(part, filled);
    filled += part.length;
  }
  reader.releaseLock();
  return bytes;
}
