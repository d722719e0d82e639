import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../support/fresh-database.ts";
import { rolledBack } from "../support/database.ts";

// In a database of its own: what breaks a table locks it, and others' requests would wait behind that.
let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.remove());

/** Ways in which our part of a sign-up can break, each undone with the transaction. */
const breakages: [string, string][] = [
  ["the profile's table is gone", "alter table kith.profiles rename to elsewhere"],
  ["a column is gone", "alter table kith.profiles rename column name to nom"],
  [
    "no profile meets the rules",
    "alter table kith.profiles add constraint never check (false) not valid",
  ],
  [
    "a trigger of the profile raises",
    `
    create function kith_private.never() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger never before insert on kith.profiles for each row execute function kith_private.never()`,
  ],
  ["a helper is gone", "alter function kith_private.trimmed(text) rename to gone"],
];

it.each(breakages)("a sign-up succeeds although %s", async (_, breakage) => {
  await rolledBack(database.superuser, async (tx) => {
    await tx.query(breakage);
    const id = randomUUID();
    await tx`select set_config('role', 'supabase_auth_admin', true)`;
    await tx`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
    expect(await tx`select 1 from auth.users where id = ${id}`).toHaveLength(1);
  });
});
