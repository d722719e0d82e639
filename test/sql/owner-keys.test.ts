import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { superuser } from "../support/sql.ts";

const sql = superuser();

/**
 * What a database that spreads owners over several machines demands (docs/past-one-machine.md): whatever is unique or
 * refers to a row does so within an owner. What cannot is in the first table of that page, with how it is placed.
 */
const page = await readFile(new URL("../../docs/past-one-machine.md", import.meta.url), "utf8");
const placed = [...page.matchAll(/^\| `([a-z_]+)` \| \S/gm)].map(([, name]) => name);

describe("the rows of an owner", () => {
  it("are unique within the owner, but for what the page lists", async () => {
    const rows = await sql<{ name: string }[]>`
      select distinct c.relname as name
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('kith', 'kith_private') and c.relkind = 'r' and i.indisunique and not exists (
         select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'owner_id' and a.attnum = any (i.indkey::smallint[]))
       order by 1`;
    expect(rows.map(({ name }) => name)).toEqual([...placed].sort());
  });

  it("refer to rows of the same owner only, but for what the page lists", async () => {
    const rows = await sql<{ name: string; references: string }[]>`
      select c.relname as name, k.confrelid::regclass::text as references
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('kith', 'kith_private') and k.contype = 'f' and not exists (
         select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'owner_id' and a.attnum = any (k.conkey))
       order by 1`;
    expect(rows.filter(({ name }) => !placed.includes(name))).toEqual([]);
    expect(rows).toEqual([{ name: "api_key_requests", references: "kith_private.api_keys" }]);
  });

  it("have a column that says whose they are, but for what the page lists", async () => {
    const rows = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('kith', 'kith_private') and c.relkind = 'r' and not exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_id' and a.attnotnull)`;
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ name }) => !placed.includes(name))).toEqual([]);
  });
});
