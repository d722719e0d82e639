import { beforeEach, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { as, type Client } from "../support/client.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let account: Account;
let client: Client;

beforeEach(async () => {
  account = await signUp();
  client = as(account.token);
});

const retry = (key: string) => ({ headers: { "idempotency-key": key } });

describe("a request that is sent again with its Idempotency-Key", () => {
  it("makes one network of ten requests at once", async () => {
    const options = retry("all at once");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.post("/networks", { name: "Once" }, options)),
    );
    for (const { status, body } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(body.code).toBe("idempotency_key_in_use");
    }
    const first = answers.filter(({ status, headers }) =>
      status === 201 && !headers.has("idempotency-replayed")
    );
    expect(first).toHaveLength(1);
    expect((await client.get("/networks")).body.total).toBe(1);
    const later = await client.post("/networks", { name: "Once" }, options);
    expect(later).toMatchObject({ status: 201 });
  });

  it("does not show an API key a second time", async () => {
    const options = retry("a key");
    const first = await client.post("/api-keys", { name: "Agent" }, options);
    const again = await client.post("/api-keys", { name: "Agent" }, options);
    expect(again.body).toEqual({ ...first.body, key: null });
    expect((await as(first.body.key).get("/contacts")).status).toBe(200);
  });

  it("is refused when it asks for something else", async () => {
    await client.post("/networks", { name: "One" }, retry("k"));
    for (const [path, body] of [["/networks", { name: "Two" }], ["/note-types", { name: "One" }]]) {
      const answer = await client.post(path as string, body, retry("k"));
      expect(answer).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
    }
  });

  it("is done again after a day, after a refusal, and for another owner", async () => {
    await client.post("/networks", { name: "Taken" }, retry("k"));
    expect((await client.post("/networks", { name: "taken" }, retry("l"))).status).toBe(409);
    expect((await client.post("/networks", { name: "Free" }, retry("l"))).status).toBe(201);
    const other = await signUp();
    const theirs = await as(other.token).post("/networks", { name: "Taken" }, retry("k"));
    expect(theirs.headers.has("idempotency-replayed")).toBe(false);
    expect(theirs.status).toBe(201);
    await sql`update kith_private.idempotent_requests set created_at = now() - interval '25 hours'
              where owner_id = ${account.id}`;
    expect((await client.post("/networks", { name: "Taken" }, retry("k"))).status).toBe(409);
  });

  it("needs a key of at most 255 characters", async () => {
    const answer = await client.post("/networks", { name: "A" }, retry("x".repeat(256)));
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ in: "header", pointer: "/Idempotency-Key" }] },
    });
    expect((await client.get("/networks")).body.total).toBe(0);
  });

  it("keeps nothing of an account that is deleted", async () => {
    await client.post("/networks", { name: "A" }, retry("k"));
    expect((await client.delete("/me")).status).toBe(204);
    const rows =
      await sql`select from kith_private.idempotent_requests where owner_id = ${account.id}`;
    expect(rows).toHaveLength(0);
  });
});
