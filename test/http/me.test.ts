import { describe, expect, inject, it } from "vitest";
import { expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { placesOf } from "../support/owned-rows.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const ada = await signUp();

describe("the profile", () => {
  it("exists from the sign-up on, in UTC", async () => {
    expect(await ada.read("/me")).toEqual({
      id: ada.id,
      email: ada.email,
      name: null,
      timezone: "UTC",
      country: null,
      nameOrder: "firstName",
      eastAsianNames: "lastName",
      digestAt: "08:00",
      digestDays: [1, 2, 3, 4, 5, 6, 7],
      leadDays: 7,
      savedFilters: [],
      contactId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      scopes: null,
      networkIds: null,
      expiresAt: null,
    });
  });

  it("may be read and changed with an API key, but for the e-mail address", async () => {
    const account = await signUp();
    const key = as((await makeKey(account)).key);
    const body = { name: " Ada ", timezone: "Europe/Vienna", email: "other@example.com" };
    const changed = await key.change("/me", body);
    const { id, email } = account;
    expect(changed).toMatchObject({ id, email, name: "Ada", timezone: "Europe/Vienna" });
    expect(await account.read("/me")).toEqual(changed);
    expect(await account.change("/me", changed)).toEqual(changed);
    expect((await account.change("/me", { name: null })).name).toBeNull();
  });

  it("decides which name comes first in names in Han, Kana or Hangul", async () => {
    const account = await signUp();
    await account.make("/contacts", { firstName: "秉元", lastName: "王" });
    await account.make("/contacts", { firstName: "秉元", lastName: "Wang" });
    const names = async () =>
      (await account.read("/contacts")).data.map((contact: { displayName: string }) =>
        contact.displayName
      ).sort();
    expect(await names()).toEqual(["王秉元", "秉元 Wang"].sort());
    await account.change("/me", { eastAsianNames: "firstName" });
    expect(await names()).toEqual(["秉元 王", "秉元 Wang"].sort());
  });
});

describe("deleting the account", () => {
  it("leaves no row anywhere, and ends its credentials", async () => {
    const [me, other] = [await signUp(), await signUp()];
    const keys = [await makeKey(me), await makeKey(me)].map(({ key }) => key);
    const network = await me.make("/networks", { name: "N" });
    const body = { firstName: "C", networkIds: [network.id] };
    const contacts = [await me.make("/contacts", body), await me.make("/contacts", body)];
    const contactIds = contacts.map(({ id }) => id);
    const noteTypeId = (await me.make("/note-types", { name: "T" })).id;
    await me.make("/notes", { content: "x", contactIds, noteTypeId });
    const options = { headers: { "idempotency-key": "k" } };
    expectStatus(await me.post("/reminders", { title: "x", contactIds }, options), 201);
    for (const key of keys) await as(key).read("/contacts");
    await other.make("/contacts", { firstName: "Stays" });

    const sql = superuser();
    expect((await placesOf(sql, me.id)).length).toBeGreaterThan(5);
    expect(await me.delete("/me")).toMatchObject({ status: 204, text: "" });
    // Auth's log of events is the project's; see docs/operating.md.
    const logOfAuth = "auth.audit_log_entries.payload";
    const places = await placesOf(sql, me.id, me.email);
    expect(places.filter((place) => place !== logOfAuth)).toEqual([]);

    for (const token of [me.token, ...keys]) {
      expectProblem(await as(token).get("/contacts"), 401, "unauthorized");
      expectProblem(await as(token).post("/notes", { content: "x" }), 401, "unauthorized");
    }
    expect(await other.listed("/contacts")).toHaveLength(1);
  });

  it("frees the e-mail address for another sign-up", async () => {
    const me = await signUp();
    expectStatus(await me.delete("/me"), 204);
    const { url, publishableKey } = inject("stack");
    const response = await fetch(`${url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: me.email, password: me.password }),
    });
    const { user, access_token } = await response.json();
    expect(user.id).not.toBe(me.id);
    expect(await as(access_token).listed("/contacts")).toEqual([]);
  });
});
