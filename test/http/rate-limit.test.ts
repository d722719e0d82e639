import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { type Answer, as, baseUrl, type Client } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { expectProblem } from "../support/problems.ts";
import { countRequests } from "../support/key-scopes.ts";
import { superuser } from "../support/sql.ts";

const limit = 120;
const sql = superuser();

async function newKey() {
  const account = await signUp();
  return { account, ...await makeKey(account) };
}

/** Lets seconds pass for one key: everything that the service has recorded moves into the past. */
async function pass(id: string, seconds: number): Promise<void> {
  await sql`
    update kith_private.api_key_requests
       set instants = array(select i - make_interval(secs => ${seconds})
                              from unnest(instants) with ordinality as t (i, n) order by n)
     where api_key_id = ${id}`;
}

/** Sends a burst with 8 requests at a time, turn by turn over the clients; returns the answers by status. */
async function burst(
  clients: Client[],
  requests: number,
): Promise<{ ok: Answer[]; refused: Answer[] }> {
  const answers: Answer[] = [];
  let next = 0;
  const worker = async () => {
    while (next < requests) {
      const client = clients[next++ % clients.length];
      if (client) answers.push(await client.get("/contacts?pageSize=1"));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const ok = answers.filter((answer) => answer.status === 200);
  const refused = answers.filter((answer) => answer.status !== 200);
  for (const answer of refused) expectProblem(answer, 429, "rate_limited");
  return { ok, refused };
}

describe("one key", () => {
  it("gets 120 answers of 121, and then when to come back", async () => {
    const { key } = await newKey();
    const client = as(key);
    for (let n = 1; n <= limit; n++) {
      const { status, headers } = await client.get("/contacts");
      const remaining = headers.get("x-ratelimit-remaining");
      expect([status, headers.get("x-ratelimit-limit"), remaining]).toEqual([
        200,
        "120",
        String(limit - n),
      ]);
    }
    const refused = await client.get("/contacts");
    expectProblem(refused, 429, "rate_limited");
    const wait = refused.headers.get("retry-after") ?? "";
    expect(wait).toMatch(/^[1-9]\d?$/);
    expect(Number(wait)).toBeLessThanOrEqual(60);
    expect(refused.headers.get("x-ratelimit-limit")).toBe("120");
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
  });

  it("is told in X-RateLimit-Reset when the oldest request leaves the window, in Unix seconds", async () => {
    const { id, key } = await newKey();
    const reset = async () =>
      Number((await as(key).get("/contacts")).headers.get("x-ratelimit-reset"));
    const first = await reset();
    const [row] = await sql<{ leaves: number }[]>`
      select extract(epoch from instants[1])::float8 + 60 as leaves
        from kith_private.api_key_requests where api_key_id = ${id}`;
    expect(first).toBe(Math.ceil(row?.leaves ?? 0));
    expect(await reset()).toBe(first);
  });

  it("is counted once for each request, refused ones included", async () => {
    const { key } = await newKey();
    const client = as(key);
    const answers = [
      await client.get("/contacts"),
      await client.get("/contacts?page=0"),
      await client.post("/contacts", {}),
      await client.get("/contacts/x"),
      await client.get("/api-keys"),
      await client.post("/contacts", undefined, {
        raw: "{",
        headers: { "content-type": "application/json" },
      }),
      await client.post("/contacts", { firstName: "A" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 404, 403, 400, 201]);
    expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining")))
      .toEqual(["119", "118", "117", "116", "115", "114", "113"]);
  });

  it("is answered with 429 before its request is read; other keys of the account go on", async () => {
    const { account, id, key } = await newKey();
    await countRequests(sql, id, limit);
    const client = as(key);
    expectProblem(await client.post("/contacts", { firstName: "Late" }), 429, "rate_limited");
    expectProblem(await client.post("/contacts", {}), 429, "rate_limited");
    expectProblem(await client.get("/contacts/x"), 429, "rate_limited");
    expectProblem(await client.get("/api-keys"), 429, "rate_limited");
    expect((await account.get("/contacts")).body.total).toBe(0);
    const other = as((await makeKey(account)).key);
    expect((await other.get("/contacts")).headers.get("x-ratelimit-remaining")).toBe("119");
  });
});

describe("the window", () => {
  it("is 60 seconds long, to a tenth of a second", async () => {
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
    const { id, key } = await newKey();
    await countRequests(sql, id, 1, 50);
    await countRequests(sql, id, limit - 1);
    const { ok, refused } = await burst([as(key)], 8);
    expect(ok).toEqual([]);
    const wait = Number(refused[0]!.headers.get("retry-after"));
    expect(wait).toBeLessThanOrEqual(10);
    await pass(id, wait);
    expect((await burst([as(key)], 8)).ok).toHaveLength(1);
  });

  it("does not grow with requests that are refused", async () => {
    const { id, key } = await newKey();
    await countRequests(sql, id, limit);
    const before =
      await sql`select instants::text from kith_private.api_key_requests where api_key_id = ${id}`;
    await burst([as(key)], 20);
    const after =
      await sql`select instants::text from kith_private.api_key_requests where api_key_id = ${id}`;
    expect(after).toEqual(before);
    await pass(id, 60);
    expect((await as(key).get("/contacts")).headers.get("x-ratelimit-remaining")).toBe("119");
  });
});

describe("two copies of the function and eight clients", () => {
  let copy: FunctionCopy;
  beforeAll(async () => {
    copy = await startFunctionCopy();
  });
  afterAll(() => copy.stop());

  it("allow exactly 120 together in any 60 seconds", async () => {
    const { id, key } = await newKey();
    const clients = [as(key, baseUrl()), as(key, copy.base)];
    const { ok, refused } = await burst(clients, 140);
    expect([ok.length, refused.length]).toEqual([limit, 20]);
    const figures = ok.map((answer) => Number(answer.headers.get("x-ratelimit-remaining")));
    expect(figures.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, n) => n));
    await pass(id, 30);
    expect((await burst(clients, 20)).ok).toEqual([]);
    await pass(id, 30);
    expect((await burst(clients, 140)).ok).toHaveLength(limit);
  });
});

describe("what has no limit", () => {
  it("is an access token, which gets no such header", async () => {
    const account = await signUp();
    const { ok, refused } = await burst([account], limit + 5);
    expect([ok.length, refused.length]).toEqual([limit + 5, 0]);
    const { headers } = await account.get("/contacts?page=0");
    expect([...headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
  });

  it("is a key that does not exist, of which nothing is stored", async () => {
    const stranger = as(`kith_${"ab".repeat(20)}`);
    const answers = await Promise.all(
      Array.from({ length: limit + 5 }, () => stranger.get("/contacts")),
    );
    for (const answer of answers) expectProblem(answer, 401, "unauthorized");
    const orphans = await sql`
      select r.api_key_id from kith_private.api_key_requests r
       where not exists (select from kith_private.api_keys k where k.id = r.api_key_id)`;
    expect(orphans).toEqual([]);
  });
});
