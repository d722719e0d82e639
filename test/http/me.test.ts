import { beforeAll, describe, expect, inject, it } from "vitest";
import { type KithClient, orThrow } from "../../client/src/index.ts";
import { type Account, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { placesOf } from "../support/owned-rows.ts";
import { refused, typedClient } from "../support/typed-client.ts";

let ada: Account;
let kith: KithClient;
beforeAll(async () => {
  ada = await signUp();
  kith = typedClient(ada.token);
});

/** One of everything, all of it tied together. */
async function fill(kith: KithClient): Promise<void> {
  const network = await orThrow(kith.POST("/networks", { body: { name: "N" } }));
  const known = { firstName: "C", networkIds: [network.id] };
  const { id: contactId } = await orThrow(kith.POST("/contacts", { body: known }));
  const type = await orThrow(kith.POST("/note-types", { body: { name: "T" } }));
  const note = { content: "x", contactId, noteTypeId: type.id };
  await orThrow(kith.POST("/notes", { body: note }));
  await orThrow(kith.POST("/reminders", { body: { title: "x", contactId } }));
}

describe("the profile", () => {
  it("exists from the sign-up on, in UTC", async () => {
    const me = await orThrow(kith.GET("/me"));
    expect(me).toEqual({
      id: ada.id,
      email: ada.email,
      name: null,
      timezone: "UTC",
      country: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      scopes: null,
      networkIds: null,
      expiresAt: null,
    });
  });

  it("may be read and changed with an API key", async () => {
    const account = await signUp();
    const me = typedClient(account.token);
    const { key } = await makeKey(account);
    const body = { name: " Ada ", timezone: "Europe/Vienna" };
    const changed = await orThrow(typedClient(key).PATCH("/me", { body }));
    expect(changed).toMatchObject({ id: account.id, name: "Ada", timezone: "Europe/Vienna" });
    expect(await orThrow(me.GET("/me"))).toEqual(changed);
    expect(await orThrow(me.PATCH("/me", { body: changed }))).toEqual(changed);
    expect((await orThrow(me.PATCH("/me", { body: { name: null } }))).name).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ["an unknown zone", { timezone: "Mars/Olympus" }, "body /timezone invalid_format"],
    ["an offset for a zone", { timezone: "+02:00" }, "body /timezone invalid_format"],
    ["no zone", { timezone: null }, "body /timezone invalid_type"],
    ["an unknown country", { country: "ZZ" }, "body /country invalid_format"],
    ["a country in words", { country: "France" }, "body /country invalid_format"],
    ["a name of 256", { name: "a".repeat(256) }, "body /name too_long"],
    ["an unknown member", { nick: "x" }, "body /nick unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.patch("/me", body), place);
  });

  it("ignores an e-mail address that is sent along", async () => {
    expect((await ada.patch("/me", { email: "other@example.com" })).body.email).toBe(ada.email);
  });
});

describe("deleting the account", () => {
  it("is refused with an API key, and changes nothing", async () => {
    const { key } = await makeKey(ada);
    const answer = await refused(typedClient(key).DELETE("/me"));
    expectProblem(answer, 403, "access_token_required");
    expect((await kith.GET("/me")).response.status).toBe(200);
  });

  it("leaves no row anywhere, and ends its credentials", async () => {
    const me = await signUp();
    const other = typedClient((await signUp()).token);
    const keys = [await makeKey(me), await makeKey(me)];
    await fill(typedClient(me.token));
    for (const { key } of keys) await orThrow(typedClient(key).GET("/contacts"));
    await orThrow(other.POST("/contacts", { body: { firstName: "Stays" } }));

    const sql = superuser();
    expect((await placesOf(sql, me.id)).length).toBeGreaterThan(5);
    const { response } = await typedClient(me.token).DELETE("/me");
    expect([response.status, await response.text()]).toEqual([204, ""]);
    // Auth's log of events is the project's; see docs/operating.md.
    const logOfAuth = "auth.audit_log_entries.payload";
    const places = await placesOf(sql, me.id, me.email);
    expect(places.filter((place) => place !== logOfAuth)).toEqual([]);

    for (const token of [me.token, ...keys.map(({ key }) => key)]) {
      expectProblem(await as(token).get("/contacts"), 401, "unauthorized");
      expectProblem(await as(token).post("/notes", { content: "x" }), 401, "unauthorized");
    }
    expect((await orThrow(other.GET("/contacts"))).total).toBe(1);
  });

  it("frees the e-mail address for another sign-up", async () => {
    const me = await signUp();
    expect((await typedClient(me.token).DELETE("/me")).response.status).toBe(204);
    const { url, publishableKey } = inject("stack");
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: me.email, password: me.password }),
    });
    expect(response.status).toBe(200);
    const { user, access_token } = await response.json();
    expect(user.id).not.toBe(me.id);
    expect((await orThrow(typedClient(access_token).GET("/contacts"))).total).toBe(0);
  });
});
