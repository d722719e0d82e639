import { expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { exposedTables } from "../support/catalog.ts";
import { identifier } from "../support/database.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { asPersona, sqlState, superuser } from "../support/sql.ts";

// PostgREST shows the planner's estimates, and functions such as uuid < uuid are leakproof, so the statistics of other
// owners' rows could shape the estimate of a query that returns none of them.
const sql = superuser();
const tables = await exposedTables(sql);
const reader = await signUp();

it("the estimates of the planner have no statistics to be made from", async () => {
  await reader.make("/contacts", { firstName: "Anna", description: "Do not tell" });
  for (const table of tables) await sql`analyze ${identifier("kith", table)}`;
  const kept = await sql`
    select s.starelid::regclass::text as name, s.staattnum::text as detail from pg_statistic s
      join pg_class c on c.oid = s.starelid where c.relnamespace = 'kith'::regnamespace
    union all
    select stxrelid::regclass::text, stxname from pg_statistic_ext e
      join pg_class c on c.oid = e.stxrelid where c.relnamespace = 'kith'::regnamespace`;
  expect(kept).toEqual([]);
});

it.each(["ctid", "xmin", "xmax", "cmin", "tableoid"])("nobody reads %s", async (column) => {
  for (const table of tables) {
    const read = asPersona(
      sql,
      { sub: reader.id },
      (tx) => tx.query(`select ${column} from kith.${table}`),
    );
    expect([table, await sqlState(read)]).toEqual([table, "42501"]);
  }
  const answer = await postgrestClient(reader.token).get(`/contacts?select=${column}`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
});
