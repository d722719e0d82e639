import type { Sql } from "../../test/support/database.ts";

/** The tables that grow with every write. */
const names = ["change_sets", "changes", "change_logs"].map((name) => `kith_private.${name}`);

export interface LogSize {
  sets: number;
  changes: number;
  /** Of the tables with their indexes and TOAST. */
  bytes: number;
}

export async function logSize(sql: Sql): Promise<LogSize> {
  const [row] = await sql<{ sets: number; changes: number; bytes: number }[]>`
    select (select count(*)::float8 from kith_private.change_sets) as sets,
      (select count(*)::float8 from kith_private.changes) as changes,
      (select sum(pg_total_relation_size(name))::float8 from unnest(${names}::regclass[]) name) as bytes`;
  return row!;
}

export async function emptyLog(sql: Sql): Promise<void> {
  await sql.query(`truncate ${names.join(", ")}`);
}

export async function vacuumLog(sql: Sql): Promise<void> {
  await sql.query(`vacuum (analyze) ${names.join(", ")}`);
}
