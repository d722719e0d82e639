import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp, withKey } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let me: Account;
let work: string;
beforeAll(async () => {
  me = await signUp();
  work = (await make(me, "/networks", { name: "Work" })).id;
});

describe("what a key lacks the scope for", () => {
  /** The refusal as it is, byte for byte, but for the request's id. */
  const refusal = (detail: string) => ({
    type: "/functions/v1/kith/api/v1/errors#insufficient_scope",
    title: "Insufficient scope",
    status: 403,
    detail,
    code: "insufficient_scope",
    requestId: expect.any(String),
  });

  it("is refused by name, in the words and in the header", async () => {
    await withKey(me, { scopes: ["notes:read"] }, async (_, key) => {
      const answer = await as(key).post("/notes", { content: "A" });
      expect(answer.body).toEqual(refusal("This API key lacks the scope notes:write."));
      expect(answer.headers.get("www-authenticate"))
        .toBe('Bearer error="insufficient_scope", scope="notes:write"');
      const two = await as(key).put(`/networks/${work}/contacts/${randomUUID()}`);
      expect(two.body)
        .toEqual(refusal("This API key lacks the scopes contacts:write and networks:read."));
      expect(two.headers.get("www-authenticate"))
        .toBe('Bearer error="insufficient_scope", scope="contacts:write networks:read"');
    });
    await withKey(me, { scopes: ["contacts:write"] }, async (_, key) => {
      const one = await as(key).put(`/networks/${work}/contacts/${randomUUID()}`);
      expect(one.body).toEqual(refusal("This API key lacks the scope networks:read."));
    });
  });

  it("is refused without a scope where the networks of the key are in the way", async () => {
    const contact = await make(me, "/contacts", { firstName: "A", networkIds: [work] });
    const membership = `/networks/${work}/contacts/${contact.id}`;
    await withKey(me, { networkIds: [work] }, async (_, key) => {
      for (
        const answer of [
          await as(key).post("/networks", { name: "New" }),
          await as(key).patch(`/networks/${work}`, { name: "New" }),
          await as(key).delete(`/networks/${work}`),
          await as(key).post("/note-types", { name: "New" }),
          await as(key).put(membership),
          await as(key).delete(membership),
          await as(key).patch(`/contacts/${contact.id}`, { networkIds: [] }),
        ]
      ) {
        expectProblem(answer, 403, "insufficient_scope");
        expect(answer.headers.get("www-authenticate")).toBe('Bearer error="insufficient_scope"');
      }
    });
    expect(expectStatus(await me.get(`/networks/${work}`), 200)).toMatchObject({
      name: "Work",
      contactCount: 1,
    });
  });

  it.each<[string, string, string, Json, Record<string, string>?]>([
    ["an unknown member", "POST", "/notes", { noSuchMember: 1 }],
    ["an unknown parameter", "GET", "/contacts?needsContacts=true", undefined],
    ["no UUID", "GET", "/reminders/none", undefined],
    ["an unknown id", "GET", `/reminders/${randomUUID()}`, undefined],
    ["a large body", "POST", "/notes", { content: "a".repeat(100_000) }],
    ["a large body that is not valid", "POST", "/notes", { content: 1, x: "a".repeat(100_000) }],
    ["a photo for a contact that does not exist", "POST", "/contacts", {
      photoUrl: "uploads/a.png",
    }],
    ["an `If-Match` that is none", "PATCH", `/contacts/${randomUUID()}`, {}, { "if-match": "x" }],
  ])("is refused before %s is", async (_, method, path, body, headers = {}) => {
    await withKey(me, { scopes: ["networks:read"] }, async (_, key) => {
      const answer = await as(key).send(method, path, body, { headers });
      expectProblem(answer, 403, "insufficient_scope");
    });
  });

  it("is refused after what only access tokens may do, and after an unknown path", async () => {
    await withKey(me, { scopes: ["networks:read"] }, async (_, key) => {
      expectProblem(await as(key).get("/api-keys"), 403, "access_token_required");
      expectProblem(await as(key).delete("/me"), 403, "access_token_required");
      expectProblem(await as(key).get("/none"), 404, "not_found");
    });
  });

  it("counts as a refused request, whatever else is wrong with it", async () => {
    await withKey(me, { scopes: ["networks:read"] }, async (id, key) => {
      const requests = [
        () => as(key).get("/networks"),
        () => as(key).get("/notes"),
        () => as(key).post("/notes", { noSuchMember: 1 }),
        () => as(key).post("/notes", { content: "a".repeat(100_000) }),
      ];
      for (const [index, send] of requests.entries()) {
        expect((await send()).headers.get("x-ratelimit-remaining")).toBe(String(119 - index));
      }
      const counts = await sql`
        select requests, refusals from kith_private.api_key_requests where api_key_id = ${id}`;
      expect(counts).toEqual([{ requests: 4, refusals: 3 }]);
    });
  });

  it("is not answered from what was stored for its `Idempotency-Key` before", async () => {
    await withKey(me, { scopes: ["notes:write"] }, async (id, key) => {
      const retry = { headers: { "idempotency-key": randomUUID() } };
      const note = { content: "A" };
      expectStatus(await as(key).post("/notes", note, retry), 201);
      expectStatus(await me.patch(`/api-keys/${id}`, { scopes: ["notes:read"] }), 200);
      expectProblem(await as(key).post("/notes", note, retry), 403, "insufficient_scope");
    });
  });
});
