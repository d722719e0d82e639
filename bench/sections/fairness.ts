// Measures what one account waits for while others ask for as much as they can.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchRequest, toInit } from "../measure.ts";
import { figures, type Row } from "../report.ts";
import { idOf, type SeededOwner } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

const size = { owners: 3, contacts: 3000, notes: 3000, keys: 20 };

/** Requests that the flooding account always has under way. */
const flooding = 8;

type Send = (request: BenchRequest) => Promise<Response>;

/** What one account waits for while others ask for as much as they can. */
export const fairness: Section = async (context) => {
  const { stack, owners } = await startBench(context, [size]);
  const [flood, send] = owners.map(({ token }): Send => (request) => {
    const headers = { accept: "application/json, text/event-stream", ...request.headers };
    const url = `${stack.functionUrl}/kith${request.path}`;
    return fetch(url, toInit({ token, ...request, headers }));
  }) as [Send, Send];
  const [other, own, third] = owners as [SeededOwner, SeededOwner, SeededOwner];
  /** Percentiles of the times, and how many were refused. */
  const watch = async () => {
    const times: number[] = [];
    let refused = 0;
    const until = performance.now() + (context.quick ? 1000 : 4000);
    for (let n = 0; performance.now() < until; n++) {
      const began = performance.now();
      const answer = await send(get(`/contacts/${idOf("contact", own.index, n % own.contacts)}`));
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      if (answer.status !== 200) refused++;
    }
    times.sort((one, two) => one - two);
    const percentiles = [0.5, 0.9, 0.99]
      .map((part) => times[Math.floor((times.length - 1) * part)]!);
    return { percentiles, p90: percentiles[1]!, refused };
  };
  const floods = await floodsOf(other, third, flood);
  const rows: Row[] = [];
  let refused = 0;
  // Once before it counts, so that everything has been loaded.
  await watch();
  for (const [name, request] of Object.entries(floods)) {
    context.progress(name);
    const alone = await watch();
    const answers: Record<number, number> = {};
    let isOver = false;
    let n = 0;
    const all = Array.from({ length: flooding }, async () => {
      while (!isOver) {
        const answer = await flood(await request(n++));
        await answer.arrayBuffer();
        answers[answer.status] = (answers[answer.status] ?? 0) + 1;
        // Refusals come at once, and would only measure this process.
        if (!answer.ok) await sleep(50);
      }
    });
    const beside = await watch();
    isOver = true;
    await Promise.all(all);
    refused += beside.refused;
    rows.push([
      name,
      ...alone.percentiles,
      ...beside.percentiles,
      { values: [beside.p90 / alone.p90], atMost: 3 },
      Object.entries(answers).map(([status, count]) => `${count} × ${status}`).join(", "),
    ]);
  }
  const columns = "flood,alone p50,alone p90,alone p99,p50,p90,p99,p90 of its own,answers";
  return {
    method:
      `One account reads one contact after the other with an access token, in milliseconds: alone, and then while another account, of ` +
      `${size.contacts} contacts and as many notes, has ${flooding} requests under way all the time. Both, the function, Postgres ` +
      `and who measures share the processors.`,
    tables: [{
      caption: "Somebody else's requests: alone, and beside the flood with its answers",
      columns: columns.split(","),
      rows,
      goal: "p90 of an account beside another that floods, ÷ its own alone",
    }, figures([["its answers 503", { values: [refused], atMost: 0 }]])],
  };
};

const get = (path: string): BenchRequest => ({ method: "GET", path: `/api/v1${path}` });
const post = (path: string, body: unknown): BenchRequest => ({ method: "POST", path, body });

/** A request of each kind that takes long. */
async function floodsOf(
  { index, contacts, token, keys }: SeededOwner,
  third: SeededOwner,
  flood: Send,
): Promise<Record<string, (n: number) => BenchRequest | Promise<BenchRequest>>> {
  const ids = Array.from({ length: 200 }, (_, n) => idOf("contact", index, contacts - 1 - n));
  const { headers } = await flood(post("/api/v1/contacts/bulk", { delete: ids }));
  const undo = `/api/v1/activity/${headers.get("x-activity-id")}/undo`;
  const { url } = await (await flood(post("/api/v1/me/calendar", { name: "Flood" }))).json();
  const people = Array.from({ length: 500 }, (_, n) => ({ firstName: `Person ${n}` }));
  const call = { name: "search_contacts", arguments: { search: "an" } };
  const search = get("/contacts?search=an&pageSize=200");
  const file = { kith: 1, contacts: people.map((one) => ({ ...one, emails: [{ value: "no" }] })) };
  const madeUp = () => `kith_${randomBytes(20).toString("hex")}`;
  const secrets = [...keys];
  /** Gives a key a new secret now and then, so that most requests are the first with theirs. */
  const rotate = async (n: number) => {
    const path = `/api/v1/api-keys/${idOf("key", index, n)}/rotate`;
    const answer = await flood({ method: "POST", path, body: { overlapSeconds: 60 } });
    if (answer.ok) secrets[n] = (await answer.json()).key;
  };
  return {
    "changes": (n) => ({
      ...get(`/contacts/${idOf("contact", index, n % 1000)}`),
      method: "PATCH",
      body: { nickname: String(n) },
    }),
    "lists of 200": () => get("/contacts?pageSize=200"),
    "duplicates": () => get("/contacts/duplicates"),
    "undoing on trial": () => post(undo, { dryRun: true }),
    "exports": () => get("/export"),
    "imports": () => post("/api/v1/imports", { kith: 1, contacts: people }),
    "calendar feeds": () => get(`/calendar/${String(url).split("/").at(-1)}`),
    "MCP tools": () => post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    "made-up keys with files": () => ({ ...post("/api/v1/imports", file), token: madeUp() }),
    "rotated keys": async (n) => {
      await rotate(n % keys.length);
      return { ...search, token: secrets[n % keys.length]! };
    },
    "two accounts": (n) => ({
      ...[search, get("/contacts/duplicates"), post(undo, { dryRun: true })][n % 3]!,
      token: n % 2 === 0 || n % 3 === 2 ? token : third.token,
    }),
  };
}
