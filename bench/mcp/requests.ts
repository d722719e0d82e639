import type { SeededOwner } from "../seed.ts";
import { toBytes } from "../load/load.ts";

/** The same operation over REST and as a tool. */
export interface Pair {
  name: string;
  rest(n: number): { method: "GET" | "POST"; path: string; body?: unknown };
  tool(n: number): { name: string; arguments: unknown };
}

/** What assistants do most, with the n-th of what an owner has. */
export function pairsOf(owner: SeededOwner): Pair[] {
  const contact = (n: number) => owner.contactId(n % owner.contacts);
  const wordOf = (n: number) => owner.person(n % owner.contacts).lastName ?? "a";
  const lastName = (n: number) => encodeURIComponent(wordOf(n));
  return [
    {
      name: "search contacts",
      rest: (n) => ({ method: "GET", path: `/contacts?search=${lastName(n)}&pageSize=10` }),
      tool: (n) => ({
        name: "search_contacts",
        arguments: { search: wordOf(n) },
      }),
    },
    {
      name: "get a contact with notes, reminders and networks",
      rest: (n) => ({
        method: "GET",
        path: `/contacts/${contact(n)}?include=notes,reminders,networks`,
      }),
      tool: (n) => ({ name: "get_contact", arguments: { contact: contact(n) } }),
    },
    {
      name: "what is due",
      rest: () => ({ method: "GET", path: "/upcoming?days=7" }),
      tool: () => ({ name: "list_due", arguments: { days: 7 } }),
    },
    {
      name: "log a note",
      rest: (n) => ({
        method: "POST",
        path: "/notes",
        body: { content: "Lunch.", contactIds: [contact(n)] },
      }),
      tool: (n) => ({
        name: "log_note",
        arguments: { content: "Lunch.", people: [contact(n)] },
      }),
    },
  ];
}

export const sides = ["REST", "tool, era of 2025", "tool, era of 2026"] as const;
export type SideName = (typeof sides)[number];

/** The n-th request of one side, as it goes over the wire. */
export function requestOf(pair: Pair, side: SideName, n: number, token: string): Uint8Array {
  const authorization = `Bearer ${token}`;
  const json = { authorization, "content-type": "application/json" };
  if (side === "REST") {
    const { method, path, body } = pair.rest(n);
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = body === undefined ? { authorization } : json;
    return bytesOf({ method, path: `/kith/api/v1${path}`, headers, ...text });
  }
  const { name, arguments: input } = pair.tool(n);
  const isNew = side === "tool, era of 2026";
  const headers = {
    ...json,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": isNew ? "2026-07-28" : "2025-11-25",
    ...(isNew ? { "mcp-method": "tools/call", "mcp-name": name } : {}),
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: input, ...(isNew ? { _meta } : {}) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: n + 1, method: "tools/call", params });
  return bytesOf({ method: "POST", path: "/kith/mcp", headers, body });
}

const bytesOf = (request: Parameters<typeof toBytes>[1][number]) =>
  toBytes("127.0.0.1", [request]).bytes;
