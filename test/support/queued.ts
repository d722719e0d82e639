import type { Database, Sql } from "./database.ts";
import { until } from "./wait.ts";

/**
 * Sends two requests that both need a contact's row, in a given order: the row is locked meanwhile, so both wait in
 * Postgres's queue, which serves them in the order in which they came.
 * @param sql a superuser's connections, of which it takes two
 */
export async function runInOrder<First, Second>(
  sql: Database,
  contactId: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = await sql.connect();
  try {
    const [backend] = await holder<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await holder`begin`;
    const locked = await holder`select from kith.contacts where id = ${contactId} for update`;
    if (locked.length !== 1) throw new Error("There is no such contact to lock.");
    const one = first();
    one.catch(() => {});
    await untilWaiting(sql, backend!.pid, 1);
    const other = second();
    other.catch(() => {});
    await untilWaiting(sql, backend!.pid, 2);
    await holder`rollback`;
    return await Promise.all([one, other]);
  } finally {
    await holder`rollback`.catch(() => {});
    holder.release();
  }
}

/** Waits until this many connections wait for this one, directly or behind each other. */
async function untilWaiting(sql: Sql, holder: number, count: number): Promise<void> {
  // A statement that waits for a lock gives up after four seconds.
  await until(`${count} waiting for the locked row`, async () => {
    const waiting = await sql`
      with recursive waiting (pid) as (
        select ${holder}::integer
        union
        select a.pid from pg_catalog.pg_stat_activity a
        join waiting w on w.pid = any (pg_catalog.pg_blocking_pids(a.pid)))
      select from waiting where pid <> ${holder}`;
    return waiting.length === count;
  }, 4_000);
}
