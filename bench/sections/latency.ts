// Measures every route with the database far away.
import { type Client, clientOf, expectStatus } from "../../test/support/client.ts";
import { database, makeOne, makeRoom } from "../../test/support/route-examples.ts";
import { successfulRequest, type TestRoute, tokenRoutes } from "../../test/support/route-table.ts";
import { startTripProxy } from "../../test/support/trip-proxy.ts";
import { type BenchRequest, toInit } from "../measure.ts";
import { type Figure, median, type Row, type Table } from "../report.ts";
import type { SeededOwner } from "../seed.ts";
import { cleanUp, open, type Section, startBench } from "../stack.ts";

/** Milliseconds each way between function and database. */
const distance = 25;

/**
 * What needs more than one trip by its nature, and is only told: it reads page after page, removes photos, or checks its credential before it
 * reads a file.
 */
const isAside = ({ name, path }: TestRoute) =>
  /^delete \/(me|activity|trash)(\/\{id\})?$/.test(name) || path.endsWith("/export") ||
  name === "post /imports";

/** A client without the checks that the tests' own makes of every answer. */
function uncheckedClient(origin: string, token: string): Client {
  return clientOf(async (method, path, body) => {
    const request = { method: method.toUpperCase(), path, token, body } as BenchRequest;
    const response = await fetch(`${origin}/kith/api/v1${path}`, toInit(request));
    const { status, headers } = response;
    const text = await response.text();
    const isJson = headers.get("content-type")?.includes("json");
    return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
  });
}

/** What every route costs when the database is far away. */
export const latency: Section = async (context) => {
  const count = context.quick ? 2 : 6;
  // One is asked about, with several keys because one alone would run into its limit; others are deleted.
  const groups = [
    { owners: 1, contacts: 1, notes: 1, keys: 5 },
    { owners: 2 + count, contacts: 0, notes: 0 },
  ];
  const { stack, owners: [first, ...others] } = await startBench(context, groups);
  database.adminUrl = () => stack.adminDatabaseUrl;
  const proxy = await startTripProxy(stack.databaseUrl);
  cleanUp(() => proxy.stop());
  const far = await stack.startFunction({ SUPABASE_DB_URL: proxy.url, KITH_DB_URL: proxy.url });
  cleanUp(() => far.stop());
  const sql = open(proxy.url);

  /** Milliseconds and trips with the database this far away. */
  const costOf = async (milliseconds: number, work: () => Promise<unknown>) => {
    proxy.reset();
    proxy.delay(milliseconds);
    const began = performance.now();
    await work().finally(() => proxy.delay(0));
    return { milliseconds: performance.now() - began, trips: proxy.trips() };
  };
  // Everything that has to be there first is made by the function that is near its database.
  const accountOf = (owner: SeededOwner) => {
    const near = uncheckedClient(stack.functionUrl, owner.token);
    return { ...near, ...owner, email: "", password: "" };
  };
  const account = accountOf(first!);
  const ask = async (route: TestRoute, n: number, milliseconds = distance) => {
    const someone = route.name === "delete /me" ? accountOf(others.pop()!) : account;
    const { path, body } = await successfulRequest(route, someone);
    // What the other keys have done was changed since.
    if (route.path === "/activity/undo") body["actorId"] = await makeOne(account, "api-keys");
    // A key may undo only its own changes, and those that are made here are the account's.
    const withKey = route.credential === "any" && !route.path.endsWith("/undo") && n % 2 === 1;
    const token = withKey ? account.keys[Math.floor(n / 2) % account.keys.length]! : someone.token;
    if (route.method === "post") await makeRoom(account, route.path.slice(1));
    const cost = await costOf(milliseconds, async () => {
      const answer = await uncheckedClient(far.url, token).send(route.method, path, body);
      if (answer.status >= 300) expectStatus(answer, 200);
    });
    return cost;
  };
  context.progress(`${tokenRoutes.length} routes, ${count} times each, ${distance} ms each way`);
  // First calls cost more, wherever the database is.
  for (const route of tokenRoutes) for (const n of [0, 1]) await ask(route, n, 0);
  const trips: number[] = [];
  const costs: [TestRoute, Awaited<ReturnType<typeof costOf>>[]][] = [];
  for (const route of tokenRoutes) {
    trips.push((await costOf(distance, () => sql`select 1`)).milliseconds);
    const found = [];
    for (let n = 0; n < count; n++) found.push(await ask(route, n));
    costs.push([route, found]);
  }
  const trip = median(trips);
  const table = (goal: string, figureOf: (of: typeof costs[number][1]) => Figure): Table => ({
    caption: goal,
    columns: ["route", "measured"],
    rows: costs.map(([route, found]): Row => {
      const { values, ...goals } = figureOf(found);
      return [route.name, { values, ...(!isAside(route) && goals) }];
    }),
    goal,
  });
  return {
    method:
      `Function and database are ${distance} ms apart each way. Every route is asked ${count} times, one after the other, for something that ` +
      `succeeds, with access token and API key in turn where it takes both. One trip is the median of \`select 1\` on an open connection ` +
      `over the same way in the same run: ${trip.toFixed(1)} ms. Trips are the most of a request.`,
    tables: [
      table(
        "trips of a request to a database 25 ms away, except photos, exports, imports, erasing and deleting an account",
        (found) => ({
          values: [Math.max(...found.map(({ trips }) => trips))],
          atLeast: 1,
          atMost: 1,
        }),
      ),
      table("… ms beyond that trip", (found) => ({
        values: found.map(({ milliseconds }) => milliseconds - trip),
        atMost: 10,
      })),
    ],
  };
};
