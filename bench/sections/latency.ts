import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Account } from "../../test/support/accounts.ts";
import { type Client, clientOf } from "../../test/support/client.ts";
import { successfulRequest, type TestRoute, tokenRoutes } from "../../test/support/route-table.ts";
import { tokenOn } from "../../test/support/own-stack.ts";
import { startTripProxy } from "../../test/support/trip-proxy.ts";
import { toInit } from "../load.ts";
import { median, type Row } from "../report.ts";
import { cleanUp, type Section, startBench } from "../stack.ts";

/** Milliseconds each way between function and database. */
const distance = 25;

/** What needs more than one trip by its nature, and is only told: it reads page after page, or removes photos. */
const isAside = ({ name, path }: TestRoute) => name === "delete /me" || path.endsWith("/export");
/** A key may undo only its own changes, and those that are made here are the account's. */
const undoes = ({ path }: TestRoute) => path.endsWith("/undo");

/** A client without the checks that the tests' own makes of every answer. */
function uncheckedClient(origin: string, token: string): Client {
  return clientOf(async (method, path, body) => {
    const request = { method: method.toUpperCase() as "GET", path, token, body };
    const response = await fetch(`${origin}/kith/api/v1${path}`, toInit(request));
    const { status, headers } = response;
    const text = await response.text();
    const isJson = headers.get("content-type")?.includes("json");
    return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
  });
}

/** What a request came to. */
interface Cost {
  milliseconds: number;
  trips: number;
  statements: number;
}

/** What every route costs when the database is far away. */
export const latency: Section = async (context) => {
  const { stack } = await startBench(context, { owners: 1, contactsPerOwner: 1, notesPerOwner: 1 });
  const proxy = await startTripProxy(stack.databaseUrl);
  cleanUp(() => proxy.stop());
  const far = await stack.startFunction({ SUPABASE_DB_URL: proxy.url, KITH_DB_URL: proxy.url });
  cleanUp(() => far.stop());
  const client = new pg.Client(proxy.url);
  client.on("error", () => {});
  await client.connect();
  cleanUp(() => client.end());

  /** Sends a request with the database this far away. @throws Error where it is refused */
  const costOf = async (
    milliseconds: number,
    what: string,
    request: () => Promise<{ status: number; text: string }>,
  ): Promise<Cost> => {
    proxy.reset();
    proxy.delay(milliseconds);
    const began = performance.now();
    const { status, text } = await request().finally(() => proxy.delay(0));
    if (status >= 300) throw new Error(`${what} was answered with ${status}: ${text}`);
    return {
      milliseconds: performance.now() - began,
      trips: proxy.trips(),
      statements: proxy.statements(),
    };
  };
  // Everything that has to be there first is made by the function that is near its database.
  const signUp = async (): Promise<Account> => {
    const email = `person-${randomUUID()}@example.com`;
    const token = await tokenOn(stack, email);
    const client = uncheckedClient(stack.functionUrl, token);
    const { id } = (await client.get("/me")).body;
    return { id, email, password: "", token, ...client };
  };
  const account = await signUp();
  const keys: string[] = [];
  // One alone would run into its limit.
  while (keys.length < 5) keys.push((await account.post("/api-keys", { name: "Key" })).body.key);
  const ask = async (route: TestRoute, n: number, milliseconds = distance): Promise<Cost> => {
    const someone = route.name === "delete /me" ? await signUp() : account;
    const { path, body } = await successfulRequest(route, someone);
    const withKey = route.credential === "any" && !undoes(route) && n % 2 === 1;
    const token = withKey ? keys[Math.floor(n / 2) % keys.length]! : someone.token;
    let id: string | undefined;
    const cost = await costOf(milliseconds, route.name, async () => {
      const answer = await uncheckedClient(far.url, token).send(route.method, path, body);
      id = answer.body?.id;
      return answer;
    });
    // An account has at most twenty.
    if (route.name === "post /api-keys") await account.delete(`/api-keys/${id}`);
    return cost;
  };
  const count = context.quick ? 2 : 6;
  context.progress(`${tokenRoutes.length} routes, ${count} times each, ${distance} ms each way`);
  // First calls cost more, wherever the database is.
  for (const route of tokenRoutes) for (const n of [0, 1]) await ask(route, n, 0);
  const trips: number[] = [];
  const costs = new Map<TestRoute, Cost[]>();
  const query = async () => (await client.query("select 1"), { status: 200, text: "" });
  for (const route of tokenRoutes) {
    trips.push((await costOf(distance, "a trip", query)).milliseconds);
    const found: Cost[] = [];
    for (let n = 0; n < count; n++) found.push(await ask(route, n));
    costs.set(route, found);
  }
  const trip = median(trips);
  const rows = [...costs].map(([route, costs]): Row => {
    const goal = <T>(goal: T) => isAside(route) ? {} : goal;
    const most = (what: "trips" | "statements") => ({
      values: [Math.max(...costs.map((cost) => cost[what]))],
      ...goal({ atLeast: 1, atMost: 1 }),
    });
    const beyond = costs.map(({ milliseconds }) => milliseconds - trip);
    const time = { values: beyond, ...goal({ atMost: 10 }) };
    return [route.name, most("trips"), most("statements"), time];
  });
  return {
    method:
      `Function and database are ${distance} ms apart each way. Every route is asked ${count} times, one after the other, for something that ` +
      `succeeds, with access token and API key in turn where it takes both. One trip is the median of \`select 1\` on an open connection ` +
      `over the same way in the same run: ${trip.toFixed(1)} ms.`,
    tables: [{
      caption: "The most trips and statements of a request, and milliseconds beyond one trip",
      columns: ["route", "trips", "statements", "ms beyond one trip"],
      rows,
    }],
  };
};
