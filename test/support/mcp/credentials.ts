import type { Client } from "@modelcontextprotocol/client";
import { type Account, expectStatus, type KeyLimits, withKey } from "../accounts.ts";
import { connectClient } from "../connections.ts";
import { connect, type Era } from "./client.ts";

/** What assistants connect with. */
export type Kind = "key" | "connection";

/** Uses tools with a key or a connection of its own, which is deleted afterwards. */
export async function withAssistant<T>(
  account: Account,
  { kind, era }: { kind: Kind; era: Era },
  limits: KeyLimits,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const useToken = async (token: string) => {
    const client = await connect(token, era);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  };
  if (kind === "key") return await withKey(account, limits, (_, key) => useToken(key));
  const { id, token } = await connectClient(account, limits);
  try {
    return await useToken(token);
  } finally {
    expectStatus(await account.delete(`/connections/${id}`), 204);
  }
}
