import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Scope, scopes as known } from "../../functions/kith/core/scopes.ts";
import { expectStatus, type KeyLimits, makeKey, signUp, withKey } from "../support/accounts.ts";
import { type Answer, as, type Json } from "../support/client.ts";
import {
  countRequests,
  countsOf,
  expectInsufficient,
  rowsBesidesUse,
} from "../support/key-scopes.ts";
import { expectProblem } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { routes, successfulRequest } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const me = await signUp();
const work = (await me.make("/networks", { name: "Work" })).id;
const family = (await me.make("/networks", { name: "Family" })).id;

const withoutLimits = { scopes: null, networkIds: null };
const readKey = (id: string) => me.read(`/api-keys/${id}`);
const limit = (id: string, limits: Json) => me.change(`/api-keys/${id}`, limits);
const totalOf = async (key: string, path: string) => (await as(key).read(path)).total;

describe("the limits of a key", () => {
  it.each<[given: string[] | null, stored: string[] | null]>([
    [null, null],
    [["notes:write"], ["notes:read", "notes:write"]],
    [["reminders:read", "contacts:read", "reminders:read"], ["contacts:read", "reminders:read"]],
    [[...known], [...known].sort()],
  ])("are the scopes %j, as %j", async (scopes, stored) => {
    await withKey(me, { scopes } as KeyLimits, async (id) => {
      expect(await readKey(id)).toMatchObject({ scopes: stored, networkIds: null });
    });
    await withKey(me, {}, async (id) => {
      expect((await limit(id, { scopes })).scopes).toEqual(stored);
      expect((await readKey(id)).scopes).toEqual(stored);
    });
  });

  it("stay when a change does not name them or the key is rotated, and null removes them", async () => {
    const limits: KeyLimits = { scopes: ["networks:read"], networkIds: [work] };
    await withKey(me, limits, async (id) => {
      expect(await limit(id, { name: "B" })).toMatchObject({ name: "B", ...limits });
      const rotated = expectStatus(await me.post(`/api-keys/${id}/rotate`), 200);
      expect(rotated).toMatchObject(limits);
      expect((await me.listed("/api-keys")).find((each) => each.id === id)).toMatchObject(limits);
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
    const { id: gone } = await me.make("/networks", { name: "Gone" });
    await withKey(me, { networkIds: [gone] }, async (id, key) => {
      const deletion = changeSetOf(await me.delete(`/networks/${gone}`), 204);
      const kept = await readKey(id);
      expect(kept.networkIds).toEqual([gone]);
      for (const path of ["/networks", "/contacts"]) expect(await totalOf(key, path)).toBe(0);
      // What was read may be sent back, and another network may be added.
      await limit(id, kept);
      expect((await limit(id, { networkIds: [work, gone] })).networkIds).toHaveLength(2);
      const fresh = await me.post("/api-keys", { name: "K", networkIds: [gone] });
      expectProblem(fresh, 400, "invalid_reference");
      await me.undo(deletion);
      expect(await totalOf(key, "/networks")).toBe(2);
    });
  });
});

describe("GET /me", () => {
  it("shows an access token and a key without limits everything, and a key its own limits", async () => {
    const whole = {
      ...await me.change("/me", { name: "Ada" }),
      ...withoutLimits,
      expiresAt: null,
    };
    expect(await me.read("/me")).toEqual(whole);
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
      await withKey(me, given, async (_, key) => {
        expect(await as(key).read("/me")).toEqual({ ...whole, ...shown });
      });
    }
  });

  it("shows the limits of a key, which the key cannot change with PATCH /me", async () => {
    await withKey(me, { scopes: ["profile:write"], networkIds: [work] }, async (_, key) => {
      const shown = await as(key).read("/me");
      const sent = { ...shown, ...withoutLimits, expiresAt: null };
      expect(await as(key).change("/me", sent))
        .toEqual({ ...shown, updatedAt: expect.any(String) });
    });
  });
});

/** Demands that nothing of the account changes. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await rowsBesidesUse(sql, me.id);
  await work();
  expect(await rowsBesidesUse(sql, me.id)).toEqual(before);
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
  await withKey(me, { scopes: ["networks:read"] }, async (id, key) => {
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
  const { id, key } = await makeKey(me, "limited", { scopes: ["activity:write", "notes:write"] });
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
  expectStatus(await me.get(`/notes/${made.body.id}`), 404);
  expectStatus(await me.delete(`/api-keys/${id}`), 204);
});

const writing = routes.filter(({ name }) => /^(?!get)\w+ \/(networks|note-types)/.test(name));
it.each(writing)(
  "a key for some networks may not $method $path, whatever its scopes",
  async (route) => {
    await withKey(me, { networkIds: [work] }, async (_, token) => {
      const { path, body } = await successfulRequest(route, me);
      const missing = path.replace(/[0-9a-f-]{36}/g, () => randomUUID());
      await changingNothing(async () => {
        for (const [at, sent] of [[path, body], [missing, body], [path, body && { x: 1 }]]) {
          expectInsufficient(await as(token).send(route.method, at, sent), []);
        }
      });
    });
  },
);
