// Sends requests with the key or token, waits and sends again, and tells who listens.
import createClient, { type Client } from "openapi-fetch";
import { type Clock, fetchWithRetry, type RetryPolicy, systemClock } from "./retry.ts";
import type { paths } from "./schema.ts";

export interface KithClientOptions extends Hooks {
  /** `<project URL>/functions/v1/kith/api/v1`; where it is absent, the environment variable `KITH_URL`. */
  baseUrl?: string;
  /**
   * An API key or an access token, or a function that returns one; it is called before every request. Where it is absent,
   * the environment variable `KITH_KEY`.
   */
  token?: string | (() => string | Promise<string>);
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /**
   * How often a request is sent again after a network failure, a timeout, 408, 502, 503 or 504; 3 unless set. 0 for
   * never, and then after 429 neither.
   */
  maxRetries?: number;
  /** Seconds that a request may wait in all between its attempts, after 429 too; 60 unless set, 0 for never. */
  maxWait?: number;
  /** Milliseconds for each attempt, its answer included; 30,000 unless set, 0 for no limit. */
  timeoutMs?: number;
}

/** What sends the requests of all methods, and the `fetch` that one of them uses where it has settings of its own. */
export interface Connection {
  client: Client<paths, `${string}/${string}`>;
  fetchWith(policy: Partial<RetryPolicy>): (request: Request) => Promise<Response>;
}

/**
 * Connects to an API. After 429 and after failures that may pass, a request is sent again; a `POST` then has the same
 * `Idempotency-Key` every time, so that it is run once. Aborting the signal of a call ends waiting too.
 * @throws TypeError where the base URL or the token is neither given nor in the environment
 */
export function connect(options: KithClientOptions, clock: Clock = systemClock): Connection {
  const { maxRetries = 3, maxWait = 60, timeoutMs = 30_000 } = options;
  const token = options.token || fromEnvironment("KITH_KEY", "an API key as `token`");
  const baseUrl = (options.baseUrl || fromEnvironment("KITH_URL", "the URL as `baseUrl`"))
    .replace(/(?<!\/)\/+$/, "");
  // Read for every request, because the global `fetch` may be replaced later.
  const fetch: typeof globalThis.fetch = options.fetch ??
    ((...request) => globalThis.fetch(...request));
  const send = sendAndTell(fetch, baseUrl, options);
  const fetchWith: Connection["fetchWith"] = (own) => {
    const policy = { maxRetries, maxWait, timeoutMs, isStreamed: false, ...own };
    return (request) => {
      if (policy.maxRetries > 0 && policy.maxWait > 0) addIdempotencyKey(request);
      return fetchWithRetry(request, send, policy, clock);
    };
  };
  const client = createClient<paths>({
    baseUrl,
    fetch: fetchWith({}),
  });
  client.use({
    async onRequest({ request }) {
      const current = typeof token === "string" ? token : await token();
      request.headers.set("authorization", `Bearer ${current}`);
      return request;
    },
  });
  return { client, fetchWith };
}

/** A variable of the environment, which browsers do not have. */
function fromEnvironment(name: string, instead: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = process?.env?.[name];
  if (!value) throw new TypeError(`Give ${instead}, or set the environment variable ${name}.`);
  return value;
}

function addIdempotencyKey({ method, headers }: Request): void {
  if (method !== "POST" || headers.has("idempotency-key")) return;
  // Not `randomUUID`, which browsers have only on pages that came by HTTPS.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  headers.set("idempotency-key", digits.join(""));
}

/** A request, as a hook gets it. */
export interface SentRequest {
  method: string;
  /** Below the base URL, without the query: `/contacts`. */
  path: string;
}

/** An answer, as a hook gets it. */
export interface ReceivedAnswer extends SentRequest {
  /** Undefined where there was none. */
  status: number | undefined;
  /** Milliseconds until it began to come, or until the attempt failed. */
  durationMs: number;
  /** Its `X-Request-Id`. */
  requestId: string | undefined;
}

/** Functions that are told of each attempt of each request, for logs and measurements. They must not throw. */
export interface Hooks {
  /** Called before each attempt. */
  onRequest?: (request: SentRequest) => void;
  /** Called after each attempt, also where it had no answer. */
  onResponse?: (answer: ReceivedAnswer) => void;
}

type Send = (request: Request, init: RequestInit) => Promise<Response>;

/** Sends as `send` does, and tells the hooks. */
function sendAndTell(send: Send, baseUrl: string, hooks: Hooks): Send {
  const { onRequest, onResponse } = hooks;
  if (!onRequest && !onResponse) return send;
  return async (request, init) => {
    const { method, url } = request;
    const sent = { method, path: url.slice(baseUrl.length).split(/[?#]/, 1)[0]! };
    onRequest?.(sent);
    const began = performance.now();
    const tell = (answer?: Response) =>
      onResponse?.({
        ...sent,
        status: answer?.status,
        durationMs: performance.now() - began,
        requestId: answer?.headers.get("x-request-id") ?? undefined,
      });
    try {
      const answer = await send(request, init);
      tell(answer);
      return answer;
    } catch (error) {
      tell();
      throw error;
    }
  };
}
