// Requests to Supabase Storage.
import { problems } from "../../core/problems.ts";

export interface StorageSettings {
  /** `<project URL>/storage/v1` as the function reaches it. */
  url: string;
  /** The same as clients reach it. */
  publicUrl: string;
  /** An `sb_secret_…` key, or the older JWT of the service role. */
  secretKey: string;
}

/** Timeouts of requests to Storage, of those with a file and of others; none is retried. */
export const timeoutsMs = { read: 3_000, write: 8_000 };

/** An error of Storage other than that the object does not exist. */
class StorageFailure extends Error {
  constructor(text: string, readonly status: number) {
    super(`Storage refused: ${text.slice(0, 200)}`);
  }
}

/**
 * Whether Storage answered with status 500, which it does for some requests that cannot be fulfilled; not where it is away.
 */
export function isServerError(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof StorageFailure && cause.status === 500;
}

/** Whether these first bytes of an object of `size` bytes say what has to be known. */
type IsEnough = (start: Uint8Array, size: number) => boolean;

/** Storage, used with the secret key. Paths of objects begin with the bucket. */
export type Storage = ReturnType<typeof connectStorage>;

/**
 * Creates a client of Storage, whose errors are HTTP 400 with the actual status in `statusCode`. All methods throw Problem
 * unavailable when Storage does not answer, or with any error but a missing object.
 */
export function connectStorage({ url, publicUrl, secretKey }: StorageSettings) {
  // Both headers, as in supabase-js: the gateway replaces an `sb_secret_…` key in either by the service role's JWT.
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };

  async function request(path: string, timeoutMs: number, init: RequestInit) {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url + path, { ...init, signal, redirect: "error" });
    if (answer.ok || answer.status === 416) return { answer, isMissing: false };
    const text = await answer.text();
    const status = refusalStatus(text) ?? answer.status;
    if (status !== 404 && status !== 416) throw new StorageFailure(text, status);
    return { answer: new Response(null, { status }), isMissing: status === 404 };
  }

  return {
    publicUrl,
    /** @returns the JSON of the answer, and whether the object does not exist */
    send: (method: string, path: string, body: unknown, timeoutMs: number) =>
      orUnavailable(async () => {
        const { answer, isMissing } = await request(path, timeoutMs, {
          method,
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        return { isMissing, json: isMissing ? null : await answer.json() as unknown };
      }),
    /** Stores an object, also in the place of one. */
    put: (path: string, contentType: string, bytes: Uint8Array) =>
      orUnavailable(async () => {
        const { answer } = await request(`/object/${path}`, timeoutsMs.write, {
          method: "POST",
          headers: { ...headers, "content-type": contentType, "x-upsert": "true" },
          body: bytes as BodyInit,
        });
        await answer.body?.cancel();
        if (!answer.ok) throw new Error(`Storage answered ${answer.status}.`);
      }),
    /** The size of an object in bytes; null where it does not exist. */
    readSize: (path: string) =>
      orUnavailable(async () => {
        const route = `/object/info/${path}`;
        const { answer, isMissing } = await request(route, timeoutsMs.read, { headers });
        return isMissing ? null : Number((await answer.json()).size);
      }),
    /** Reads the first bytes of an object, as they arrive and in one request: until `isEnough`, or all up to `limit`. */
    readStart: (path: string, limit: number, isEnough: IsEnough) =>
      orUnavailable(async () => {
        const { answer, isMissing } = await request(path, timeoutsMs.write, {
          headers: { ...headers, range: `bytes=0-${limit - 1}` },
        });
        if (isMissing) throw new Error("The object does not exist.");
        return await startOf(answer, limit, isEnough);
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

/** The size of the whole object in bytes, its type, and its first bytes. */
async function startOf(answer: Response, limit: number, isEnough: IsEnough) {
  const range = answer.headers.get("content-range")?.split("/")[1];
  // 416: no range of an empty object can be read.
  const size = answer.status === 416 ? 0 : Number(range ?? answer.headers.get("content-length"));
  if (!Number.isFinite(size)) throw new Error("The answer of Storage has no size.");
  const contentType = answer.headers.get("content-type") ?? "";
  // Not to the end of the answer: some back ends announce the range they were asked for, however short the object is.
  const start = await readUntil(answer, Math.min(limit, size), (bytes) => isEnough(bytes, size));
  await answer.body?.cancel();
  return { size, contentType, start };
}

/** Reads no more than it needs, should the range have been ignored. */
async function readUntil(
  answer: Response,
  length: number,
  isEnough: (start: Uint8Array) => boolean,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  if (length === 0) return bytes;
  const reader = answer.body!.getReader();
  while (filled < length && !isEnough(bytes.subarray(0, filled))) {
    const { done, value } = await reader.read();
    if (done) throw new Error("The object is incomplete.");
    const part = value.subarray(0, length - filled);
    bytes.set(part, filled);
    filled += part.length;
  }
  reader.releaseLock();
  return bytes.subarray(0, filled);
}
