import type { Stack } from "../../supabase/local/stack.ts";

/**
 * Signs up a new account on a stack that a file has started for itself.
 * @returns its access token
 */
export async function tokenOn(stack: Stack, email: string): Promise<string> {
  const response = await fetch(`${stack.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: "password of some length" }),
  });
  const answer = await response.json();
  if (!answer.access_token) throw new Error(`sign-up failed: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

/** Makes an API key of a new account on such a stack, and its API's URL. */
export async function keyOn(stack: Stack, email: string): Promise<{ api: string; key: string }> {
  const api = `${stack.url}/functions/v1/kith/api/v1`;
  const response = await fetch(`${api}/api-keys`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await tokenOn(stack, email)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "a key" }),
  });
  if (!response.ok) throw new Error(`no key was made: ${response.status}`);
  const { key } = await response.json();
  return { api, key };
}
