import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectProblem, expectViolations, sameBytes } from "../support/problems.ts";
import { countRequests } from "../support/rate-limit.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const unknown = as(`kith_${"0".repeat(40)}`);
let me: Account;
let made: Json;
beforeEach(async () => {
  me = await signUp();
  made = await make(me, "/api-keys", { name: "Agent", expiresAt: "2099-01-01" });
});

const rotate = async (body?: Json): Promise<Json> =>
  expectStatus(await me.post(`/api-keys/${made.id}/rotate`, body), 200);
const read = async (): Promise<Json> => expectStatus(await me.get(`/api-keys/${made.id}`), 200);
const statusOf = async (key: string) => (await as(key).get("/me")).status;
const endOverlap = () =>
  sql`update kith_private.api_keys set previous_expires_at = now() where id = ${made.id}`;
const day = 86_400;

async function expectUnknown(key: string): Promise<void> {
  const answer = await as(key).get("/contacts");
  expectProblem(answer, 401, "unauthorized");
  expect(sameBytes(answer)).toEqual(sameBytes(await unknown.get("/contacts")));
}

describe("rotating a key", () => {
  it("shows a new secret once, under the same id, name and expiry", async () => {
    const { key, ...rest } = await rotate();
    expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
    expect(key).not.toBe(made.key);
    const { key: _, ...before } = made;
    expect(rest).toEqual({
      ...before,
      keyPrefix: key.slice(0, 9),
      updatedAt: expect.any(String),
    });
    expect(rest.updatedAt > before.updatedAt).toBe(true);
    expect(await read()).toEqual(rest);
    expect((await me.get("/api-keys")).body).toMatchObject({ data: [rest], total: 1 });
  });

  it("ends the old secret at once unless an overlap is asked for", async () => {
    expect(await statusOf(made.key)).toBe(200);
    for (const body of [undefined, {}, { overlapSeconds: 0 }]) {
      const { key } = await rotate(body);
      await expectUnknown(made.key);
      expect(await statusOf(key)).toBe(200);
      made.key = key;
    }
  });

  it("lets both work until the overlap ends, and says when that is", async () => {
    const asked = Date.now();
    const { key, previousKeyExpiresAt } = await rotate({ overlapSeconds: day });
    const seconds = (Date.parse(previousKeyExpiresAt) - asked) / 1000;
    expect(seconds).toBeGreaterThan(day - 5);
    expect(seconds).toBeLessThan(day + 60);
    expect(await read()).toMatchObject({ previousKeyExpiresAt });
    expect([await statusOf(made.key), await statusOf(key)]).toEqual([200, 200]);
    await endOverlap();
    await expectUnknown(made.key);
    expect(await statusOf(key)).toBe(200);
    expect(await read()).toMatchObject({ previousKeyExpiresAt: null });
  });

  it("a second time ends the oldest secret before its overlap is over", async () => {
    const second = await rotate({ overlapSeconds: day });
    const third = await rotate({ overlapSeconds: day });
    await expectUnknown(made.key);
    expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([200, 200]);
    await rotate();
    for (const { key } of [second, third]) await expectUnknown(key);
  });

  it("does not lengthen the life of the key", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    expectStatus(await me.patch(`/api-keys/${made.id}`, { expiresAt }), 200);
    const { key, ...rest } = await rotate({ overlapSeconds: day });
    expect(rest).toMatchObject({ expiresAt, previousKeyExpiresAt: expiresAt });
    await sql`
      update kith_private.api_keys set expires_at = now() + interval '1 millisecond' where id = ${made.id}`;
    for (const each of [key, made.key]) await expectUnknown(each);
    expect(await read()).toMatchObject({ previousKeyExpiresAt: null });
    const again = await rotate({ overlapSeconds: day });
    for (const each of [again.key, key]) await expectUnknown(each);
    expectStatus(await me.patch(`/api-keys/${made.id}`, { expiresAt: null }), 200);
    expect([await statusOf(again.key), await statusOf(key)]).toEqual([200, 200]);
    await expectUnknown(made.key);
  });

  it.each([[-1, "too_small"], [604_801, "too_big"], [1.5, "invalid_type"], ["1", "invalid_type"]])(
    "refuses an overlap of %j",
    async (overlapSeconds, code) => {
      const answer = await me.post(`/api-keys/${made.id}/rotate`, { overlapSeconds });
      expectViolations(answer, `body /overlapSeconds ${code}`);
      expect(await statusOf(made.key)).toBe(200);
    },
  );

  it("takes an overlap of a week, and the database refuses a longer one", async () => {
    await rotate({ overlapSeconds: 604_800 });
    const hash = createHash("sha256").update("x").digest("hex");
    const [row] = await sql<{ status: null; body: string }[]>`
      select status, body from kith_private.handle(${
      JSON.stringify({ kind: "access_token", sub: me.id })
    }, 'rotate_api_key', ${
      JSON.stringify({
        id: made.id,
        body: { overlapSeconds: 604_801 },
        hash,
        keyPrefix: "kith_0000",
      })
    })`;
    expect(row?.status).toBeNull();
    expect(JSON.parse(row!.body).errors).toMatchObject([
      { pointer: "/overlapSeconds", code: "too_big" },
    ]);
    expect(await statusOf(made.key)).toBe(200);
  });
});

describe("both secrets of a key", () => {
  it("share one limit of 120 and one count", async () => {
    const { key } = await rotate({ overlapSeconds: day });
    const clients = [as(made.key), as(key)];
    const answers = [];
    await countRequests(sql, made.id, 110);
    for (let n = 0; n < 11; n++) answers.push(await clients[n % 2]!.get("/note-types"));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const client of clients) {
      expectProblem(await client.get("/note-types"), 429, "rate_limited");
    }
    const counts = await sql`
      select requests, refusals from kith_private.api_key_requests where api_key_id = ${made.id}`;
    expect(counts).toEqual([{ requests: 13, refusals: 3 }]);
  });

  it("are the same actor in the log", async () => {
    const { key } = await rotate({ overlapSeconds: day });
    for (const each of [made.key, key]) await make(as(each), "/contacts", { firstName: "A" });
    const { data } = expectStatus(await me.get(`/activity?actorId=${made.id}`), 200);
    const actor = { kind: "api_key", id: made.id, name: "Agent" };
    expect(data.map((each: Json) => each.actor)).toEqual([actor, actor]);
  });

  it("end at once when the key is deleted", async () => {
    const { key } = await rotate({ overlapSeconds: day });
    expect((await me.delete(`/api-keys/${made.id}`)).status).toBe(204);
    for (const each of [made.key, key]) await expectUnknown(each);
  });

  it("are in the database as hashes only", async () => {
    const { key } = await rotate({ overlapSeconds: day });
    const [row] = await sql<{ text: string; previous: string }[]>`
      select k::text as text, encode(previous_hash, 'hex') as previous from kith_private.api_keys k where id = ${made.id}`;
    expect(row!.previous).toBe(createHash("sha256").update(made.key).digest("hex"));
    for (const each of [made.key, key]) expect(row!.text).not.toContain(each.slice(9));
  });
});

describe("a rotation", () => {
  it("with an Idempotency-Key is done once, and the second answer shows no secret", async () => {
    const options = { headers: { "idempotency-key": "once" } };
    const send = () => me.post(`/api-keys/${made.id}/rotate`, { overlapSeconds: day }, options);
    const first = expectStatus(await send(), 200);
    const again = await send();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual({ ...first, key: null });
    expect([await statusOf(made.key), await statusOf(first.key)]).toEqual([200, 200]);
  });

  it("repeated many times at once leaves the last two secrets", async () => {
    const rotated = await Promise.all(
      Array.from({ length: 6 }, () => rotate({ overlapSeconds: day })),
    );
    const found = [];
    for (const { key } of rotated) found.push(await statusOf(key));
    expect(found.filter((status) => status === 200)).toHaveLength(2);
    expect(found.filter((status) => status === 401)).toHaveLength(4);
    await expectUnknown(made.key);
  });

  it("with an overlap refuses no request that is under way", async () => {
    const stop = new AbortController();
    const keepAsking = async () => {
      const found: number[] = [];
      while (!stop.signal.aborted) found.push(await statusOf(made.key));
      return found;
    };
    const asking = [keepAsking(), keepAsking()];
    const { key } = await rotate({ overlapSeconds: day });
    expect(await statusOf(key)).toBe(200);
    stop.abort();
    const found = (await Promise.all(asking)).flat();
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter((status) => status !== 200)).toEqual([]);
  });

  it("of somebody else's key changes nothing", async () => {
    const stranger = await signUp();
    for (const [method, path] of [["GET", ""], ["PATCH", ""], ["POST", "/rotate"]] as const) {
      const answer = await stranger.send(
        method,
        `/api-keys/${made.id}${path}`,
        method === "PATCH" ? { name: "Theirs" } : undefined,
      );
      expectProblem(answer, 404, "not_found");
    }
    const { key: _, ...before } = made;
    expect(await read()).toEqual(before);
    expect(await statusOf(made.key)).toBe(200);
  });
});
