import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { eras, mcpUrl } from "../support/mcp/client.ts";

const bridge = fileURLToPath(new URL("../../client/mcp/src/bridge.ts", import.meta.url));

async function start(key: string, era: (typeof eras)[number]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
  });
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

describe.each(eras)("a program of %s that speaks over standard input and output", (era) => {
  it("uses tools through the bridge", async () => {
    const { key } = await makeKey(await signUp());
    const client = await start(key, era);
    const answer = await client.callTool({ name: "list_due", arguments: {} });
    expect(answer.structuredContent).toMatchObject({ days: [] });
    await client.close();
  });

  it("is told that the key does not exist", async () => {
    await expect(start(`kith_${"0".repeat(40)}`, era)).rejects.toThrow();
  });
});
