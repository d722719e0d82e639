#!/usr/bin/env node
/** Passes MCP messages on between standard input and output and the address that is given. */
import process from "node:process";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const address = process.argv[2];
const key = process.env["KITH_API_KEY"];
if (!address || !URL.canParse(address) || !key) {
  console.error("Usage: KITH_API_KEY=kith_… kith-mcp <project URL>/functions/v1/kith/mcp");
  process.exit(1);
}

const program = new StdioServerTransport();
const kith = new StreamableHTTPClientTransport(new URL(address), {
  requestInit: { headers: { authorization: `Bearer ${key}` } },
});

program.onmessage = async (message) => {
  try {
    await kith.send(message);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    console.error(text);
    // A request that could not be sent has to be answered nevertheless.
    if ("id" in message && "method" in message) {
      await program.send({
        jsonrpc: "2.0",
        id: message.id,
        error: { code: -32000, message: text },
      });
    }
  }
};
kith.onmessage = (message) => void program.send(message);
program.onclose = () => void kith.close();

await kith.start();
await program.start();
