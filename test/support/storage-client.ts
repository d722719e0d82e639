import { inject } from "vitest";
import { as, type Client } from "./client.ts";

/** Storage as its own clients reach it, with this token. */
export function storageClient(token: string | null): Client {
  const { url, publishableKey } = inject("stack");
  const client = as(token, `${url}/storage/v1`);
  const send: Client["send"] = (method, route, body, options) =>
    client.send(method, route, body, {
      ...options,
      headers: { apikey: publishableKey, ...options?.headers },
    });
  return {
    ...client,
    send,
    get: (route) => send("GET", route),
    post: (route, body) => send("POST", route, body),
    put: (route, body, options) => send("PUT", route, body, options),
    delete: (route) => send("DELETE", route),
  };
}
