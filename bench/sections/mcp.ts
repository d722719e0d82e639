// Measures what the endpoint for assistants adds to an operation.
import { subjectOf } from "../calls.ts";
import { type BenchRequest, effortOf, http, rowOf } from "../measure.ts";
import type { Row } from "../report.ts";
import { type Section, startBench } from "../stack.ts";

const size = { owners: 2, contacts: 1000, notes: 4500 };

/** The same over REST (a path, and a body where it writes) and as a tool. */
type Pair = [path: string, body: unknown, tool: string, input: unknown];

/** What assistants do most. */
const pairs: Record<string, (contact: string, word: string) => Pair> = {
  "search contacts": (_, search) => {
    const path = `/contacts?search=${encodeURIComponent(search)}&pageSize=10`;
    return [path, undefined, "search_contacts", { search }];
  },
  "get a contact with notes, reminders and networks": (contact) => {
    const path = `/contacts/${contact}?include=notes,reminders,networks`;
    return [path, undefined, "get_contact", { contact }];
  },
  "what is due": () => ["/upcoming?days=7", undefined, "list_due", { days: 7 }],
  "log a note": (contact) => {
    const content = "Lunch.";
    const body = { content, contactIds: [contact] };
    return ["/notes", body, "log_note", { content, people: [contact] }];
  },
};

const overRest = ([path, body]: Pair): BenchRequest => ({
  method: body === undefined ? "GET" : "POST",
  path: `/kith/api/v1${path}`,
  body,
});

const asTool = ([, , name, input]: Pair): BenchRequest => ({
  method: "POST",
  path: "/kith/mcp",
  headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
  body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
});

/** What the endpoint for assistants adds to an operation, over HTTP. */
export const mcp: Section = async (context) => {
  const { stack, owners: [owner] } = await startBench(context, [size]);
  const rows: Row[] = [];
  for (const [name, pairOf] of Object.entries(pairs)) {
    const sides = [overRest, asTool].map((toRequest) =>
      http(stack.functionUrl, (n) => {
        const { contactId, person } = subjectOf(owner!, n);
        return { ...toRequest(pairOf(contactId, person.lastName)), token: owner!.token };
      })
    );
    rows.push([name, ...await rowOf(sides, effortOf(context, 100, 20), { atMost: 1.5 })]);
    context.progress(name);
  }
  return {
    method:
      `The same operation over REST and as a tool, with the same access token, over a kept connection to the function, slice by slice ` +
      `in turn, without a client in between. The account has ${size.contacts} contacts.`,
    tables: [{
      caption: "Times of the same over REST: median (lowest–highest)",
      columns: ["", "REST, ms", "tool"],
      rows,
      goal: "a call of a tool, ÷ the same over REST",
    }],
  };
};
