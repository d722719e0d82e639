import { type BenchRequest, toInit } from "../load.ts";
import type { Table } from "../report.ts";
import { accessToken, idOf, type SeededOwner } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

const size = { owners: 2, contactsPerOwner: 3000, notesPerOwner: 3000 };

/** Requests that the flooding account always has under way. */
const flooding = 8;
const seconds = { full: 6, quick: 1 };

type Send = (request: BenchRequest) => Promise<Response>;

/** What one account waits for while another one asks for as much as it can. */
export const fairness: Section = async (context) => {
  const { stack, owners } = await startBench(context, size);
  const [other, own] = owners as [SeededOwner, SeededOwner];
  const senderOf = async (owner: SeededOwner): Promise<Send> => {
    const token = await accessToken(owner, stack.url);
    const accept = { accept: "application/json, text/event-stream" };
    return (request) => {
      const headers = { ...accept, ...request.headers };
      return fetch(
        `${stack.functionUrl}/kith${request.path}`,
        toInit({ ...request, token, headers }),
      );
    };
  };
  const [flood, send] = [await senderOf(other), await senderOf(own)];
  const watch = async () => {
    const times: number[] = [];
    let refused = 0;
    const until = performance.now() + (context.quick ? seconds.quick : seconds.full) * 1000;
    for (let n = 0; performance.now() < until; n++) {
      const path = `/api/v1/contacts/${idOf("contact", own.index, n % own.contacts)}`;
      const began = performance.now();
      const answer = await send({ method: "GET", path });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      if (answer.status !== 200) refused++;
    }
    times.sort((one, two) => one - two);
    const at = (part: number) => times[Math.floor((times.length - 1) * part)]!;
    return { cells: [at(0.5), at(0.9), at(0.99)], p90: at(0.9), refused };
  };
  const floods = await floodsOf(other, flood);
  const rows: Table["rows"] = [];
  // Once before it counts, so that everything has been loaded.
  await watch();
  for (const [name, request] of Object.entries(floods)) {
    context.progress(name);
    const alone = await watch();
    const answers = new Map<number, number>();
    let isOver = false;
    let n = 0;
    const all = Array.from({ length: flooding }, async () => {
      while (!isOver) {
        const answer = await flood(request(n++));
        await answer.arrayBuffer();
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
        // Refusals come at once, and would only measure this process.
        if (!answer.ok) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    const beside = await watch();
    isOver = true;
    await Promise.all(all);
    rows.push([
      name,
      ...alone.cells,
      ...beside.cells,
      { values: [beside.p90 / alone.p90], atMost: 3 },
      { values: [beside.refused], atMost: 0 },
      [...answers].map(([status, count]) => `${count} × ${status}`).join(", "),
    ]);
  }
  const each = ["p50", "p90", "p99"];
  return {
    method:
      `One account reads one contact after the other with an access token, in milliseconds: alone, and then while another account, of ` +
      `${size.contactsPerOwner} contacts and as many notes, has ${flooding} requests under way all the time. Both, the function, Postgres ` +
      `and who measures share the processors.`,
    tables: [{
      caption: "Somebody else's requests: alone, and beside the flood",
      columns: [
        "flood",
        ...each.map((name) => `alone ${name}`),
        ...each,
        "p90, of its own",
        "refused",
        "answers to the flood",
      ],
      rows,
    }],
  };
};

/** A request of each kind that takes long. */
async function floodsOf(
  { index, contacts }: SeededOwner,
  flood: Send,
): Promise<Record<string, (n: number) => BenchRequest>> {
  const get = (path: string): BenchRequest => ({ method: "GET", path: `/api/v1${path}` });
  const post = (path: string, body: unknown): BenchRequest => ({
    method: "POST",
    path: `/api/v1${path}`,
    body,
  });
  const ids = Array.from({ length: 200 }, (_, n) => idOf("contact", index, contacts - 1 - n));
  const change = (await flood(post("/contacts/bulk", { delete: ids }))).headers.get(
    "x-activity-id",
  );
  const { url } = await (await flood(post("/me/calendar", { name: "Flood" }))).json();
  const people = Array.from({ length: 500 }, (_, n) => ({ firstName: `Person ${n}` }));
  const call = { name: "search_contacts", arguments: { search: "an" } };
  const tool = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  return {
    "changes": (n) => ({
      method: "PATCH",
      path: `/api/v1/contacts/${idOf("contact", index, n % 1000)}`,
      body: { nickname: String(n) },
    }),
    "lists of 200": () => get("/contacts?pageSize=200"),
    "duplicates": () => get("/contacts/duplicates"),
    "undoing on trial": () => post(`/activity/${change}/undo`, { dryRun: true }),
    "exports": () => get("/export"),
    "imports": () => post("/imports", { kith: 1, contacts: people }),
    "calendar feeds": () => get(`/calendar/${String(url).split("/").at(-1)}`),
    "MCP tools": () => ({ method: "POST", path: "/mcp", body: tool }),
  };
}
