import { isDeepStrictEqual } from "node:util";
import { type Database, rolledBack, type Sql } from "../../test/support/database.ts";

/** What is not an owner's own, is unique in the whole database, or is made by nobody's hand. */
const left = [
  "kith_private.api_keys",
  "kith_private.api_key_requests",
  "kith_private.api_key_days",
  // How many rows were counted when; none of it is derived from one row.
  "kith_private.usage",
  // The log: the seed is written past it.
  "kith_private.change_sets",
  "kith_private.changes",
  "kith_private.change_logs",
];
/** Stamps of the moment a row is written. */
const stamps = ["updated_at", "completed_at"];

/**
 * Writes everything of one owner a second time, for a new account, through the triggers and with only ids, created_at and what people
 * may write, and compares: what the seed filled in has to be what the triggers derive, in every table there is.
 * @throws Error that names the first row that differs. The copy is rolled back.
 */
export async function checkDerivedColumns(sql: Database, owner: string): Promise<void> {
  await rolledBack(sql, async (tx) => {
    await tx`set local session_replication_role = origin`;
    const [account] = await tx<{ id: string }[]>`
      insert into auth.users (id, email) values (gen_random_uuid(), 'copy@bench.example') returning id`;
    await tx`delete from kith.profiles where owner_id = ${account!.id}`;
    const tables = await ownedTables(tx);
    for (const table of tables) await copyTo(tx, table, owner, account!.id);
    for (const table of tables) await compare(tx, table, owner, account!.id);
  });
}

/** Those with an owner, each after those that it refers to. */
async function ownedTables(tx: Sql): Promise<string[]> {
  const rows = await tx<{ name: string; level: number }[]>`
    with recursive tables as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id'
      where c.relkind in ('r', 'p') and n.nspname in ('kith', 'kith_private')),
    levels as (
      select oid, 0 as level from tables
      union
      select f.conrelid, l.level + 1 from levels l
      join pg_constraint f on f.confrelid = l.oid and f.contype = 'f' and f.conrelid <> f.confrelid
      where l.level < 10)
    select t.name, max(l.level) as level from tables t join levels l using (oid)
    where t.name <> all (${left}) group by t.name order by level, t.name`;
  return rows.map((row) => row.name);
}

async function copyTo(tx: Sql, table: string, owner: string, account: string) {
  const columns = await tx<{ name: string }[]>`
    select quote_ident(a.attname) as name from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> 'owner_id'
      and (a.attname in ('id', 'created_at') or has_column_privilege('authenticated', a.attrelid, a.attnum, 'INSERT'))`;
  // A table that nobody may write has only what triggers put there.
  if (columns.every(({ name }) => name === "id" || name === "created_at")) return;
  const list = columns.map(({ name }) => name).join(", ");
  await tx.query(
    `insert into ${table} (owner_id, ${list}) select $1, ${list} from ${table} where owner_id = $2`,
    [account, owner],
  );
}

async function compare(tx: Sql, table: string, owner: string, account: string) {
  const rowsOf = async (id: string) => {
    const { rows } = await tx.query<{ row: unknown }>(
      `select to_jsonb(t) - 'owner_id' - $2::text[] as row from ${table} t
       where owner_id = $1 order by (to_jsonb(t) - 'owner_id' - $2::text[])::text`,
      [id, stamps],
    );
    return rows.map(({ row }) => row);
  };
  const [seeded, derived] = [await rowsOf(owner), await rowsOf(account)];
  const length = Math.max(seeded.length, derived.length);
  for (let n = 0; n < length; n++) {
    const [is, shouldBe] = [seeded[n], derived[n]];
    if (isDeepStrictEqual(is, shouldBe)) continue;
    throw new Error(
      `The seed of ${table} is not what the triggers derive:\n${JSON.stringify(is)}\n${
        JSON.stringify(shouldBe)
      }`,
    );
  }
}
