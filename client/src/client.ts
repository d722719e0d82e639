import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.ts";
import { fetchWithRetry } from "./retry.ts";

/** Every operation, typed: `GET("/contacts/{id}", …)`, `POST("/contacts", …)` and so on. */
export type KithClient = Client<paths, `${string}/${string}`>;

export interface KithClientOptions {
  /** `<project URL>/functions/v1/kith/api/v1`. */
  baseUrl: string;
  /** An API key or an access token; a function is asked before every request, so that it may refresh one. */
  token: string | (() => string | Promise<string>);
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Seconds that a request may spend waiting for its turn after 429; 60 unless set, 0 for not at all. */
  maxWait?: number;
}

/**
 * Makes a client. A request that meets 429 waits as long as `Retry-After` says and is sent again, for `maxWait` seconds
 * in all; aborting its signal ends the wait.
 */
export function createKithClient(options: KithClientOptions): KithClient {
  const { token, maxWait = 60 } = options;
  // Looked up with every request: a page or a test may replace the global one later.
  const send: typeof globalThis.fetch = options.fetch ??
    ((...request) => globalThis.fetch(...request));
  const client = createClient<paths>({
    baseUrl: options.baseUrl.replace(/\/+$/, ""),
    fetch: (request) => fetchWithRetry(request, send, maxWait),
  });
  client.use({
    async onRequest({ request }) {
      const current = typeof token === "string" ? token : await token();
      request.headers.set("authorization", `Bearer ${current}`);
      return request;
    },
  });
  return client;
}
