import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectStatus, signUp } from "../support/accounts.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { freshDatabase } from "../support/fresh-database.ts";
import { superuser } from "../support/sql.ts";

// In a database of its own: what breaks a table locks it, and the requests of others would wait behind that.
const sql = superuser();
const database = await freshDatabase();

/** What Auth does when somebody signs up, as Auth's own role; the profile that is then there. */
async function signUpInSql(tx: Sql, metadata: unknown = {}) {
  const id = randomUUID();
  await tx`select set_config('role', 'supabase_auth_admin', true)`;
  await tx`
    insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${`${id}@example.com`}, ${
    JSON.stringify(metadata)
  })`;
  await tx`reset role`;
  expect(await tx`select id from auth.users where id = ${id}`).toEqual([{ id }]);
  return async () =>
    (await tx`select name, timezone from kith.profiles where owner_id = ${id}`)[0] ?? null;
}

describe("a sign-up", () => {
  it.each<[string, unknown]>([
    ["nothing", {}],
    ["a very long name", { name: "a".repeat(100_000), full_name: "b" }],
    ["an object for a name", { name: { first: "A" } }],
    ["a list", []],
    ["null", null],
    ["a time zone that does not exist", { timezone: "Mars", name: 7 }],
  ])("makes a profile where the metadata have %s", async (what, metadata) => {
    await rolledBack(database.superuser, async (tx) => {
      const profile = await (await signUpInSql(tx, metadata))();
      expect(profile).not.toBeNull();
      if (what === "nothing") expect(profile).toEqual({ name: null, timezone: "UTC" });
    });
  });

  it.each([
    ["the table of profiles is gone", "alter table kith.profiles rename to elsewhere"],
    ["a column is gone", "alter table kith.profiles rename column name to nom"],
    [
      "no profile meets the rules",
      "alter table kith.profiles add constraint never check (false) not valid",
    ],
    [
      "a trigger of the profile raises",
      `create function kith_private.never() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger never before insert on kith.profiles for each row execute function kith_private.never()`,
    ],
    ["a helper is gone", "alter function kith_private.trimmed(text) rename to gone"],
  ])("succeeds although %s", async (_, breakage) => {
    await rolledBack(database.superuser, async (tx) => {
      await tx.query(breakage);
      await signUpInSql(tx);
    });
  });

  it("leaves an account without profile as usable as any other", async () => {
    const me = await signUp();
    await sql`delete from kith.profiles where owner_id = ${me.id}`;
    expect(expectStatus(await me.get("/me"), 200)).toMatchObject({ name: null, timezone: "UTC" });
    await me.make("/notes", { content: "x", occurredAt: "2025-01-01" });
    const changed = expectStatus(await me.patch("/me", { timezone: "Asia/Tokyo" }), 200);
    expect(changed.timezone).toBe("Asia/Tokyo");
  });
});
