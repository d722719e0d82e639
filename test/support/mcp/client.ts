import {
  type CallToolResult,
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { inject } from "vitest";
import { type Account, expectStatus, type KeyLimits, withKey } from "../accounts.ts";
import type { Json } from "../client.ts";
import { connectClient } from "../connections.ts";

/** The eras of the protocol: that of 2025 with its handshake, and that of 2026 without. */
export const eras = ["2025", "2026"] as const;
export type Era = (typeof eras)[number];

/** Where assistants connect. */
export function mcpUrl(): string {
  return `${inject("stack").url}/functions/v1/kith/mcp`;
}

/** A client of the SDK that is not connected yet. */
export const newClient = (era: Era, capabilities: ClientCapabilities = {}): Client =>
  new Client({ name: "test", version: "1" }, {
    capabilities,
    versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
  });

/** A client of the SDK that is connected with this key. */
export async function connect(key: string, era: Era = "2026", url = mcpUrl()): Promise<Client> {
  const client = newClient(era);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  return client;
}

/** What a model reads of an answer. */
export function textOf(answer: CallToolResult): string {
  const [content] = answer.content;
  if (content?.type !== "text") throw new Error("The answer has no text.");
  return content.text;
}

/** The answer of a tool: its text, which is also parsed. */
export interface Called {
  isError: boolean;
  text: string;
  read: Json;
}

/** Calls a tool; also a refusal is an answer. */
export async function callTool(client: Client, name: string, input: Json): Promise<Called> {
  const answer = await client.callTool({ name, arguments: input });
  const text = textOf(answer);
  return { isError: answer.isError === true, text, read: JSON.parse(text) };
}

/** Uses tools with a key or a token, and closes the connection. */
export async function withClient<T>(
  token: string,
  use: (client: Client) => Promise<T>,
  era: Era = "2026",
): Promise<T> {
  const client = await connect(token, era);
  return await use(client).finally(() => client.close());
}

/** What assistants connect with. */
export type Kind = "key" | "connection";

/** Uses tools with a key or a connection of its own, which is deleted afterwards. */
export async function withAssistant<T>(
  account: Account,
  { kind, era }: { kind: Kind; era: Era },
  limits: KeyLimits,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  if (kind === "key") return await withKey(account, limits, (_, key) => withClient(key, use, era));
  const { id, token } = await connectClient(account, limits);
  try {
    return await withClient(token, use, era);
  } finally {
    expectStatus(await account.delete(`/connections/${id}`), 204);
  }
}
