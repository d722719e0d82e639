import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, makeKey, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client } from "../support/client.ts";
import { startCountedCopy } from "../support/function-copy.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import type { TripProxy } from "../support/trip-proxy.ts";
import { until } from "../support/wait.ts";

// That each route makes one trip, succeeding or refused, is tested in test/http/every-route.test.ts.
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const sql = superuser();
let copy: Awaited<ReturnType<typeof startCountedCopy>>;
let proxy: TripProxy;
let owner: Account;
let client: Client;

beforeAll(async () => {
  copy = await startCountedCopy();
  proxy = copy.database;
  owner = await signUp();
  client = as(owner.token, copy.base);
  await client.get("/contacts");
});
afterAll(() => copy?.stop());

/** Demands what one request is answered and costs once a connection stands. */
async function expectCost(
  expected: { status: number; trips: number; statements: number },
  request: () => Promise<Answer>,
): Promise<void> {
  proxy.reset();
  const { status } = await request();
  expect({ status, trips: proxy.trips(), statements: proxy.statements() }).toEqual(expected);
}

const one = { trips: 1, statements: 1 };
const invalidJson = (raw: string) => ({ raw, headers: { "content-type": "application/json" } });

describe("a request with a body over 64 KiB", () => {
  const content = "é".repeat(70_000);

  it("has its key checked before its body is looked at, and is counted once", async () => {
    const { id, key } = await makeKey(owner);
    const withKey = as(key, copy.base);
    const remaining = async (body: unknown) =>
      Number((await withKey.post("/notes", body)).headers.get("x-ratelimit-remaining"));
    expect(await remaining({ content: "x" })).toBe(119);
    expect(await remaining({ content })).toBe(118);
    expect(await remaining({ content, unknown: 1 })).toBe(117);
    const counts =
      await sql`select requests, refusals from kith_private.api_key_requests where api_key_id = ${id}`;
    expect(counts).toEqual([{ requests: 3, refusals: 0 }]);
  });

  it("costs a second trip, and only the first where the key is unknown", async () => {
    const body = { content };
    await expectCost({ status: 201, trips: 2, statements: 2 }, () => client.post("/notes", body));
    const unknown = as(`kith_${"0".repeat(40)}`, copy.base);
    await expectCost({ status: 401, ...one }, () => unknown.post("/notes", body));
    const notJson = invalidJson("[".repeat(70_000));
    await expectCost({ status: 400, ...one }, () => client.post("/notes", undefined, notJson));
  });
});

describe("a connection to the database that is cut", () => {
  it("while it is idle is replaced by the next request", async () => {
    expect((await client.get("/contacts")).status).toBe(200);
    const before = proxy.connections();
    proxy.cut();
    proxy.restore();
    // The function takes a connection that was used within the last second without another look.
    await pause(1_200);
    expect((await client.get("/contacts")).status).toBe(200);
    expect(proxy.connections()).toBeGreaterThan(before);
  });

  it("while it is used is 503, and replaced by the next request", async () => {
    expect((await client.get("/contacts")).status).toBe(200);
    proxy.reset();
    proxy.delay(1_000);
    const answer = client.get("/contacts");
    await until("the statement is on its way", () => proxy.trips() > 0);
    proxy.cut();
    expectProblem(await answer, 503, "unavailable");
    proxy.delay(0);
    proxy.restore();
    expect((await client.get("/contacts")).status).toBe(200);
  });
});
