import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { connectClient, tokenOfClient } from "../support/connections.ts";
import { signToken } from "../support/forged-tokens.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const example = (clientId: string = randomUUID()) => ({
  clientId,
  name: "An app",
  redirectHost: "app.example.com",
});
let me: Account;
beforeEach(async () => {
  me = await signUp();
});

describe("approving a client", () => {
  it("makes a connection; approving again keeps it and replaces its limits", async () => {
    const answer = await me.post("/connections", { ...example(), scopes: ["notes:write"] });
    const made = expectStatus(answer, 201);
    expect(made).toEqual({
      ...example(made.clientId),
      id: expect.any(String),
      scopes: ["notes:read", "notes:write"],
      networkIds: null,
      expiresAt: null,
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
      lastUsedAt: null,
      lastOperation: null,
      lastRefusal: null,
    });
    expect(answer.headers.get("location")).toBe(`./connections/${made.id}`);
    const page = { data: [made], page: 1, pageSize: 50, total: 1 };
    expect(await me.read("/connections")).toEqual(page);
    expect(await me.read(`/connections/${made.id}`)).toEqual(made);
    const again = { clientId: made.clientId, name: "B", redirectHost: "b.example" };
    expect(await me.make("/connections", { ...again, expiresAt: "2099-01-01" })).toMatchObject({
      ...again,
      id: made.id,
      createdAt: made.createdAt,
      scopes: null,
      expiresAt: "2099-01-01T00:00:00.000Z",
    });
    expect((await me.read("/connections")).total).toBe(1);
  });

  it("approving is refused for an anonymous account, until it has an address", async () => {
    await sql`update auth.users set is_anonymous = true where id = ${me.id}`;
    const refused = await me.post("/connections", example());
    expect(expectProblem(refused, 403, "access_token_required").detail).toContain("anonymous");
    await makeKey(me);
    await sql`update auth.users set is_anonymous = false where id = ${me.id}`;
    await me.make("/connections", example());
  });

  it("stops at 50 connections, also with 60 requests at once; their limits can still be replaced", async () => {
    const wishes = Array.from({ length: 60 }, () => me.post("/connections", example()));
    const answers = await Promise.all(wishes);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectProblem(answer, 409, "quota_exceeded").detail).toContain("50 connections");
    }
    const [first] = await me.listed("/connections");
    await me.make("/connections", example(first.clientId));
    expect((await me.read("/connections")).total).toBe(50);
    // Keys have a limit of their own.
    await makeKey(me);
  });

  it.each<[string, Json, string]>([
    ["a client with a space", { clientId: "a b" }, "/clientId invalid_format"],
    ["a host of 256", { redirectHost: "a".repeat(256) }, "/redirectHost invalid_format"],
    ["a host in another script", { redirectHost: "аpp.example" }, "/redirectHost invalid_format"],
    ["an expiry in the past", { expiresAt: "2020-01-01" }, "/expiresAt too_small"],
  ])("refuses %s", async (_, member, place) => {
    const answer = await me.post("/connections", { ...example(), ...member });
    expectViolations(answer, `body ${place}`);
  });
});

describe("the token of an approved client", () => {
  it("does what an API key does, and nothing that needs the access token of the account", async () => {
    const app = await connectClient(me);
    const contact = await app.make("/contacts", { firstName: "A" });
    expect((await me.read(`/contacts/${contact.id}`)).id).toBe(contact.id);
    const { headers } = await app.get("/contacts");
    expect(headers.get("x-ratelimit-remaining")).toBe("118");
    for (const path of ["/api-keys", "/connections", `/connections/${app.id}`]) {
      expectProblem(await app.get(path), 403, "access_token_required");
    }
    expectProblem(await app.post("/connections", example()), 403, "access_token_required");
    expectProblem(await app.delete("/me"), 403, "access_token_required");
    expect(await me.read(`/connections/${app.id}`))
      .toMatchObject({ lastUsedAt: expect.any(String), lastOperation: "createContact" });
  });

  it("the token has the limits of its connection", async () => {
    const { id: network } = await me.make("/networks", { name: "N" });
    const seen = await me.make("/contacts", { firstName: "A", networkIds: [network] });
    await me.make("/contacts", { firstName: "B" });
    const app = await connectClient(me, { scopes: ["contacts:write"], networkIds: [network] });
    expect((await app.listed("/contacts")).map(({ id }) => id)).toEqual([seen.id]);
    const refused = expectProblem(await app.get("/notes"), 403, "insufficient_scope");
    expect(refused.detail).toBe("This connection lacks the scope notes:read.");
    expect(await app.read("/me"))
      .toMatchObject({ scopes: ["contacts:read", "contacts:write"], networkIds: [network] });
    await me.change(`/connections/${app.id}`, { scopes: null, networkIds: null });
    expect(await app.listed("/contacts")).toHaveLength(2);
    await app.read("/notes");
  });

  it("the token is the actor in the log, and undoes its own changes", async () => {
    const app = await connectClient(me, {}, "Assistant");
    const mine = changeSetOf(await me.post("/contacts", { firstName: "A" }), 201);
    const its = changeSetOf(await app.post("/contacts", { firstName: "B" }), 201);
    expect((await me.read(`/activity/${its}`)).actor)
      .toEqual({ kind: "connection", id: app.id, name: "Assistant" });
    const refused = await app.post(`/activity/${mine}/undo`);
    expect(expectProblem(refused, 403, "access_token_required").detail)
      .toContain("This connection may undo only what it did itself");
    expectStatus(await app.post(`/activity/${its}/undo`), 200);
  });

  it("the token is refused as soon as the connection is deleted, which also ends its sessions in Auth", async () => {
    const [app, other] = [await connectClient(me), await connectClient(me)];
    for (const { clientId } of [app, other]) {
      await sql`
        insert into auth.sessions (id, user_id, oauth_client_id) values (gen_random_uuid(), ${me.id}, ${clientId})`;
    }
    await app.read("/contacts");
    expectStatus(await me.delete(`/connections/${app.id}`), 204);
    expectProblem(await app.get("/contacts"), 403, "connection_required");
    expectProblem(await app.post("/contacts", { no: 1 }), 403, "connection_required");
    expectProblem(await me.get(`/connections/${app.id}`), 404, "not_found");
    const left =
      await sql`select oauth_client_id as id from auth.sessions where user_id = ${me.id} order by 1`;
    expect(left.map(({ id }) => id)).toEqual([other.clientId, null]);
    await me.read("/contacts");
    const again = await me.make("/connections", example(app.clientId));
    expect(again.id).not.toBe(app.id);
    await app.read("/contacts");
  });

  it("the token is refused once the connection has expired, until it gets a later expiry", async () => {
    const app = await connectClient(me, { expiresAt: "2099-01-01" });
    expect((await app.read("/me")).expiresAt).toBe("2099-01-01T00:00:00.000Z");
    await sql`update kith_private.api_keys set expires_at = now() + interval '1 millisecond' where id = ${app.id}`;
    await sql`select pg_sleep(0.01)`;
    expectProblem(await app.get("/contacts"), 403, "connection_required");
    await me.change(`/connections/${app.id}`, { expiresAt: null });
    await app.read("/contacts");
  });

  it("the token is refused without a session, and after the session ended", async () => {
    const app = await connectClient(me);
    await sql`delete from auth.sessions where user_id = ${me.id}`;
    expectProblem(await app.get("/contacts"), 401, "unauthorized");
    const { session_id: _, ...claims } = decodeJwt(app.token);
    expectProblem(await as(await signToken(claims)).get("/contacts"), 403, "connection_required");
  });

  it("the token is refused for a client that another account has approved", async () => {
    const app = await connectClient(await signUp());
    const mine = as(await tokenOfClient(me, app.clientId));
    expectProblem(await mine.get("/contacts"), 403, "connection_required");
    await me.make("/connections", { ...example(app.clientId), scopes: ["contacts:read"] });
    await mine.read("/contacts");
    expectProblem(await mine.get("/notes"), 403, "insufficient_scope");
    await app.read("/notes");
  });
});

it("a connection and a key are not found by each other's routes", async () => {
  const [key, app] = [await makeKey(me), await connectClient(me)];
  for (const [path, id] of [["/api-keys", app.id], ["/connections", key.id]]) {
    expectProblem(await me.get(`${path}/${id}`), 404, "not_found");
    expectProblem(await me.patch(`${path}/${id}`, { name: "X" }), 404, "not_found");
    expectProblem(await me.delete(`${path}/${id}`), 404, "not_found");
  }
  expectProblem(await me.post(`/api-keys/${app.id}/rotate`), 404, "not_found");
  expect((await me.listed("/api-keys")).map(({ id }) => id)).toEqual([key.id]);
  await app.read("/contacts");
});
