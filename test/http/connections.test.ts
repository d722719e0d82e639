import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { connectClient, tokenOfClient } from "../support/connections.ts";
import { signToken } from "../support/forged-tokens.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { countRequests } from "../support/rate-limit.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const example = (clientId: string = randomUUID()) => ({
  clientId,
  name: "An app",
  redirectHost: "app.example.com",
});

describe("approving a client", () => {
  it("makes a connection that is listed", async () => {
    const me = await signUp();
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
    });
    expect(answer.headers.get("location")).toBe(`./connections/${made.id}`);
    const list = expectStatus(await me.get("/connections"), 200);
    expect(list).toEqual({ data: [made], page: 1, pageSize: 50, total: 1 });
    expect(expectStatus(await me.get(`/connections/${made.id}`), 200)).toEqual(made);
  });

  it("twice keeps the connection and replaces its limits", async () => {
    const me = await signUp();
    const first = await make(me, "/connections", { ...example(), scopes: ["notes:read"] });
    const again = { clientId: first.clientId, name: "B", redirectHost: "b.example" };
    const second = expectStatus(
      await me.post("/connections", { ...again, expiresAt: "2099-01-01" }),
      201,
    );
    expect(second).toMatchObject({
      ...again,
      id: first.id,
      createdAt: first.createdAt,
      scopes: null,
      expiresAt: "2099-01-01T00:00:00.000Z",
    });
    expect((await me.get("/connections")).body.total).toBe(1);
  });

  it("stops at 50, also with 60 requests at once, and goes on replacing limits", async () => {
    const me = await signUp();
    await makeKey(me);
    const wishes = Array.from({ length: 60 }, () => me.post("/connections", example()));
    const answers = await Promise.all(wishes);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectProblem(answer, 409, "quota_exceeded").detail).toContain("50 connections");
    }
    const { data } = (await me.get("/connections")).body;
    expectStatus(await me.post("/connections", example(data[7].clientId)), 201);
    expect((await me.get("/connections")).body.total).toBe(50);
    // Keys have a limit of their own.
    expect((await me.get("/api-keys")).body.total).toBe(1);
    for (let n = 1; n < 20; n++) await makeKey(me);
    expectProblem(await me.post("/api-keys", { name: "21st" }), 409, "api_key_limit_reached");
  });

  it.each<[string, Json, string]>([
    ["no client", { clientId: undefined }, "body /clientId required"],
    ["a client with a space", { clientId: "a b" }, "body /clientId invalid_format"],
    ["no host", { redirectHost: undefined }, "body /redirectHost required"],
    ["a host of 256", { redirectHost: "a".repeat(256) }, "body /redirectHost invalid_format"],
    [
      "a host in another script",
      { redirectHost: "аpp.example" },
      "body /redirectHost invalid_format",
    ],
    ["no name", { name: " " }, "body /name too_short"],
    ["no scope at all", { scopes: [] }, "body /scopes too_short"],
    ["an expiry in the past", { expiresAt: "2020-01-01" }, "body /expiresAt too_small"],
  ])("refuses %s", async (_, member, place) => {
    expectViolations(
      await (await signUp()).post("/connections", { ...example(), ...member }),
      place,
    );
  });

  it("refuses another owner's network", async () => {
    const [me, other] = [await signUp(), await signUp()];
    const { id } = await make(other, "/networks", { name: "N" });
    const answer = await me.post("/connections", { ...example(), networkIds: [id] });
    expectProblem(answer, 400, "invalid_reference");
  });
});

describe("the token of an approved client", () => {
  it("does what an API key does, and nothing that needs an access token of one's own", async () => {
    const me = await signUp();
    const app = await connectClient(me);
    const contact = await make(app, "/contacts", { firstName: "A" });
    expect(expectStatus(await me.get("/contacts"), 200).data[0].id).toBe(contact.id);
    const { headers } = await app.get("/contacts");
    expect(headers.get("x-ratelimit-remaining")).toBe("118");
    for (const path of ["/api-keys", "/connections", `/connections/${app.id}`]) {
      expectProblem(await app.get(path), 403, "access_token_required");
    }
    expectProblem(await app.post("/connections", example()), 403, "access_token_required");
    expectProblem(await app.delete("/me"), 403, "access_token_required");
    const [shown] = expectStatus(await me.get("/connections"), 200).data;
    expect(shown).toMatchObject({ lastUsedAt: expect.any(String), lastOperation: "createContact" });
  });

  it("has the limits of its connection", async () => {
    const me = await signUp();
    const { id: network } = await make(me, "/networks", { name: "N" });
    const seen = await make(me, "/contacts", { firstName: "A", networkIds: [network] });
    await make(me, "/contacts", { firstName: "B" });
    const app = await connectClient(me, { scopes: ["contacts:write"], networkIds: [network] });
    const { data, total } = expectStatus(await app.get("/contacts"), 200);
    expect([data[0].id, total]).toEqual([seen.id, 1]);
    const refused = expectProblem(await app.get("/notes"), 403, "insufficient_scope");
    expect(refused.detail).toBe("This connection lacks the scope notes:read.");
    const me2 = expectStatus(await app.get("/me"), 200);
    expect(me2).toMatchObject({
      scopes: ["contacts:read", "contacts:write"],
      networkIds: [network],
    });
    expectStatus(await me.patch(`/connections/${app.id}`, { scopes: null, networkIds: null }), 200);
    expect(expectStatus(await app.get("/contacts"), 200).total).toBe(2);
    expectStatus(await app.get("/notes"), 200);
  });

  it("is the actor in the log, and undoes its own changes", async () => {
    const me = await signUp();
    const app = await connectClient(me, {}, "Assistant");
    const mine = (await me.post("/contacts", { firstName: "A" })).headers.get("x-activity-id");
    const its = (await app.post("/contacts", { firstName: "B" })).headers.get("x-activity-id");
    const { actor } = expectStatus(await me.get(`/activity/${its}`), 200);
    expect(actor).toEqual({ kind: "connection", id: app.id, name: "Assistant" });
    const refused = await app.post(`/activity/${mine}/undo`);
    expect(expectProblem(refused, 403, "access_token_required").detail).toContain(
      "This connection may undo only what it did itself",
    );
    expectStatus(await app.post(`/activity/${its}/undo`), 200);
    expect((await me.get("/contacts")).body.total).toBe(1);
  });

  it("is refused by the next request after the connection was deleted", async () => {
    const me = await signUp();
    const app = await connectClient(me);
    expectStatus(await app.get("/contacts"), 200);
    expectStatus(await me.delete(`/connections/${app.id}`), 204);
    expectProblem(await app.get("/contacts"), 403, "connection_required");
    expectProblem(await app.post("/contacts", { no: 1 }), 403, "connection_required");
    expectProblem(await me.get(`/connections/${app.id}`), 404, "not_found");
    const again = expectStatus(await me.post("/connections", example(app.clientId)), 201);
    expect(again.id).not.toBe(app.id);
    expectStatus(await app.get("/contacts"), 200);
  });

  it("has no session in Auth any more after the connection was deleted; others have", async () => {
    const me = await signUp();
    const [app, other] = [await connectClient(me), await connectClient(me)];
    for (const { clientId } of [app, other]) {
      await sql`
        insert into auth.sessions (id, user_id, oauth_client_id) values (gen_random_uuid(), ${me.id}, ${clientId})`;
    }
    expectStatus(await me.delete(`/connections/${app.id}`), 204);
    const left =
      await sql`select oauth_client_id as id from auth.sessions where user_id = ${me.id}`;
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([null, other.clientId]));
    expect(left).toHaveLength(2);
    expectStatus(await me.get("/contacts"), 200);
  });

  it("is refused once the connection has expired, until it gets a later expiry", async () => {
    const me = await signUp();
    const app = await connectClient(me, { expiresAt: "2099-01-01" });
    expect((await app.get("/me")).body.expiresAt).toBe("2099-01-01T00:00:00.000Z");
    await sql`update kith_private.api_keys set expires_at = now() + interval '1 millisecond' where id = ${app.id}`;
    expectProblem(await app.get("/contacts"), 403, "connection_required");
    expectStatus(await me.patch(`/connections/${app.id}`, { expiresAt: null }), 200);
    expectStatus(await app.get("/contacts"), 200);
  });

  it("is refused without a session, and after the session ended", async () => {
    const me = await signUp();
    const app = await connectClient(me);
    await sql`delete from auth.sessions where user_id = ${me.id}`;
    expectProblem(await app.get("/contacts"), 401, "unauthorized");
    const { session_id: _, ...claims } = decodeJwt(app.token);
    expectProblem(await as(await signToken(claims)).get("/contacts"), 403, "connection_required");
  });

  it("is refused for a client that another account has approved", async () => {
    const [me, other] = [await signUp(), await signUp()];
    const app = await connectClient(other);
    const mine = as(await tokenOfClient(me, app.clientId));
    expectProblem(await mine.get("/contacts"), 403, "connection_required");
    await make(me, "/connections", { ...example(app.clientId), scopes: ["contacts:read"] });
    expectStatus(await mine.get("/contacts"), 200);
    expectProblem(await mine.get("/notes"), 403, "insufficient_scope");
    expectStatus(await app.get("/notes"), 200);
  });

  it("gets 120 answers in a minute", async () => {
    const app = await connectClient(await signUp());
    await countRequests(sql, app.id, 110);
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => app.get("/networks?pageSize=1")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expectProblem(answer, 429, "rate_limited");
  });
});

describe("a connection and a key", () => {
  it("are not found by each other's routes", async () => {
    const me = await signUp();
    const key = await makeKey(me);
    const app = await connectClient(me);
    for (
      const [method, path, body] of [
        ["GET", `/api-keys/${app.id}`],
        ["PATCH", `/api-keys/${app.id}`, { name: "X" }],
        ["POST", `/api-keys/${app.id}/rotate`],
        ["DELETE", `/api-keys/${app.id}`],
        ["GET", `/connections/${key.id}`],
        ["PATCH", `/connections/${key.id}`, { name: "X" }],
        ["DELETE", `/connections/${key.id}`],
      ] as const
    ) {
      expectProblem(await me.send(method, path, body), 404, "not_found");
    }
    expect((await me.get("/api-keys")).body.data.map(({ id }: Json) => id)).toEqual([key.id]);
    expectStatus(await app.get("/contacts"), 200);
  });
});
