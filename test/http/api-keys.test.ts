import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type Scope, scopes as known } from "../../functions/kith/core/scopes.ts";
import {
  type Account,
  expectStatus,
  type KeyLimits,
  makeKey,
  signUp,
  withKey,
} from "../support/accounts.ts";
import { type Answer, as, type Json } from "../support/client.ts";
import { expectProblem, expectViolations, sameBytes } from "../support/problems.ts";
import {
  countRequests,
  countsOf,
  expectInsufficient,
  rowsBesidesUse,
} from "../support/key-scopes.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { routes, successfulRequest } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const unknown = as(`kith_${"0".repeat(40)}`);
const day = 86_400;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
let me: Account;
let made: Json;
let path: string;
beforeEach(async () => {
  me = await signUp();
  made = await me.make("/api-keys", { name: " Agent ", expiresAt: "2099-01-01" });
  path = `/api-keys/${made.id}`;
});

const rotate = async (body?: Json): Promise<Json> =>
  expectStatus(await me.post(`${path}/rotate`, body), 200);
const statusOf = async (key: string) => (await as(key).get("/me")).status;

async function expectUnknown(key: string): Promise<void> {
  for (
    const [method, path, body] of [
      ["GET", "/contacts"],
      ["POST", "/contacts", { noSuchMember: 1 }],
      ["POST", "/notes", { content: "a".repeat(100_000) }],
      ["GET", `/api-keys/${made.id}`],
      ["DELETE", "/me"],
    ] as const
  ) {
    const answer = await as(key).send(method, path, body);
    expectProblem(answer, 401, "unauthorized");
    expect(sameBytes(answer)).toEqual(sameBytes(await unknown.send(method, path, body)));
  }
}

/** Lets a key expire: the database takes no expiry in the past. */
async function expire(): Promise<string> {
  const [row] = await sql<{ at: Date }[]>`
    update kith_private.api_keys set expires_at = now() + interval '20 milliseconds' where id = ${made.id}
    returning expires_at as at`;
  await wait(40);
  return row!.at.toISOString();
}

it("making a key shows the key once and never again, and stores its hash", async () => {
  const { key, ...rest } = made;
  expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
  expect(rest).toEqual({
    id: expect.any(String),
    name: "Agent",
    scopes: null,
    networkIds: null,
    expiresAt: "2099-01-01T00:00:00.000Z",
    keyPrefix: key.slice(0, 9),
    createdAt: expect.any(String),
    updatedAt: rest.createdAt,
    lastUsedAt: null,
    lastOperation: null,
    lastRefusal: null,
    previousKeyExpiresAt: null,
  });
  expect(await me.read("/api-keys")).toEqual({ data: [rest], page: 1, pageSize: 50, total: 1 });
  const [row] = await sql`
    select encode(hash, 'hex') as hash from kith_private.api_keys where id = ${made.id}`;
  expect(row!["hash"]).toBe(sha256(key));
  expect(await statusOf(key)).toBe(200);
});

describe("a key", () => {
  it("the key is renamed, and keeps its secret, its limit and its counts", async () => {
    for (let n = 0; n < 3; n++) await as(made.key).get("/contacts");
    const before = await me.read(path);
    const after = await me.change(path, { name: " B " });
    expect(after).toEqual({ ...before, name: "B", updatedAt: expect.any(String) });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const next = await as(made.key).get("/contacts");
    expect(next.headers.get("x-ratelimit-remaining")).toBe("116");
  });

  it("shows when it was used last, to the minute, and by which operation", async () => {
    const use = () => as(made.key).get("/note-types");
    await use();
    const { lastUsedAt, lastOperation, updatedAt } = await me.read(path);
    expect([lastUsedAt, lastOperation]).toEqual([expect.any(String), "listNoteTypes"]);
    expect(updatedAt, "using it does not change it").toBe(made.updatedAt);
    await use();
    expect((await me.read(path)).lastUsedAt).toBe(lastUsedAt);
    await sql`
      update kith_private.api_keys set last_used_at = last_used_at - interval '61 seconds' where id = ${made.id}`;
    await use();
    expect((await me.read(path)).lastUsedAt >= lastUsedAt).toBe(true);
  });

  it("the key is refused as soon as it is deleted, with either of its two secrets", async () => {
    const { key } = await rotate({ overlapSeconds: day });
    expect(await statusOf(made.key)).toBe(200);
    expectStatus(await me.delete(path), 204);
    for (const each of [made.key, key]) await expectUnknown(each);
    expectProblem(await me.delete(path), 404, "not_found");
  });
});

describe("the expiry of a key", () => {
  it("the expiry is an instant or the start of a day in the profile's time zone, from now on until the year 9999", async () => {
    await me.change("/me", { timezone: "Pacific/Auckland" });
    for (
      const [expiresAt, shown] of [
        ["2099-06-01T10:00:00+02:00", "2099-06-01T08:00:00.000Z"],
        ["2099-06-01", "2099-05-31T12:00:00.000Z"],
        ["9999-12-31", "9999-12-30T11:00:00.000Z"],
        [null, null],
      ]
    ) {
      const created = await me.make("/api-keys", { name: "K", expiresAt });
      const changed = await me.change(path, { expiresAt });
      expect([expiresAt, created.expiresAt, changed.expiresAt]).toEqual([expiresAt, shown, shown]);
      expect(await statusOf(created.key)).toBe(200);
    }
    const past = new Date(Date.now() - 1000).toISOString();
    for (
      const [expiresAt, code] of [
        [past, "too_small"],
        ["9999-12-31T23:59:59.9999Z", "invalid_format"],
      ] as const
    ) {
      const place = `body /expiresAt ${code}`;
      expectViolations(await me.post("/api-keys", { name: "K", expiresAt }), place);
      expectViolations(await me.patch(path, { expiresAt }), place);
    }
  });

  it("ends what the key may do, but the key is still listed, renamed, extended and deleted", async () => {
    const expiresAt = await expire();
    await expectUnknown(made.key);
    expect(await sql`select from kith_private.api_key_requests where api_key_id = ${made.id}`)
      .toEqual([]);
    const [shown] = await me.listed("/api-keys");
    expect(shown).toMatchObject({ expiresAt, lastUsedAt: null, lastOperation: null });
    // What was read may be sent back, the expiry that has passed included.
    expect(await me.change(path, { ...shown, name: "B" })).toMatchObject({ name: "B", expiresAt });
    expect(await statusOf(made.key)).toBe(401);
    for (const later of ["2099-01-01", null]) {
      await me.change(path, { expiresAt: later });
      expect(await statusOf(made.key)).toBe(200);
      await expire();
    }
    expectStatus(await me.delete(path), 204);
  });
});

describe("rotating a key", () => {
  it("shows a new secret once, keeps id, name and expiry, and ends the old secret at once", async () => {
    const { key: _, ...before } = made;
    for (const body of [undefined, {}, { overlapSeconds: 0 }]) {
      const { key, ...rest } = await rotate(body);
      expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
      expect(rest).toEqual({
        ...before,
        keyPrefix: key.slice(0, 9),
        updatedAt: expect.any(String),
        lastUsedAt: rest.lastUsedAt,
        lastOperation: rest.lastOperation,
      });
      expect(await me.read(path)).toEqual(rest);
      await expectUnknown(made.key);
      expect(await statusOf(key)).toBe(200);
      made.key = key;
    }
  });

  it("lets both secrets work until the overlap ends, and says when that is", async () => {
    const asked = Date.now();
    const { key, previousKeyExpiresAt } = await rotate({ overlapSeconds: day });
    const seconds = (Date.parse(previousKeyExpiresAt) - asked) / 1000;
    expect(seconds).toBeGreaterThan(day - 5);
    expect(seconds).toBeLessThan(day + 60);
    expect((await me.read(path)).previousKeyExpiresAt).toBe(previousKeyExpiresAt);
    expect([await statusOf(made.key), await statusOf(key)]).toEqual([200, 200]);
    const [row] = await sql<{ text: string; previous: string }[]>`
      select k::text as text, encode(previous_hash, 'hex') as previous from kith_private.api_keys k where id = ${made.id}`;
    expect(row!.previous).toBe(sha256(made.key));
    for (const each of [made.key, key]) expect(row!.text).not.toContain(each.slice(9));
    await sql`update kith_private.api_keys set previous_expires_at = now() where id = ${made.id}`;
    await expectUnknown(made.key);
    expect(await statusOf(key)).toBe(200);
    expect((await me.read(path)).previousKeyExpiresAt).toBeNull();
  });

  it("again ends the oldest secret, although its overlap is not over", async () => {
    const second = await rotate({ overlapSeconds: day });
    const third = await rotate({ overlapSeconds: day });
    expect(await statusOf(made.key)).toBe(401);
    expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([200, 200]);
    await rotate();
    for (const { key } of [second, third]) expect(await statusOf(key)).toBe(401);
  });

  it("does not lengthen the life of the key", async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await me.change(path, { expiresAt });
    const { key, ...rest } = await rotate({ overlapSeconds: day });
    expect(rest).toMatchObject({ expiresAt, previousKeyExpiresAt: expiresAt });
    await expire();
    for (const each of [key, made.key]) await expectUnknown(each);
    expect((await me.read(path)).previousKeyExpiresAt).toBeNull();
    const again = await rotate({ overlapSeconds: day });
    for (const each of [again.key, key]) expect(await statusOf(each)).toBe(401);
    await me.change(path, { expiresAt: null });
    expect([await statusOf(again.key), await statusOf(key)]).toEqual([200, 200]);
    expect(await statusOf(made.key)).toBe(401);
  });

  it("takes an overlap of whole seconds, up to a week", async () => {
    for (
      const [overlapSeconds, code] of [
        [-1, "too_small"],
        [604_801, "too_big"],
        [1.5, "invalid_type"],
        ["1", "invalid_type"],
      ]
    ) {
      const answer = await me.post(`${path}/rotate`, { overlapSeconds });
      expectViolations(answer, `body /overlapSeconds ${code}`);
    }
    expect(await statusOf(made.key)).toBe(200);
    await rotate({ overlapSeconds: 604_800 });
  });

  it("many times at once leaves two secrets", async () => {
    const rotated = await Promise.all(
      Array.from({ length: 6 }, () => rotate({ overlapSeconds: day })),
    );
    const found = [];
    for (const { key } of [made, ...rotated]) found.push(await statusOf(key));
    expect(found.sort()).toEqual([200, 200, 401, 401, 401, 401, 401]);
  });
});

it("both secrets of a key share one limit of 120 and one count", async () => {
  const { key } = await rotate({ overlapSeconds: day });
  const clients = [as(made.key), as(key)];
  await countRequests(sql, made.id, 110);
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push(await clients[n % 2]!.get("/note-types"));
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  const counts = await sql`
    select requests, refusals from kith_private.api_key_requests where api_key_id = ${made.id}`;
  expect(counts).toEqual([{ requests: 12, refusals: 2 }]);
});

/** Whose keys have limits. */
const owner = await signUp();
const work = (await owner.make("/networks", { name: "Work" })).id;
const family = (await owner.make("/networks", { name: "Family" })).id;

const withoutLimits = { scopes: null, networkIds: null };
const readKey = (id: string) => owner.read(`/api-keys/${id}`);
const limit = (id: string, limits: Json) => owner.change(`/api-keys/${id}`, limits);
const totalOf = async (key: string, path: string) => (await as(key).read(path)).total;

describe("the limits of a key", () => {
  it.each<[given: string[] | null, stored: string[] | null]>([
    [null, null],
    [["notes:write"], ["notes:read", "notes:write"]],
    [["reminders:read", "contacts:read", "reminders:read"], ["contacts:read", "reminders:read"]],
    [[...known], [...known].sort()],
  ])("are the scopes %j, as %j", async (scopes, stored) => {
    await withKey(owner, { scopes } as KeyLimits, async (id) => {
      expect(await readKey(id)).toMatchObject({ scopes: stored, networkIds: null });
    });
    await withKey(owner, {}, async (id) => {
      expect((await limit(id, { scopes })).scopes).toEqual(stored);
      expect((await readKey(id)).scopes).toEqual(stored);
    });
  });

  it("stay when a change does not name them or the key is rotated, and null removes them", async () => {
    const limits: KeyLimits = { scopes: ["networks:read"], networkIds: [work] };
    await withKey(owner, limits, async (id) => {
      expect(await limit(id, { name: "B" })).toMatchObject({ name: "B", ...limits });
      const rotated = expectStatus(await owner.post(`/api-keys/${id}/rotate`), 200);
      expect(rotated).toMatchObject(limits);
      expect((await owner.listed("/api-keys")).find((each) => each.id === id)).toMatchObject(
        limits,
      );
      const { key } = rotated;
      expectProblem(await as(key).get("/notes"), 403, "insufficient_scope");
      expect(await limit(id, { scopes: null })).toMatchObject({ scopes: null, networkIds: [work] });
      expectStatus(await as(key).get("/notes"), 200);
      expect(await totalOf(key, "/networks")).toBe(1);
      const both = { networkIds: [family, work, family.toUpperCase()] };
      expect((await limit(id, both)).networkIds.sort()).toEqual([family, work].sort());
      expect(await totalOf(key, "/networks")).toBe(2);
      expect(await limit(id, { networkIds: null })).toMatchObject(withoutLimits);
      await limit(id, { scopes: ["notes:read"] });
      expectProblem(await as(key).get("/networks"), 403, "insufficient_scope");
    });
  });

  it("keep a network that is deleted, but a new key cannot be limited to it", async () => {
    const { id: gone } = await owner.make("/networks", { name: "Gone" });
    await withKey(owner, { networkIds: [gone] }, async (id, key) => {
      const deletion = changeSetOf(await owner.delete(`/networks/${gone}`), 204);
      const kept = await readKey(id);
      expect(kept.networkIds).toEqual([gone]);
      for (const path of ["/networks", "/contacts"]) expect(await totalOf(key, path)).toBe(0);
      // What was read may be sent back, and another network may be added.
      await limit(id, kept);
      expect((await limit(id, { networkIds: [work, gone] })).networkIds).toHaveLength(2);
      const fresh = await owner.post("/api-keys", { name: "K", networkIds: [gone] });
      expectProblem(fresh, 400, "invalid_reference");
      await owner.undo(deletion);
      expect(await totalOf(key, "/networks")).toBe(2);
    });
  });
});

describe("GET /me", () => {
  it("shows an access token and a key without limits everything, and a key its own limits", async () => {
    const whole = {
      ...await owner.change("/me", { name: "Ada" }),
      ...withoutLimits,
      expiresAt: null,
    };
    expect(await owner.read("/me")).toEqual(whole);
    const limits = { networkIds: [work], expiresAt: "2099-06-01T08:00:00.000Z" };
    for (
      const [given, shown] of [
        [{}, {}],
        [limits, limits],
        [{ scopes: ["profile:read"] }, { scopes: ["profile:read"] }],
        [
          { scopes: ["notes:write"] },
          { scopes: ["notes:read", "notes:write"], name: null, email: null },
        ],
      ] as [KeyLimits, Json][]
    ) {
      await withKey(owner, given, async (_, key) => {
        expect(await as(key).read("/me")).toEqual({ ...whole, ...shown });
      });
    }
  });

  it("shows the limits of a key, which the key cannot change with PATCH /me", async () => {
    await withKey(owner, { scopes: ["profile:write"], networkIds: [work] }, async (_, key) => {
      const shown = await as(key).read("/me");
      const sent = { ...shown, ...withoutLimits, expiresAt: null };
      expect(await as(key).change("/me", sent))
        .toEqual({ ...shown, updatedAt: expect.any(String) });
    });
  });
});

/** Demands that nothing of the account changes. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await rowsBesidesUse(sql, owner.id);
  await work();
  expect(await rowsBesidesUse(sql, owner.id)).toEqual(before);
}

// test/http/limited-keys.test.ts refuses every route.
it("a request is refused for a missing scope, and counted, before its body or its ids are looked at", async () => {
  const requests: [string, string, Json, Record<string, string>?][] = [
    ["POST", "/notes", { noSuchMember: 1 }],
    ["GET", `/reminders/${randomUUID()}`, undefined],
    ["POST", "/notes", { content: "a".repeat(100_000) }],
    ["POST", "/notes", { content: 1, x: "a".repeat(100_000) }],
    ["POST", "/contacts", { photoUrl: "uploads/a.png" }],
    ["PATCH", `/contacts/${randomUUID()}`, {}, { "if-match": "x" }],
  ];
  await withKey(owner, { scopes: ["networks:read"] }, async (id, key) => {
    for (const [index, [method, path, body, headers = {}]] of requests.entries()) {
      const answer = await as(key).send(method, path, body, { headers });
      expectProblem(answer, 403, "insufficient_scope");
      expect(answer.headers.get("x-ratelimit-remaining")).toBe(String(119 - index));
    }
    expectProblem(await as(key).get("/none"), 404, "not_found");
    expect((await countsOf(sql, id)).slice(0, 2)).toEqual([6, 6]);
    await countRequests(sql, id, 114);
    expectProblem(await as(key).post("/notes", {}), 429, "rate_limited");
  });
});

it("a key undoes its own change only while it has the scope to write such things", async () => {
  const { id, key } = await makeKey(owner, "limited", {
    scopes: ["activity:write", "notes:write"],
  });
  const made = await as(key).post("/notes", { content: "U" });
  const tryUndo = () => as(key).post(`/activity/${changeSetOf(made, 201)}/undo`, {});
  const undos: [Scope[], (answer: Answer) => unknown][] = [
    [["notes:write"], (answer) => expectInsufficient(answer, ["activity:write"])],
    // What it may not read does not exist for it.
    [["activity:write"], (answer) => expectProblem(answer, 404, "not_found")],
    [["activity:write", "notes:read"], (answer) => expectInsufficient(answer, [])],
  ];
  for (const [scopes, check] of undos) {
    await limit(id, { scopes });
    await changingNothing(async () => void check(await tryUndo()));
  }
  await limit(id, { scopes: ["activity:write", "notes:write"] });
  expectStatus(await tryUndo(), 200);
  expectStatus(await owner.get(`/notes/${made.body.id}`), 404);
  expectStatus(await owner.delete(`/api-keys/${id}`), 204);
});

const writing = routes.filter(({ name }) => /^(?!get)\w+ \/(networks|note-types)/.test(name));
it.each(writing)(
  "a key for some networks may not $method $path, whatever its scopes",
  async (route) => {
    await withKey(owner, { networkIds: [work] }, async (_, token) => {
      const { path, body } = await successfulRequest(route, owner);
      const missing = path.replace(/[0-9a-f-]{36}/g, () => randomUUID());
      await changingNothing(async () => {
        for (const [at, sent] of [[path, body], [missing, body], [path, body && { x: 1 }]]) {
          expectInsufficient(await as(token).send(route.method, at, sent), []);
        }
      });
    });
  },
);

it("a key says which scopes it lately lacked, until it has them", async () => {
  const scopes: Scope[] = ["contacts:read"];
  const { id, key } = await me.make("/api-keys", { name: "Claude", scopes });
  const shown = () => me.read(`/api-keys/${id}`);
  expectStatus(await as(key).get("/contacts"), 200);
  expect((await shown()).lastRefusal).toBe(null);
  expectProblem(await as(key).post("/notes", { content: "Lunch." }), 403, "insufficient_scope");
  const { lastRefusal, updatedAt, createdAt } = await shown();
  expect(lastRefusal).toEqual({ at: expect.any(String), scopes: ["notes:write"] });
  expect(updatedAt, "the owner changed nothing").toBe(createdAt);
  await me.change(`/api-keys/${id}`, { scopes: [...scopes, "notes:write"] });
  expect((await shown()).lastRefusal).toBe(null);
});
