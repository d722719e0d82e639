import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../support/fresh-database.ts";

// The client of a request gets its answer after five seconds at the latest. What goes on in the database must not go on
// for longer, or a few such requests take all connections of a pooler. In a database of its own, because an operation is
// replaced by one that sleeps.
const database = await freshDatabase();
const owner = randomUUID();
const secret = `kith_${"1".repeat(40)}`;
const key = { kind: "api_key", hash: createHash("sha256").update(secret).digest("hex") };

beforeAll(async () => {
  const sql = database.superuser;
  await sql`insert into auth.users (id, email) values (${owner}, 'a@example.com')`;
  await sql`insert into kith_private.api_keys (owner_id, name, key_prefix, hash)
    values (${owner}, 'k', 'kith_1111', decode(${key.hash}, 'hex'))`;
  // What descriptions of U+2057, which folds to four characters, leave to be searched: many times as much as takes three
  // seconds. Past the trigger, which would take as long to derive it.
  await sql.query(`
    set session_replication_role = replica;
    insert into kith.contacts (owner_id, first_name, long_search_text)
    select '${owner}', 'C' || n, repeat(chr(39), 20000) from generate_series(1, 5000) n;
    insert into kith.notes (owner_id, content, folded_content)
    select '${owner}', 'N' || n, repeat(chr(39), 100000) from generate_series(1, 1000) n;
    reset session_replication_role`);
  await sql.query(`
    create or replace function kith_api.get_me(arguments jsonb) returns kith_api.answer
    language plpgsql as $$ begin perform pg_sleep(60); end $$`);
});

const handle = async (operation: string, args: unknown) => {
  const [row] = await database.postgres`
    select status, body, rate_remaining from kith_private.handle(${
    JSON.stringify(key)
  }, ${operation}, ${JSON.stringify(args)})`;
  return row!;
};

/** Statements of Kith's that have run for eight seconds: three more than their client waits, for a busy machine. */
async function longStatements(): Promise<unknown[]> {
  return await database.superuser`
    select query from pg_stat_activity
     where query like '%kith_private.handle%' and state = 'active' and pid <> pg_backend_pid()
       and query_start < clock_timestamp() - interval '8 seconds'`;
}

describe("a request that takes long", () => {
  // Each of 20,000 or 100,000 characters is compared with each of a pattern of 200.
  const searches: [string, number][] = [["list_contacts", 119], ["list_notes", 118]];
  it.each(searches)(
    "the request is refused as a search after three seconds, and counted: %s",
    async (operation, left) => {
      const before = performance.now();
      const row = await handle(operation, { query: { search: `${"\u2057".repeat(49)}x` } });
      expect(performance.now() - before).toBeGreaterThan(2_900);
      expect([row.status, JSON.parse(row.body)]).toEqual([null, {
        code: "validation_failed",
        errors: [{
          in: "query",
          pointer: "/search",
          code: "too_long",
          message: "This search takes too long. Search for fewer or shorter words.",
        }],
      }]);
      expect(row.rate_remaining).toBe(left);
    },
  );

  it("the request is ended by Postgres before its client has given up", async () => {
    const ended = handle("get_me", {}).then(() => null, (error: { code?: string }) => error.code);
    let [longest, done] = [0, false];
    void ended.then(() => done = true);
    while (!done) {
      longest = Math.max(longest, (await longStatements()).length);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect([await ended, longest]).toEqual(["25P04", 0]);
  });

  it("the request is counted where a statement_timeout ends it", async () => {
    const counted = async () =>
      (await database
        .superuser`select cardinality(instants)::int as n from kith_private.api_key_requests`)[0]!
        .n;
    const before = await counted();
    await database.postgres`set statement_timeout = '300ms'`;
    const row = await handle("get_me", {});
    await database.postgres`reset statement_timeout`;
    expect([row.status, JSON.parse(row.body).code]).toEqual([null, "unavailable"]);
    expect(await counted()).toBe(before + 1);
  });
});
