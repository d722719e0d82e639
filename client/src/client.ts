import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.ts";
import { fetchWithRetry } from "./retry.ts";

/** Every operation, typed: `GET("/contacts/{id}", …)`, `POST("/contacts", …)` and so on. */
export type KithClient = Client<paths, `${string}/${string}`>;

export interface KithClientOptions {
  /** `<project URL>/functions/v1/kith/api/v1`. */
  baseUrl: string;
  /** An API key or an access token, or a function that returns one; it is called before every request. */
  token: string | (() => string | Promise<string>);
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Seconds that a request may wait in all after 429 answers; 60 unless set, 0 for never. */
  maxWait?: number;
}

/**
 * Creates a client. After a 429 a request waits for `Retry-After` and is sent again, for at most `maxWait` seconds in all;
 * aborting its signal ends the wait.
 */
export function createKithClient(options: KithClientOptions): KithClient {
  const { token, maxWait = 60 } = options;
  // Read for every request, because the global `fetch` may be replaced later.
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
