import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { components } from "../../client/src/index.ts";
import { noteSecret } from "./secrets.ts";
import { as, type Client, expectStatus } from "./client.ts";
import type { Sql } from "./database.ts";

export interface Account extends Client {
  id: string;
  email: string;
  password: string;
  /** A Supabase access token. */
  token: string;
}

/** Signs up somebody new at Supabase Auth and returns a client that acts for them. */
export async function signUp(): Promise<Account> {
  const { url, publishableKey } = inject("stack");
  const email = `person-${randomUUID()}@example.com`;
  const password = `password ${randomUUID()}`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`sign-up failed: ${JSON.stringify(answer)}`);
  const session = answer.session ?? answer;
  noteSecret(session.access_token, password);
  return {
    id: answer.user.id,
    email,
    password,
    token: session.access_token,
    ...as(session.access_token),
  };
}

export type KeyLimits = Omit<components["schemas"]["ApiKeyCreate"], "name">;

/** Makes an API key of this account, which may do everything unless the limits say otherwise. */
export async function makeKey(
  account: Account,
  name = "a key",
  limits: KeyLimits = {},
): Promise<{ id: string; key: string }> {
  const answer = expectStatus(await account.post("/api-keys", { name, ...limits }), 201);
  return { id: answer.id, key: answer.key };
}

/** Does something with a key of this account, and deletes the key: an account has at most 20. */
export async function withKey<T>(
  account: Account,
  limits: KeyLimits,
  use: (id: string, key: string) => Promise<T>,
): Promise<T> {
  const { id, key } = await makeKey(account, "K", limits);
  try {
    return await use(id, key);
  } finally {
    expectStatus(await account.delete(`/api-keys/${id}`), 204);
  }
}

/** A second factor as Auth stores one; the local Auth makes none. */
export const addFactor = (sql: Sql, owner: string, status: "verified" | "unverified") =>
  sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${owner}, 'totp', ${status}, now(), now())`;

export { expectStatus };
