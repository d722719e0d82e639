import { beforeAll, describe, expect, it } from "vitest";
import { type Account, make, signUp } from "../support/accounts.ts";
import { identifier } from "../support/database.ts";
import { restDoor } from "../support/rest-client.ts";
import { exposedTables } from "../support/reviewed/tables.ts";
import { asPersona, sqlState, superuser } from "../support/sql.ts";

// PostgREST shows the planner's estimates, and functions such as uuid < uuid are leakproof, so the statistics of other
// owners' rows could shape the estimate of a query that returns none of them.
const sql = superuser();

let reader: Account;
beforeAll(async () => {
  reader = await signUp();
  const writer = await signUp();
  for (let index = 0; index < 60; index++) {
    const network = await make(writer, "/networks", { name: `Circle ${index}` });
    const contact = await make(writer, "/contacts", {
      company: "Confidential Holding AG",
      description: "Do not tell",
      networkIds: [network.id],
    });
    await make(writer, "/notes", { content: "A secret", contactId: contact.id });
    await make(writer, "/reminders", { title: "Call in secret", contactId: contact.id });
  }
  for (const table of exposedTables) await sql`analyze ${identifier("kith", table)}`;
});

/** What EXPLAIN tells a user of the number of rows that a condition on a column selects. */
function estimate(table: string, column: string, operator: string, value: string): Promise<number> {
  return asPersona(sql, { sub: reader.id }, async (tx) => {
    const { rows } = await tx.query<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
      `explain (format json) select 1 from kith.${table} where ${column} ${operator} '${value}'`,
    );
    return rows[0]!["QUERY PLAN"][0]!.Plan["Plan Rows"];
  });
}

describe.each(exposedTables)("the estimates for %s", (table) => {
  it("are the same for every value of every column", async () => {
    const columns = await sql`
      select attname as name from pg_attribute
       where attrelid = ${`kith.${table}`}::regclass and attnum > 0 and not attisdropped order by attnum`;
    expect(columns.length).toBeGreaterThan(3);
    for (const { name } of columns) {
      const [range] = await sql.query(
        `select array_agg(distinct ${name}::text) as values from (select ${name} from kith.${table} where ${name} is not null limit 500) t`,
      ).then(({ rows }) => rows);
      const values: string[] = range!["values"] ?? [];
      for (const operator of ["=", "<", ">"]) {
        const found = new Set<number>();
        for (const value of [values[0], values[values.length >> 1], values.at(-1)]) {
          if (value !== undefined) {
            found.add(
              await estimate(table, name, operator, value.replaceAll("'", "''")).catch(() => -1),
            );
          }
        }
        expect([name, operator, found.size <= 1]).toEqual([name, operator, true]);
      }
    }
  });

  it("have no statistics to be made from", async () => {
    const kept = await sql`
      select s.starelid::regclass::text as relation, s.staattnum from pg_statistic s
       where s.starelid = ${`kith.${table}`}::regclass
          or s.starelid in (select indexrelid from pg_index where indrelid = ${`kith.${table}`}::regclass)`;
    expect(kept).toEqual([]);
    const extended =
      await sql`select stxname from pg_statistic_ext where stxrelid = ${`kith.${table}`}::regclass`;
    expect(extended).toEqual([]);
  });

  it.each(["ctid", "xmin", "xmax", "cmin", "tableoid"])("come without %s", async (column) => {
    const read = asPersona(
      sql,
      { sub: reader.id },
      (tx) => tx.query(`select ${column} from kith.${table}`),
    );
    expect(await sqlState(read)).toBe("42501");
    const answer = await restDoor(reader.token).get(`/${table}?select=${column}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});
