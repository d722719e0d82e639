import { beforeAll, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { exposedTables } from "../support/catalog.ts";
import { committed, identifier, rolledBack } from "../support/database.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { asPersona, become, sqlState, superuser } from "../support/sql.ts";

// PostgREST shows the planner's estimates, and functions such as uuid < uuid are leakproof, so the statistics of other
// owners' rows could shape the estimate of a query that returns none of them.
const sql = superuser();
const tables = await exposedTables(sql);

let reader: Account;
let writer: string;
beforeAll(async () => {
  reader = await signUp();
  writer = (await signUp()).id;
  // As many of one value as an estimate of more than one row needs, and past the triggers.
  await committed(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into kith.networks (owner_id, name) select ${writer}, 'Circle ' || n from generate_series(1, 1000) n`;
    await tx`
      insert into kith.note_types (owner_id, name, icon)
      select ${writer}, 'Type ' || n, case when n > 1 then 'S' else 'P' end from generate_series(1, 1000) n`;
    await tx`
      insert into kith.contacts (owner_id, company, description)
      select ${writer}, case when n > 1 then 'Confidential Holding AG' else 'Public' end, 'Do not tell ' || n % 2
        from generate_series(1, 1000) n`;
    await tx`
      insert into kith.contact_networks (owner_id, contact_id, network_id)
      select c.owner_id, c.id, n.id from kith.contacts c
        join lateral (select id from kith.networks where owner_id = c.owner_id limit 1) n on true where c.owner_id = ${writer}`;
    await tx`
      insert into kith.notes (owner_id, content, contact_id)
      select owner_id, 'A secret', id from kith.contacts where owner_id = ${writer}`;
    await tx`
      insert into kith.reminders (owner_id, title, contact_id)
      select owner_id, 'Call in secret', id from kith.contacts where owner_id = ${writer}`;
  });
  for (const table of tables) await sql`analyze ${identifier("kith", table)}`;
});

/** What EXPLAIN tells a user of the number of rows that a condition on a column selects; -1 where it fails. */
const estimate = `
  create function pg_temp.estimate(relation text, attribute text, operator text, value text) returns int language plpgsql as $$
  declare
    plan json;
  begin
    execute format('explain (format json) select 1 from kith.%I where %I %s %L', relation, attribute, operator, value) into plan;
    return plan -> 0 -> 'Plan' -> 'Plan Rows';
  exception when others then
    return -1;
  end $$`;

describe("the estimates of the planner", () => {
  it("are the same for every value of every column", async () => {
    const differing = await rolledBack(sql, async (tx) => {
      await tx.query(estimate);
      const columns = await tx<{ table: string; name: string }[]>`
        select c.relname as table, a.attname as name
          from pg_attribute a join pg_class c on c.oid = a.attrelid
         where c.relnamespace = 'kith'::regnamespace and c.relname = any (${tables}) and a.attnum > 0 and not a.attisdropped`;
      expect(columns.length).toBeGreaterThan(60);
      const asked: { table: string; name: string; values: string[] }[] = [];
      for (const { table, name } of columns) {
        const { rows: [range] } = await tx.query(
          `select array_agg(distinct ${name}::text) as values, mode() within group (order by ${name}::text) as mode
             from ((select ${name} from kith.${table} where owner_id = $1)
                   union all (select ${name} from kith.${table} limit 500)) t
            where ${name} is not null`,
          [writer],
        );
        const all: string[] = range!["values"] ?? [];
        const values = [all[0], all[all.length >> 1], all.at(-1), range!["mode"]]
          .filter((value) => typeof value === "string");
        asked.push({ table, name, values });
      }
      await become(tx, { sub: reader.id });
      return await tx`
        select c ->> 'table' as table, c ->> 'name' as column, operator, array_agg(distinct rows) as estimates
          from jsonb_array_elements(${
        JSON.stringify(asked)
      }::jsonb) c, jsonb_array_elements_text(c -> 'values') v (text),
            unnest('{=,<,>}'::text[]) operator, pg_temp.estimate(c ->> 'table', c ->> 'name', operator, v.text) rows
         group by 1, 2, 3 having count(distinct rows) > 1`;
    });
    expect(differing).toEqual([]);
  });

  it("have no statistics to be made from", async () => {
    const kept = await sql`
      select s.starelid::regclass::text as name, s.staattnum::text as detail from pg_statistic s
        join pg_class c on c.oid = s.starelid where c.relnamespace = 'kith'::regnamespace
      union all
      select stxrelid::regclass::text, stxname from pg_statistic_ext e
        join pg_class c on c.oid = e.stxrelid where c.relnamespace = 'kith'::regnamespace`;
    expect(kept).toEqual([]);
  });
});

it.each(["ctid", "xmin", "xmax", "cmin", "tableoid"])("nobody reads %s", async (column) => {
  for (const table of tables) {
    const read = asPersona(
      sql,
      { sub: reader.id },
      (tx) => tx.query(`select ${column} from kith.${table}`),
    );
    expect([table, await sqlState(read)]).toEqual([table, "42501"]);
    const answer = await postgrestClient(reader.token).get(`/${table}?select=${column}`);
    expect([table, answer.status >= 400]).toEqual([table, true]);
  }
});
