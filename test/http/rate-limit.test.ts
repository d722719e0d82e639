import { describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { as, type Client } from "../support/client.ts";
import { withFunctionCopy } from "../support/function-copy.ts";
import { expectProblem } from "../support/problems.ts";
import { countRequests } from "../support/key-scopes.ts";
import { superuser } from "../support/sql.ts";

const limit = 120;
const sql = superuser();

async function newKey() {
  const account = await signUp();
  const { id, key } = await makeKey(account);
  return { account, id, client: as(key) };
}

/** The instants of the requests that count, in seconds of Unix time. */
async function instantsOf(id: string): Promise<number[]> {
  const [row] = await sql`
    select array(select extract(epoch from i)::float8 from unnest(instants) i) as instants
      from kith_private.api_key_requests where api_key_id = ${id}`;
  return row!["instants"];
}

/** Lets seconds pass for one key: everything that the service has recorded moves into the past. */
const pass = (id: string, seconds: number) =>
  sql`
    update kith_private.api_key_requests
       set instants = array(select i - make_interval(secs => ${seconds})
                              from unnest(instants) with ordinality as t (i, n) order by n)
     where api_key_id = ${id}`;

/** Sends a burst with 8 requests at a time, turn by turn over the clients; what is left after each that is answered. */
async function burst(requests: number, ...clients: Client[]): Promise<(string | null)[]> {
  const left: (string | null)[] = [];
  let next = 0;
  const worker = async () => {
    while (next < requests) {
      const answer = await clients[next++ % clients.length]!.get("/contacts?pageSize=1");
      if (answer.status === 200) left.push(answer.headers.get("x-ratelimit-remaining"));
      else expectProblem(answer, 429, "rate_limited");
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return left;
}

it("each request of a key counts once, however it is answered, up to 120; then none is read or counted", async () => {
  const { account, id, client } = await newKey();
  const broken = { raw: "{", headers: { "content-type": "application/json" } };
  const requests = [
    [200, () => client.get("/contacts")],
    [400, () => client.get("/contacts?page=0")],
    [400, () => client.post("/contacts", {})],
    [404, () => client.get("/contacts/x")],
    [403, () => client.get("/api-keys")],
    [400, () => client.post("/contacts", undefined, broken)],
    [201, () => client.post("/contacts", { firstName: "A" })],
  ] as const;
  for (const [n, [status, send]] of requests.entries()) {
    const { status: found, headers } = await send();
    const told = ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
    // When the oldest leaves the window, in Unix seconds.
    const reset = String(Math.ceil((await instantsOf(id))[0]! + 60));
    expect([found, ...told]).toEqual([status, "120", String(limit - 1 - n), reset]);
  }
  await countRequests(sql, id, limit - requests.length - 1);
  expect((await client.get("/contacts")).headers.get("x-ratelimit-remaining")).toBe("0");

  const before = await instantsOf(id);
  for (const [, send] of requests) {
    const refused = await send();
    expectProblem(refused, 429, "rate_limited");
    expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(refused.headers.get("x-ratelimit-limit")).toBe("120");
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
  }
  expect(await instantsOf(id)).toEqual(before);
  expect((await account.read("/contacts")).total).toBe(1);
  const other = as((await makeKey(account)).key);
  expect((await other.get("/contacts")).headers.get("x-ratelimit-remaining")).toBe("119");
});

describe("the window", () => {
  it("the window is 60 seconds long, to a tenth of a second", async () => {
    const { id } = await newKey();
    /** Whether one more is let through when 120 were made this long ago; asked again if asking took long. */
    const allowed = async (secondsAgo: number): Promise<boolean> => {
      await sql`delete from kith_private.api_key_requests where api_key_id = ${id}`;
      await countRequests(sql, id, limit, secondsAgo);
      const [row] = await sql<{ allowed: boolean; took: number }[]>`
        with began as materialized (
          select instants[1] + make_interval(secs => ${secondsAgo}) as at
            from kith_private.api_key_requests where api_key_id = ${id})
        select counted.allowed, extract(epoch from clock_timestamp() - began.at)::float8 as took
          from began, lateral kith_private.count_request(${id}) counted`;
      if (!row || row.took > 0.09) return await allowed(secondsAgo);
      return row.allowed;
    };
    expect(await allowed(59.9)).toBe(false);
    expect(await allowed(60)).toBe(true);
  });

  it("slides: each request leaves it after 60 seconds, as Retry-After says, and no sooner", async () => {
    const { id, client } = await newKey();
    await countRequests(sql, id, 1, 50);
    await countRequests(sql, id, limit - 1);
    const wait = Number((await client.get("/contacts")).headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(10);
    await pass(id, wait);
    expect(await burst(8, client)).toEqual(["0"]);
  });
});

it("two copies of the function and eight clients at once allow a key exactly 120 together in any 60 seconds", () =>
  withFunctionCopy({}, async (base) => {
    const { id, key } = await makeKey(await signUp());
    const clients = [as(key), as(key, base)];
    const left = (await burst(limit + 20, ...clients)).map(Number).sort((a, b) => a - b);
    expect(left).toEqual(Array.from({ length: limit }, (_, n) => n));
    await pass(id, 30);
    expect(await burst(20, ...clients)).toEqual([]);
    await pass(id, 30);
    expect(await burst(limit + 20, ...clients)).toHaveLength(limit);
  }));

it("an access token has no limit and no such header; of a key that does not exist nothing is stored", async () => {
  expect(await burst(limit + 5, await signUp())).toEqual(Array(limit + 5).fill(null));
  const stranger = as(`kith_${"ab".repeat(20)}`);
  const asked = Array.from({ length: limit + 5 }, () => stranger.get("/contacts"));
  for (const answer of await Promise.all(asked)) expectProblem(answer, 401, "unauthorized");
  const orphans = await sql`
    select r.api_key_id from kith_private.api_key_requests r
     where not exists (select from kith_private.api_keys k where k.id = r.api_key_id)`;
  expect(orphans).toEqual([]);
});
