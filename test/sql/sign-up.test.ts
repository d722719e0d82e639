import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectStatus, make, signUp } from "../support/accounts.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();

/** What Auth does when somebody signs up, as Auth's own role. */
async function signUpInSql(tx: Sql, metadata: unknown = {}) {
  const id = randomUUID();
  await tx`select set_config('role', 'supabase_auth_admin', true)`;
  await tx`
    insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${`${id}@example.com`}, ${
    JSON.stringify(metadata)
  })`;
  await tx`reset role`;
  const [user] = await tx`select id from auth.users where id = ${id}`;
  expect(user).toEqual({ id });
  return (await tx`select name, timezone from kith.profiles where owner_id = ${id}`)[0] ?? null;
}

describe("a sign-up", () => {
  it("makes a profile", async () => {
    const profile = await rolledBack(sql, (tx) => signUpInSql(tx));
    expect(profile).toEqual({ name: null, timezone: "UTC" });
  });

  it.each<[string, unknown]>([
    ["a very long name", { name: "a".repeat(100_000), full_name: "b" }],
    ["an object for a name", { name: { first: "A" } }],
    ["a list", []],
    ["null", null],
    ["a zone that is none", { timezone: "Mars", name: 7 }],
  ])("succeeds with %s in what it says of the person", async (_, metadata) => {
    expect(await rolledBack(sql, (tx) => signUpInSql(tx, metadata))).not.toBeNull();
  });

  // Renaming a function locks no table, so that nobody else waits. test/thorough/sign-up.test.ts breaks more.
  it("succeeds although a function of Kith is gone", async () => {
    const profile = await rolledBack(sql, async (tx) => {
      await tx.query("alter function kith_private.trimmed(text) rename to gone");
      return await signUpInSql(tx);
    });
    expect(profile).toBeNull();
  });

  it("leaves an account without profile as usable as any other", async () => {
    const me = await signUp();
    await sql`delete from kith.profiles where owner_id = ${me.id}`;
    expect(expectStatus(await me.get("/me"), 200)).toMatchObject({ name: null, timezone: "UTC" });
    await make(me, "/notes", { content: "x", occurredAt: "2025-01-01" });
    expect(expectStatus(await me.patch("/me", { timezone: "Asia/Tokyo" }), 200).timezone).toBe(
      "Asia/Tokyo",
    );
  });
});
