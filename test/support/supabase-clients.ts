import { inject } from "vitest";
import { as, type Client, clientOf } from "./client.ts";

/** PostgREST; writes answer with the rows they wrote. No token: the anonymous role. */
export const postgrestClient = (token: string | null): Client =>
  clientWith(token, "rest/v1", {
    prefer: "return=representation",
    "accept-profile": "kith",
    "content-profile": "kith",
  });

/** Storage as its own clients reach it, with this token. */
export const storageClient = (token: string | null): Client => clientWith(token, "storage/v1");

function clientWith(token: string | null, path: string, further: Record<string, string> = {}) {
  const { url, publishableKey } = inject("stack");
  const { send } = as(token, `${url}/${path}`);
  const headers = { apikey: publishableKey, ...further };
  return clientOf((method, route, body, options) =>
    send(method, route, body, { ...options, headers: { ...headers, ...options?.headers } })
  );
}
