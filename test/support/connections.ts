import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { type Account, expectStatus, type KeyLimits } from "./accounts.ts";
import { as, type Client } from "./client.ts";
import { signToken } from "./forged-tokens.ts";
import { noteSecret } from "./secrets.ts";

/** A connection, and a client that sends an access token of it. */
export interface Connection extends Client {
  id: string;
  clientId: string;
  token: string;
}

/** An access token of this account and session as the project's Auth issues it to an OAuth client. */
export async function tokenOfClient(account: Account, clientId: string): Promise<string> {
  const token = await signToken({
    ...decodeJwt(account.token),
    client_id: clientId,
    scope: "email",
  });
  noteSecret(token);
  return token;
}

/** Approves a client that nobody has approved before, and acts for it. */
export async function connectClient(
  account: Account,
  limits: KeyLimits = {},
  name = "an app",
): Promise<Connection> {
  const clientId = randomUUID();
  const body = { clientId, name, redirectHost: "app.example.com", ...limits };
  const { id } = expectStatus(await account.post("/connections", body), 201);
  const token = await tokenOfClient(account, clientId);
  return { id, clientId, token, ...as(token) };
}
