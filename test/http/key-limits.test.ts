import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { scopes as known } from "../../functions/kith/core/scopes.ts";
import {
  type Account,
  expectStatus,
  type KeyLimits,
  make,
  signUp,
  withKey,
} from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let me: Account;
let work: string;
let family: string;
beforeAll(async () => {
  me = await signUp();
  work = (await make(me, "/networks", { name: "Work" })).id;
  family = (await make(me, "/networks", { name: "Family" })).id;
});

const read = async (id: string): Promise<Json> =>
  expectStatus(await me.get(`/api-keys/${id}`), 200);
const withoutLimits = { scopes: null, networkIds: null };

describe("the limits of a key", () => {
  it("are absent when it is made without them or with null", async () => {
    for (const limits of [{}, withoutLimits]) {
      await withKey(me, limits, async (id) => expect(await read(id)).toMatchObject(withoutLimits));
    }
  });

  it.each<[given: string[], stored: string[]]>([
    [["notes:write"], ["notes:read", "notes:write"]],
    [["notes:read"], ["notes:read"]],
    [["reminders:read", "contacts:read", "reminders:read"], ["contacts:read", "reminders:read"]],
    [
      ["profile:write", "activity:write", "profile:read"],
      ["activity:read", "activity:write", "profile:read", "profile:write"],
    ],
    [[...known], [...known].sort()],
  ])("are the scopes %j, as %j", async (given, stored) => {
    const made = await make(me, "/api-keys", { name: "K", scopes: given });
    expect(made.scopes).toEqual(stored);
    const { scopes, networkIds } = await read(made.id);
    expect({ scopes, networkIds }).toEqual({ scopes: stored, networkIds: null });
    expectStatus(await me.delete(`/api-keys/${made.id}`), 204);
    await withKey(me, {}, async (id) => {
      const changed = await me.patch(`/api-keys/${id}`, { scopes: given });
      expect(expectStatus(changed, 200)).toMatchObject({ name: "K", scopes: stored });
      expect((await read(id)).scopes).toEqual(stored);
    });
  });

  it("are networks of the account", async () => {
    await withKey(me, { networkIds: [work] }, async (id, key) => {
      expect(await read(id)).toMatchObject({ scopes: null, networkIds: [work] });
      const both = [family, work].sort();
      const body = { networkIds: [family, work, family.toUpperCase()] };
      const changed = expectStatus(await me.patch(`/api-keys/${id}`, body), 200);
      expect(changed.networkIds).toHaveLength(2);
      expect([...changed.networkIds].sort()).toEqual(both);
      expect(expectStatus(await as(key).get("/networks"), 200).total).toBe(2);
    });
  });

  it("stay when a change does not name them, and null removes them", async () => {
    const limits: KeyLimits = { scopes: ["networks:read"], networkIds: [work] };
    await withKey(me, limits, async (id, key) => {
      const path = `/api-keys/${id}`;
      expect(expectStatus(await me.patch(path, { name: "B" }), 200)).toMatchObject(limits);
      expectProblem(await as(key).get("/notes"), 403, "insufficient_scope");
      const wider = expectStatus(await me.patch(path, { scopes: null }), 200);
      expect(wider).toMatchObject({ name: "B", scopes: null, networkIds: [work] });
      expectStatus(await as(key).get("/notes"), 200);
      expect(expectStatus(await as(key).get("/networks"), 200).total).toBe(1);
      expect(expectStatus(await me.patch(path, { networkIds: null }), 200))
        .toMatchObject(withoutLimits);
      expect(expectStatus(await as(key).get("/networks"), 200).total).toBe(2);
      expectStatus(await me.patch(path, { scopes: ["notes:read"] }), 200);
      expectProblem(await as(key).get("/networks"), 403, "insufficient_scope");
    });
  });

  it("are listed, and stay when the key is rotated", async () => {
    const limits: KeyLimits = { scopes: ["contacts:read"], networkIds: [work] };
    await withKey(me, limits, async (id) => {
      const { data } = expectStatus(await me.get("/api-keys"), 200);
      expect(data.find((key: Json) => key.id === id)).toMatchObject(limits);
      const rotated = expectStatus(await me.post(`/api-keys/${id}/rotate`), 200);
      expect(rotated).toMatchObject(limits);
      expectProblem(await as(rotated.key).get("/notes"), 403, "insufficient_scope");
      expectStatus(await as(rotated.key).get("/contacts"), 200);
    });
  });

  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  it.each<[string, Json, string]>([
    ["no list of scopes", { scopes: "notes:read" }, "/scopes invalid_type"],
    ["no scope at all", { scopes: [] }, "/scopes too_short"],
    ["13 scopes", { scopes: [...known, "notes:read"] }, "/scopes too_long"],
    ["an unknown scope", { scopes: ["notes:read", "keys:read"] }, "/scopes/1 invalid_format"],
    ["a scope in capitals", { scopes: ["Notes:read"] }, "/scopes/0 invalid_format"],
    ["a number for a scope", { scopes: [1] }, "/scopes/0 invalid_format"],
    ["null for a scope", { scopes: [null] }, "/scopes/0 invalid_format"],
    ["no list of networks", { networkIds: {} }, "/networkIds invalid_type"],
    ["no network at all", { networkIds: [] }, "/networkIds too_short"],
    ["101 networks", { networkIds: ids(101) }, "/networkIds too_long"],
    ["what is no id", { networkIds: ["Work"] }, "/networkIds/0 invalid_format"],
    ["null for a network", { networkIds: [null] }, "/networkIds/0 invalid_type"],
  ])("refuse %s", async (_, limits, place) => {
    const name = "Refused";
    expectViolations(await me.post("/api-keys", { name, ...limits }), `body ${place}`);
    await withKey(me, {}, async (id) => {
      expectViolations(await me.patch(`/api-keys/${id}`, { name, ...limits }), `body ${place}`);
      expect(await read(id)).toMatchObject({ name: "K", ...withoutLimits });
    });
  });
});

describe("a key cannot be limited to", () => {
  it("another owner's network, which is refused as an unknown one is", async () => {
    const foreign = (await make(await signUp(), "/networks", { name: "Foreign" })).id;
    await withKey(me, {}, async (id) => {
      for (const gone of [foreign, randomUUID()]) {
        const body = { name: "K", networkIds: [work, gone] };
        for (
          const answer of [
            await me.post("/api-keys", body),
            await me.patch(`/api-keys/${id}`, body),
          ]
        ) {
          expect(expectProblem(answer, 400, "invalid_reference")).toMatchObject({
            detail: "The request refers to something that does not exist.",
            errors: [{
              in: "body",
              pointer: "/networkIds/1",
              code: "invalid_reference",
              message: "There is no such resource.",
            }],
          });
        }
      }
      expect(await read(id)).toMatchObject(withoutLimits);
    });
  });

  it("a deleted network, unless the key has it already", async () => {
    const network = await make(me, "/networks", { name: "Gone" });
    await withKey(me, { networkIds: [network.id] }, async (id, key) => {
      const deletion = await me.delete(`/networks/${network.id}`);
      expectStatus(deletion, 204);
      const kept = await read(id);
      expect(kept.networkIds).toEqual([network.id]);
      expect(expectStatus(await as(key).get("/networks"), 200).total).toBe(0);
      expect(expectStatus(await as(key).get("/contacts"), 200).total).toBe(0);
      // What was read may be sent back, and another network may be added.
      expectStatus(await me.patch(`/api-keys/${id}`, kept), 200);
      const more = await me.patch(`/api-keys/${id}`, { networkIds: [work, network.id] });
      expect(expectStatus(more, 200).networkIds).toHaveLength(2);
      const fresh = await me.post("/api-keys", { name: "K", networkIds: [network.id] });
      expect(expectProblem(fresh, 400, "invalid_reference").errors[0].pointer)
        .toBe("/networkIds/0");

      const undone = await me.post(`/activity/${deletion.headers.get("x-activity-id")}/undo`);
      expectStatus(undone, 200);
      expect(expectStatus(await as(key).get("/networks"), 200).total).toBe(2);
    });
  });
});

describe("GET /me shows", () => {
  const none = { scopes: null, networkIds: null, expiresAt: null };
  const whole = () => ({ id: me.id, email: me.email, name: "Ada", timezone: "UTC" });
  const ask = async (key: string) => expectStatus(await as(key).get("/me"), 200);
  beforeAll(async () => void expectStatus(await me.patch("/me", { name: "Ada" }), 200));

  it("no limits to an access token and to a key without limits", async () => {
    expect(expectStatus(await me.get("/me"), 200)).toMatchObject({ ...whole(), ...none });
    await withKey(
      me,
      {},
      async (_, key) => expect(await ask(key)).toEqual((await me.get("/me")).body),
    );
  });

  it("a key its scopes, and without profile:read neither name nor e-mail address", async () => {
    await withKey(me, { scopes: ["notes:write"] }, async (_, key) => {
      expect(await ask(key)).toEqual({
        ...(await me.get("/me")).body,
        name: null,
        email: null,
        scopes: ["notes:read", "notes:write"],
      });
    });
    await withKey(me, { scopes: ["profile:read"] }, async (_, key) => {
      expect(await ask(key)).toMatchObject({ ...whole(), ...none, scopes: ["profile:read"] });
    });
  });

  it("a key its networks and when it expires", async () => {
    const limits = { networkIds: [work], expiresAt: "2099-06-01T08:00:00.000Z" };
    await withKey(me, limits, async (id, key) => {
      expect(await ask(key)).toMatchObject({ ...whole(), ...none, ...limits });
      expectStatus(await me.patch(`/api-keys/${id}`, { networkIds: null, expiresAt: null }), 200);
      expect(await ask(key)).toMatchObject({ ...whole(), ...none });
    });
    await withKey(me, { expiresAt: "2099-06-01T08:00:00Z" }, async (_, key) => {
      expect(await ask(key)).toMatchObject({ ...whole(), expiresAt: "2099-06-01T08:00:00.000Z" });
    });
  });

  it("the limits in the answer to PATCH /me too, which ignores those that are sent", async () => {
    await withKey(me, { scopes: ["profile:write"], networkIds: [work] }, async (_, key) => {
      const shown = await ask(key);
      const sent = { ...shown, scopes: null, networkIds: null, expiresAt: null };
      const changed = expectStatus(await as(key).patch("/me", sent), 200);
      expect(changed).toEqual({ ...shown, updatedAt: expect.any(String) });
      expect(changed.scopes).toEqual(["profile:read", "profile:write"]);
    });
  });
});
