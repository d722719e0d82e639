import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

describe("making a key", () => {
  it("shows the key once and never again", async () => {
    const me = await signUp();
    const answer = await me.post("/api-keys", { name: " laptop " });
    const { key, ...rest } = expectStatus(answer, 201);
    expect(key).toMatch(/^kith_[0-9a-f]{40}$/);
    expect(rest).toEqual({
      id: expect.any(String),
      name: "laptop",
      scopes: null,
      networkIds: null,
      expiresAt: null,
      keyPrefix: key.slice(0, 9),
      createdAt: expect.any(String),
      updatedAt: rest.createdAt,
      lastUsedAt: null,
      lastOperation: null,
      previousKeyExpiresAt: null,
    });
    const list = expectStatus(await me.get("/api-keys"), 200);
    expect(list).toEqual({ data: [rest], page: 1, pageSize: 50, total: 1 });
  });

  it("works from the next request", async () => {
    const me = await signUp();
    const contact = await make(me, "/contacts", { firstName: "A" });
    const { key } = await makeKey(me);
    expect((await as(key).get(`/contacts/${contact.id}`)).body).toEqual(contact);
  });

  it("stores nothing from which the key can be derived", async () => {
    const sql = superuser();
    const { key } = await makeKey(await signUp());
    const [row] = await sql`
      select (select string_agg(k::text, '') from kith_private.api_keys k) as keys`;
    expect(row?.keys).toContain(key.slice(0, 9));
    expect(row?.keys).not.toContain(key.slice(9));
  });

  it("stops at 20, also with 30 requests at once", async () => {
    const me = await signUp();
    const wishes = Array.from({ length: 30 }, (_, i) => me.post("/api-keys", { name: `k${i}` }));
    const answers = await Promise.all(wishes);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20);
    for (const answer of answers.filter((each) => each.status !== 201)) {
      expectProblem(answer, 409, "api_key_limit_reached");
    }
    const { data, total } = (await me.get("/api-keys")).body;
    expect(total).toBe(20);
    expect((await me.delete(`/api-keys/${data[0].id}`)).status).toBe(204);
    await makeKey(me);
    expectProblem(await me.post("/api-keys", { name: "21st" }), 409, "api_key_limit_reached");
  });

  it.each<[string, unknown, string]>([
    ["no name", {}, "body /name required"],
    ["a name of 101", { name: "a".repeat(101) }, "body /name too_long"],
    ["a key of one's own making", { name: "A", key: "kith_" }, "body /key unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await (await signUp()).post("/api-keys", body), place);
  });
});

describe("using a key", () => {
  it("notes the time, at most once a minute", async () => {
    const me = await signUp();
    const { id, key } = await makeKey(me);
    const lastUsed = async () => (await me.get("/api-keys")).body.data[0].lastUsedAt;
    await as(key).get("/contacts");
    const first = await lastUsed();
    expect(first).toMatch(/^\d{4}-.*Z$/);
    await as(key).get("/contacts");
    expect(await lastUsed()).toBe(first);
    const sql = superuser();
    await sql`update kith_private.api_keys set last_used_at = last_used_at - interval '61 seconds' where id = ${id}`;
    await as(key).get("/contacts");
    expect(await lastUsed() >= first).toBe(true);
  });
});

describe("deleting a key", () => {
  it("refuses the next request with it", async () => {
    const me = await signUp();
    const { id, key } = await makeKey(me);
    expect((await as(key).get("/contacts")).status).toBe(200);
    expect((await me.delete(`/api-keys/${id}`)).status).toBe(204);
    expectProblem(await as(key).get("/contacts"), 401, "unauthorized");
    expectProblem(await me.delete(`/api-keys/${id}`), 404, "not_found");
    expectProblem(await me.delete(`/api-keys/${randomUUID()}`), 404, "not_found");
  });
});
