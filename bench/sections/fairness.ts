import { clientOf } from "../latency/account.ts";
import { figure } from "../goal.ts";
import type { Goal, Section } from "../section.ts";
import { seed, type SeededOwner } from "../seed.ts";
import { startBenchStack } from "../stack.ts";

const size = { owners: 2, contactsPerOwner: 3000, notesPerOwner: 3000, keysPerOwner: 1 };

/** Requests that the flooding account always has under way. */
const flooding = 8;
const seconds = { full: 6, quick: 1 };

interface Request {
  method?: string;
  path: string;
  body?: string;
  type?: string;
}

/** What somebody else saw of a flood. */
interface Seen {
  p50: number;
  p90: number;
  p99: number;
  requests: number;
  refused: number;
}

/** What one account waits for while another one asks for as much as it can. */
export const fairnessSection: Section = async ({ quick, progress }) => {
  const { stack, remove } = await startBenchStack();
  try {
    const { owners } = await seed(stack.adminDatabaseUrl, size);
    const [other, own] = owners as [SeededOwner, SeededOwner];
    const tokens = [await other.accessToken(stack.url), await own.accessToken(stack.url)];
    const origin = stack.functionUrl;
    const send = async (token: string, { method = "GET", path, body, type }: Request) => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/json, text/event-stream",
        ...(body && { "content-type": type ?? "application/json" }),
      };
      const init = { method, headers, ...(body !== undefined && { body }) };
      const answer = await fetch(`${origin}/kith${path}`, init);
      await answer.arrayBuffer();
      return answer.status;
    };
    const watch = async (): Promise<Seen> => {
      const times: number[] = [];
      let refused = 0;
      const until = performance.now() + (quick ? seconds.quick : seconds.full) * 1000;
      for (let n = 0; performance.now() < until; n++) {
        const path = `/api/v1/contacts/${own.contactId(n % size.contactsPerOwner)}`;
        const began = performance.now();
        const status = await send(tokens[1]!, { path });
        times.push(performance.now() - began);
        if (status !== 200) refused++;
      }
      times.sort((one, two) => one - two);
      const at = (part: number) => times[Math.floor((times.length - 1) * part)]!;
      return { p50: at(0.5), p90: at(0.9), p99: at(0.99), requests: times.length, refused };
    };
    const floods = await floodsOf(other, clientOf(origin, tokens[0]!));
    const rows: string[][] = [];
    const goals: Goal[] = [];
    // Once before it counts, so that everything has been loaded.
    await watch();
    for (const [name, request] of Object.entries(floods)) {
      progress(name);
      const alone = await watch();
      const { seen, answers } = await during(request, (asked) => send(tokens[0]!, asked), watch);
      const cells = ({ p50, p90, p99, requests }: Seen) => [
        ...[p50, p90, p99].map(figure),
        String(requests),
      ];
      const counted = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
      rows.push([name, ...cells(alone), ...cells(seen), String(seen.refused), counted]);
      const ratio = seen.p90 / alone.p90;
      const measured = { spread: [ratio, ratio] as [number, number], unit: "×" };
      goals.push({
        name: `p90 beside ${name}, of its own`,
        measured: ratio,
        ...measured,
        atMost: 3,
      });
      const { refused } = seen;
      const count = { spread: [refused, refused] as [number, number], unit: "" };
      goals.push({ name: `refused beside ${name}`, measured: refused, ...count, atMost: 0 });
    }
    return {
      title: "Fairness",
      method:
        `One account reads one contact after the other with an access token, in milliseconds: alone, and then while another ` +
        `account, of ${size.contactsPerOwner} contacts and as many notes, has ${flooding} requests under way all the time. ` +
        `Both, the function, Postgres and who measures share the processors.`,
      tables: [{
        caption: "Somebody else's requests: alone, and beside the flood",
        columns: [
          "flood",
          ...["p50", "p90", "p99", "requests"].map((each) => `alone ${each}`),
          ...["p50", "p90", "p99", "requests"],
          "refused",
          "answers to the flood",
        ],
        rows,
      }],
      goals,
      skipped: [],
    };
  } finally {
    await remove();
  }
};

/** A request of each kind that takes long. */
async function floodsOf(
  owner: SeededOwner,
  client: ReturnType<typeof clientOf>,
): Promise<Record<string, (n: number) => Request>> {
  const ids = Array.from({ length: 200 }, (_, n) => owner.contactId(size.contactsPerOwner - 1 - n));
  const deletion = await client.post("/contacts/bulk", { delete: ids });
  const change = deletion.headers.get("x-activity-id");
  const { body } = await client.post("/me/calendar", { name: "Flood" });
  const feed = `/api/v1/calendar/${String(body.url).split("/").at(-1)}`;
  const vcards = Array.from(
    { length: 500 },
    (_, n) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Person ${n}\r\nEND:VCARD\r\n`,
  ).join("");
  const call = { name: "search_contacts", arguments: { search: "an" } };
  const tool = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const api = (path: string, more: Omit<Request, "path"> = {}) => ({
    path: `/api/v1${path}`,
    ...more,
  });
  return {
    "changes": (n) =>
      api(`/contacts/${owner.contactId(n % 1000)}`, {
        method: "PATCH",
        body: `{"nickname":"${n}"}`,
      }),
    "lists of 200": () => api("/contacts?pageSize=200"),
    "duplicates": () => api("/contacts/duplicates"),
    "undoing on trial": () =>
      api(`/activity/${change}/undo`, { method: "POST", body: '{"dryRun":true}' }),
    "exports": () => api("/export"),
    "imports": () => api("/imports", { method: "POST", body: vcards, type: "text/vcard" }),
    "calendar feeds": () => ({ path: feed }),
    "MCP tools": () => ({ path: "/mcp", method: "POST", body: tool }),
  };
}

/** Watches while the requests are sent, and counts how these are answered. */
async function during(
  request: (n: number) => Request,
  send: (request: Request) => Promise<number>,
  watch: () => Promise<Seen>,
): Promise<{ seen: Seen; answers: Map<number, number> }> {
  const answers = new Map<number, number>();
  let isOver = false;
  let n = 0;
  const one = async () => {
    while (!isOver) {
      const status = await send(request(n++));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      // What is refused at once would only measure this process.
      if (status >= 400) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const all = Array.from({ length: flooding }, one);
  const seen = await watch();
  isOver = true;
  await Promise.all(all);
  return { seen, answers };
}
