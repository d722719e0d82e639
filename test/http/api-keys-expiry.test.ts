import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectProblem, expectViolations, sameBytes } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const unknown = as(`kith_${"0".repeat(40)}`);
let me: Account;
beforeEach(async () => {
  me = await signUp();
});

/** Lets a key expire: the database takes no expiry in the past. */
async function expire(id: string): Promise<string> {
  const [row] = await sql<{ at: Date }[]>`
    update kith_private.api_keys set expires_at = now() + interval '20 milliseconds' where id = ${id}
    returning expires_at as at`;
  await wait(40);
  return row!.at.toISOString();
}
const read = async (id: string): Promise<Json> =>
  expectStatus(await me.get(`/api-keys/${id}`), 200);

describe("the expiry of a key", () => {
  it("is an instant, or the start of a day in the profile's time zone", async () => {
    expectStatus(await me.patch("/me", { timezone: "Pacific/Auckland" }), 200);
    for (
      const [given, shown] of [
        ["2099-06-01T10:00:00+02:00", "2099-06-01T08:00:00.000Z"],
        ["2099-06-01", "2099-05-31T12:00:00.000Z"],
        ["9999-12-31", "9999-12-30T11:00:00.000Z"],
        [null, null],
      ]
    ) {
      const made = await make(me, "/api-keys", { name: "K", expiresAt: given });
      expect([given, made.expiresAt]).toEqual([given, shown]);
      expect((await as(made.key).get("/me")).status).toBe(200);
      const changed = await me.patch(`/api-keys/${(await makeKey(me)).id}`, { expiresAt: given });
      expect([given, expectStatus(changed, 200).expiresAt]).toEqual([given, shown]);
    }
  });

  it.each<[string, unknown, string]>([
    ["a moment ago", new Date(Date.now() - 1000).toISOString(), "too_small"],
    ["a day long ago", "2020-01-01", "too_small"],
    ["after the last millisecond", "9999-12-31T23:59:59.9999Z", "invalid_format"],
    ["a day that the calendar lacks", "2099-02-30", "invalid_format"],
    ["a number", 4_000_000_000, "invalid_type"],
  ])("is not %s", async (_, expiresAt, code) => {
    const place = `body /expiresAt ${code}`;
    expectViolations(await me.post("/api-keys", { name: "K", expiresAt }), place);
    const { id } = await makeKey(me);
    expectViolations(await me.patch(`/api-keys/${id}`, { expiresAt }), place);
    expect(await read(id)).toMatchObject({ expiresAt: null });
  });
});

describe("a key that has expired", () => {
  it("is answered with the same bytes as an unknown key", async () => {
    const { id, key } = await makeKey(me);
    await expire(id);
    for (
      const [method, path, body] of [
        ["GET", "/contacts"],
        ["POST", "/contacts", { firstName: "A" }],
        ["POST", "/contacts", { noSuchMember: 1 }],
        ["POST", "/notes", { content: "a".repeat(100_000) }],
        ["GET", `/api-keys/${id}`],
        ["DELETE", "/me"],
      ] as const
    ) {
      const answer = await as(key).send(method, path, body);
      expectProblem(answer, 401, "unauthorized");
      expect(sameBytes(answer)).toEqual(sameBytes(await unknown.send(method, path, body)));
    }
    const counted = await sql`
      select from kith_private.api_key_requests where api_key_id = ${id}`;
    expect(counted).toEqual([]);
  });

  it("stays listed, and is renamed, extended and deleted", async () => {
    const { id, key } = await makeKey(me);
    const expiresAt = await expire(id);
    const [listed] = expectStatus(await me.get("/api-keys"), 200).data;
    expect(listed).toMatchObject({ id, expiresAt, lastUsedAt: null, lastOperation: null });
    // What was read may be sent back, the expiry that has passed included.
    const renamed = expectStatus(await me.patch(`/api-keys/${id}`, { ...listed, name: "B" }), 200);
    expect(renamed).toMatchObject({ name: "B", expiresAt });
    expectProblem(await as(key).get("/me"), 401, "unauthorized");

    expectStatus(await me.patch(`/api-keys/${id}`, { expiresAt: "2099-01-01" }), 200);
    expect((await as(key).get("/me")).status).toBe(200);
    await expire(id);
    expectStatus(await me.patch(`/api-keys/${id}`, { expiresAt: null }), 200);
    expect((await as(key).get("/me")).status).toBe(200);
    await expire(id);
    expect((await me.delete(`/api-keys/${id}`)).status).toBe(204);
    expectProblem(await me.get(`/api-keys/${id}`), 404, "not_found");
  });
});

describe("a key", () => {
  it("is renamed, and keeps its secret, its limit and its counts", async () => {
    const { id, key } = await makeKey(me);
    for (let n = 0; n < 3; n++) await as(key).get("/contacts");
    const before = await read(id);
    const after = expectStatus(await me.patch(`/api-keys/${id}`, { name: " B " }), 200);
    expect(after).toEqual({ ...before, name: "B", updatedAt: expect.any(String) });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const next = await as(key).get("/contacts");
    expect(next.headers.get("x-ratelimit-remaining")).toBe("116");
    const counts = await sql`
      select requests from kith_private.api_key_requests where api_key_id = ${id}`;
    expect(counts).toEqual([{ requests: 4 }]);
    expectViolations(await me.patch(`/api-keys/${id}`, { name: " " }), "body /name too_short");
    expectViolations(await me.patch(`/api-keys/${id}`, { name: null }), "body /name invalid_type");
  });

  it("shows the operationId of the last request", async () => {
    const { id, key } = await makeKey(me);
    expect(await read(id)).toMatchObject({ lastUsedAt: null, lastOperation: null });
    expect((await as(key).get("/note-types")).status).toBe(200);
    const { updatedAt, createdAt, ...used } = await read(id);
    expect(used).toMatchObject({ lastUsedAt: expect.any(String), lastOperation: "listNoteTypes" });
    expect(updatedAt, "using it does not change it").toBe(createdAt);
    expect((await me.get("/api-keys")).body.data[0]).toMatchObject({
      lastOperation: "listNoteTypes",
    });
  });
});
