import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { until } from "./wait.ts";
import { startTripProxy, type TripProxy } from "./trip-proxy.ts";

/** The proxy decides whether others pass, so what it counts is tested where the right number is known. */
let proxy: TripProxy;
/** The function's own driver. */
let client: pg.Client;
/** One that sends statements without waiting for the answers to those before. */
let pipelining: pg.Client;

beforeAll(async () => {
  proxy = await startTripProxy(inject("stack").databaseUrl);
  client = new pg.Client({ connectionString: proxy.url });
  pipelining = new pg.Client({ connectionString: proxy.url, pipeline: true });
  for (const each of [client, pipelining]) {
    // The proxy ends them when it stops, which would otherwise end the process.
    each.on("error", () => {});
    await each.connect();
  }
});
afterAll(async () => {
  await client?.end();
  await pipelining?.end();
  await proxy?.stop();
});

async function counted(work: () => Promise<unknown>) {
  proxy.reset();
  await work();
  return { statements: proxy.statements(), trips: proxy.trips() };
}

describe("the proxy that counts", () => {
  it("counts one for a statement, simple or with parameters, whatever its size", async () => {
    const one = { statements: 1, trips: 1 };
    const long = "x".repeat(300_000);
    expect(await counted(() => client.query("select 1"))).toEqual(one);
    expect(await counted(() => client.query("select $1::text", [long]))).toEqual(one);
    expect(await counted(() => client.query("select repeat('x', 3000000)"))).toEqual(one);
    const failing = async () => {
      await expect(client.query("select 1/0")).rejects.toThrow();
      // The driver gives up on the error; that the server is ready again comes after it.
      await until("the server is ready again", () => proxy.statements() > 0);
    };
    expect(await counted(failing)).toEqual(one);
  });

  it("tells statements from trips where they are sent without waiting", async () => {
    const work = () => Promise.all([1, 2, 3, 4].map(() => pipelining.query("select 1")));
    const { statements, trips } = await counted(work);
    expect(statements).toBe(4);
    expect(trips).toBeLessThan(4);
  });
});
