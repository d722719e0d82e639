import { inject } from "vitest";
import { as, type Client, clientOf, type Options } from "./client.ts";

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
  return clientOf(send);
}
