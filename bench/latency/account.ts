import { randomUUID } from "node:crypto";
import type { Stack } from "../../supabase/local/stack.ts";
import type { Account } from "../../test/support/accounts.ts";
import type { Answer, Client } from "../../test/support/client.ts";

/** Keys of an account; one alone would run into its limit. */
const keyCount = 5;

/** A client of the function at this address; without the checks that the tests' own makes of every answer. */
export function clientOf(origin: string, token: string): Client {
  const send: Client["send"] = async (method, path, body) => {
    const response = await fetch(`${origin}/kith/api/v1${path}`, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
    return answer;
  };
  return {
    send,
    get: (path) => send("GET", path),
    delete: (path) => send("DELETE", path),
    post: (path, body) => send("POST", path, body),
    patch: (path, body) => send("PATCH", path, body),
    put: (path, body) => send("PUT", path, body),
  };
}

/** Signs up somebody new, who then acts at this address. */
export async function signUp(stack: Stack, origin: string): Promise<Account> {
  const email = `person-${randomUUID()}@example.com`;
  const password = `password ${randomUUID()}`;
  const response = await fetch(`${stack.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`sign-up failed: ${JSON.stringify(answer)}`);
  const { access_token: token, user } = answer.session ?? answer;
  return { id: user.id, email, password, token, ...clientOf(origin, token) };
}

/** API keys of an account. */
export async function makeKeys(account: Account): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < keyCount; n++) {
    const { status, text, body } = await account.post("/api-keys", { name: `Key ${n}` });
    if (status !== 201) throw new Error(`no key was made: ${status} ${text}`);
    keys.push(body.key);
  }
  return keys;
}
