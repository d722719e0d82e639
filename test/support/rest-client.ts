import { inject } from "vitest";
import { as, type Client, type Options } from "./client.ts";

/** Supabase's own door to the tables; writes answer with the rows they wrote. No token: the anonymous role. */
export function restDoor(token: string | null): Client {
  const { url, publishableKey } = inject("stack");
  const client = as(token, `${url}/rest/v1`);
  const headers = {
    apikey: publishableKey,
    prefer: "return=representation",
    "accept-profile": "kith",
    "content-profile": "kith",
  };
  const send: Client["send"] = (method, path, body, options: Options = {}) =>
    client.send(method, path, body, { ...options, headers: { ...headers, ...options.headers } });
  return {
    send,
    get: (path, options) => send("GET", path, undefined, options),
    delete: (path, options) => send("DELETE", path, undefined, options),
    post: (path, body, options) => send("POST", path, body, options),
    patch: (path, body, options) => send("PATCH", path, body, options),
    put: (path, body, options) => send("PUT", path, body, options),
  };
}
