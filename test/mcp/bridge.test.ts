import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { eras, mcpUrl, newClient } from "../support/mcp/client.ts";

const bridge = fileURLToPath(new URL("../../client/mcp/src/bridge.ts", import.meta.url));

async function start(key: string, era: (typeof eras)[number]): Promise<Client> {
  const client = newClient(era);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--import", "tsx", bridge, mcpUrl()],
      env: { KITH_API_KEY: key },
      stderr: "ignore",
    }),
  );
  return client;
}

describe("a program that speaks over standard input and output", () => {
  it.each(eras)("uses tools through the bridge with the protocol of %s", async (era) => {
    const { key } = await makeKey(await signUp());
    const client = await start(key, era);
    const answer = await client.callTool({ name: "list_due", arguments: {} });
    expect(answer.structuredContent).toMatchObject({ days: [] });
    await client.close();
  });

  it("is told that the key does not exist", async () => {
    await expect(start(`kith_${"0".repeat(40)}`, "2026")).rejects.toThrow();
  });
});
