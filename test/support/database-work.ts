import type { Json } from "./client.ts";
import { type Database, rolledBack, type Sql } from "./database.ts";
import { ask, statusOf, tokenOf } from "./handle.ts";

/** Of each table of ours what a request did there: scans, rows read by each kind of scan, rows written. */
export type Work = Record<string, number[]>;

/**
 * What `kith_private.handle` does in the database for each of these arguments, one after the other on one warm connection
 * and rolled back. Counted by Postgres itself, tuple by tuple, so that nothing hangs on how long anything took.
 * Indexes are used however small the tables of a test are, as they are where there are many rows.
 */
export function workOf(
  sql: Database,
  ownerId: string,
  operation: string,
  requests: Json[],
): Promise<{ status: number; work: Work }[]> {
  return rolledBack(sql, async (tx) => {
    await tx`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
                    set_config('plan_cache_mode', 'force_generic_plan', true)`;
    const found = [];
    // The first round plans statements, which reads catalogues and statistics.
    for (const request of [...requests, ...requests]) {
      const before = await counters(tx);
      // What it did is undone, so that the next one finds what this one found.
      await tx`savepoint before`;
      const status = statusOf(await ask(tx, tokenOf(ownerId), operation, request));
      await tx`rollback to savepoint before`;
      found.push({ status, work: difference(before, await counters(tx)) });
    }
    return found.slice(requests.length);
  });
}

/** What this transaction has done up to now in every table, by the statistics of its own backend. */
async function counters(tx: Sql): Promise<Work> {
  const rows = await tx<{ table: string; counts: string[] }[]>`
    select schemaname || '.' || relname as table,
           array[seq_scan, seq_tup_read, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del]::text[] as counts
      from pg_catalog.pg_stat_xact_user_tables where schemaname in ('kith', 'kith_private', 'storage')`;
  return Object.fromEntries(rows.map(({ table, counts }) => [table, counts.map(Number)]));
}

function difference(before: Work, after: Work): Work {
  const changed = Object.entries(after)
    .map(([table, counts]) =>
      [table, counts.map((count, n) => count - (before[table]?.[n] ?? 0))] as const
    )
    .filter(([, counts]) => counts.some((count) => count !== 0));
  return Object.fromEntries(changed);
}
