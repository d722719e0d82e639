import { effortOf, rowOf, type Side } from "../channels.ts";
import { type BenchRequest, Connection, toBytes } from "../load.ts";
import type { Table } from "../report.ts";
import { accessToken } from "../seed.ts";
import { subjectOf } from "../calls.ts";
import { type Section, startBench } from "../stack.ts";

const size = { owners: 2, contactsPerOwner: 1000, notesPerOwner: 4500 };

/** The promise: a warm call of a tool takes at most this many times what its operation takes over REST. */
const promise = { atMost: 1.5 };

/** The same over REST (a path, and a body where it writes) and as a tool. */
type Pair = [path: string, body: unknown, tool: string, input: unknown];

/** What assistants do most. */
const pairs: Record<string, (contact: string, word: string) => Pair> = {
  "search contacts": (_, word) => [
    `/contacts?search=${encodeURIComponent(word)}&pageSize=10`,
    undefined,
    "search_contacts",
    { search: word },
  ],
  "get a contact with notes, reminders and networks": (contact) => [
    `/contacts/${contact}?include=notes,reminders,networks`,
    undefined,
    "get_contact",
    { contact },
  ],
  "what is due": () => ["/upcoming?days=7", undefined, "list_due", { days: 7 }],
  "log a note": (contact) => [
    "/notes",
    { content: "Lunch.", contactIds: [contact] },
    "log_note",
    { content: "Lunch.", people: [contact] },
  ],
};

/** What the endpoint for assistants adds to an operation, over HTTP. */
export const mcp: Section = async (context) => {
  const { stack, owners } = await startBench(context, size);
  const owner = owners[0]!;
  const token = await accessToken(owner, stack.url);
  const connection = await Connection.open(stack.functionUrl);
  const rows: Table["rows"] = [];
  for (const [name, pairOf] of Object.entries(pairs)) {
    const sides = [requestOf, callOf].map((toRequest): Side => (n) => {
      const { contactId, person } = subjectOf(owner, n);
      const bytes = toBytes(
        stack.functionUrl,
        toRequest(pairOf(contactId, person.lastName), token),
      );
      return Promise.resolve(async () => {
        const { status, start } = await connection.ask(bytes);
        const isRefused = start.includes('"isError":true') || start.includes('"error":');
        if (status >= 300 || isRefused) throw new Error(`${name}: ${start}`);
      });
    });
    const effort = context.quick ? effortOf(true) : { rounds: 30, milliseconds: 4000 };
    rows.push([name, ...await rowOf(sides, effort, promise)]);
    context.progress(name);
  }
  connection.close();
  return {
    method:
      `The same operation over REST and as a tool, with the same access token, over kept connections to the function, request by request ` +
      `in turn, without a client in between. The account has ${size.contactsPerOwner} contacts.`,
    tables: [{
      caption: "Times of the same over REST: median (lowest–highest)",
      columns: ["", "REST, ms", "tool"],
      rows,
    }],
  };
};

const requestOf = ([path, body]: Pair, token: string): BenchRequest => ({
  method: body === undefined ? "GET" : "POST",
  path: `/kith/api/v1${path}`,
  token,
  body,
});

const callOf = ([, , name, input]: Pair, token: string): BenchRequest => ({
  method: "POST",
  path: "/kith/mcp",
  token,
  headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
  body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
});
