import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp, withKey } from "../support/accounts.ts";
import { as } from "../support/client.ts";

let me: Account;
let work: string;
beforeAll(async () => {
  me = await signUp();
  work = (await make(me, "/networks", { name: "Work" })).id;
});

describe("GET /me says of a credential what it may do", () => {
  const none = { scopes: null, networkIds: null, expiresAt: null };
  const whole = () => ({ id: me.id, email: me.email, name: "Ada", timezone: "UTC" });
  const ask = async (key: string) => expectStatus(await as(key).get("/me"), 200);
  beforeAll(async () => void expectStatus(await me.patch("/me", { name: "Ada" }), 200));

  it("everything, of an access token and of a key without limits", async () => {
    expect(expectStatus(await me.get("/me"), 200)).toMatchObject({ ...whole(), ...none });
    await withKey(
      me,
      {},
      async (_, key) => expect(await ask(key)).toEqual((await me.get("/me")).body),
    );
  });

  it("its scopes, and without profile:read neither name nor e-mail address", async () => {
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

  it("its networks, and when it expires", async () => {
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

  it("also in the answer to PATCH /me, which ignores what is sent of it", async () => {
    await withKey(me, { scopes: ["profile:write"], networkIds: [work] }, async (_, key) => {
      const shown = await ask(key);
      const sent = { ...shown, scopes: null, networkIds: null, expiresAt: null };
      const changed = expectStatus(await as(key).patch("/me", sent), 200);
      expect(changed).toEqual({ ...shown, updatedAt: expect.any(String) });
      expect(changed.scopes).toEqual(["profile:read", "profile:write"]);
    });
  });
});
