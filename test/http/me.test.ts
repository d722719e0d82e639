import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { exampleRequest, tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";
import { placesOf } from "../support/traces.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("the profile", () => {
  it("is there from the sign-up on, in UTC", async () => {
    const me = expectStatus(await ada.get("/me"), 200);
    expect(me).toEqual({
      id: ada.id,
      email: ada.email,
      name: null,
      timezone: "UTC",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it("may be read and changed with an API key", async () => {
    const me = await signUp();
    const { key } = await makeKey(me);
    const changed = await as(key).patch("/me", { name: " Ada ", timezone: "Europe/Vienna" });
    expect(expectStatus(changed, 200)).toMatchObject({
      id: me.id,
      name: "Ada",
      timezone: "Europe/Vienna",
    });
    expect((await me.get("/me")).body).toEqual(changed.body);
    expect((await me.patch("/me", changed.body)).body).toEqual(changed.body);
    expect((await me.patch("/me", { name: null })).body.name).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ["an unknown zone", { timezone: "Mars/Olympus" }, "body /timezone invalid_format"],
    ["an offset for a zone", { timezone: "+02:00" }, "body /timezone invalid_format"],
    ["no zone", { timezone: null }, "body /timezone invalid_type"],
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
  it("is refused with an API key, which changes nothing", async () => {
    const { key } = await makeKey(ada);
    expectProblem(await as(key).delete("/me"), 403, "access_token_required");
    expect((await ada.get("/me")).status).toBe(200);
  });

  it("leaves no row anywhere, and nobody let in", async () => {
    const me = await signUp();
    const other = await signUp();
    const keys = [await makeKey(me), await makeKey(me)];
    const network = await make(me, "/networks", { name: "N" });
    const contact = await make(me, "/contacts", { firstName: "C", networkIds: [network.id] });
    const type = await make(me, "/note-types", { name: "T" });
    await make(me, "/notes", { content: "x", contactId: contact.id, noteTypeId: type.id });
    await make(me, "/reminders", { title: "x", contactId: contact.id });
    for (const { key } of keys) await as(key).get("/contacts");
    await make(other, "/contacts", { firstName: "Stays" });

    const sql = superuser();
    expect((await placesOf(sql, me.id)).length).toBeGreaterThan(5);
    const answer = await me.delete("/me");
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await placesOf(sql, me.id)).toEqual([]);
    expect(await placesOf(sql, me.email)).toEqual([]);

    for (const route of tokenRoutes) {
      const { path, body } = exampleRequest(route);
      for (const token of [me.token, ...keys.map(({ key }) => key)]) {
        expectProblem(await as(token).send(route.method, path, body), 401, "unauthorized");
      }
    }
    expect((await other.get("/contacts")).body.total).toBe(1);
  });

  it("frees the e-mail address for another sign-up", async () => {
    const me = await signUp();
    expect((await me.delete("/me")).status).toBe(204);
    const { url, publishableKey } = inject("stack");
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: me.email, password: me.password }),
    });
    expect(response.status).toBe(200);
    const { user, access_token } = await response.json();
    expect(user.id).not.toBe(me.id);
    expect((await as(access_token).get("/contacts")).body.total).toBe(0);
  });
});
