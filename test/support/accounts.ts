import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { components } from "../../client/src/index.ts";
import { noteSecret } from "./secrets.ts";
import { type Answer, as, type Client, type Json } from "./client.ts";

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

/** The body of an answer that has to have this status; the whole answer in the error otherwise. */
export function expectStatus(answer: Answer, status: number): Json {
  if (answer.status !== status) {
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 2000)}`);
  }
  return answer.body;
}

/** Creates something and returns it, for arranging what a test is about. */
export async function make(client: Client, path: string, body: unknown): Promise<Json> {
  return expectStatus(await client.post(path, body), 201);
}

/** What is at a path. */
export async function read(client: Pick<Client, "get">, path: string): Promise<Json> {
  return expectStatus(await client.get(path), 200);
}

/** The items of a list. */
export async function listed(client: Pick<Client, "get">, path: string): Promise<Json[]> {
  return (await read(client, path)).data;
}

/** Changes what is at a path; as it is then. */
export async function change(client: Client, path: string, body: unknown): Promise<Json> {
  return expectStatus(await client.patch(path, body), 200);
}

/** Undoes a change set; what that has done. */
export async function undo(client: Client, changeSet: string, body: Json = {}): Promise<Json> {
  return expectStatus(await client.post(`/activity/${changeSet}/undo`, body), 200);
}
