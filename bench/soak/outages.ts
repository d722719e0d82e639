import type { Stack } from "../../supabase/local/stack.ts";
import { openDatabase, type Sql } from "../../test/support/database.ts";

/** Something that goes wrong with a part of the stack for a while, and how it ends. */
export interface Outage {
  name: string;
  /** @returns what puts it right again */
  begin(stack: Stack): Promise<() => Promise<void>>;
}

/** Does something with the database as its superuser. */
export async function asAdmin<T>(
  stack: Stack,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = openDatabase(stack.adminDatabaseUrl);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

export const outages: Outage[] = [
  {
    name: "Postgres killed (SIGKILL)",
    async begin(stack) {
      await stack.postgres.kill();
      return () => stack.postgres.start();
    },
  },
  {
    name: "the function killed (SIGKILL)",
    async begin(stack) {
      await stack.function.kill();
      return () => stack.function.start();
    },
  },
  {
    name: "no connection left for the function",
    async begin(stack) {
      await asAdmin(stack, async (sql) => {
        await sql`alter role postgres connection limit 0`;
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`;
      });
      return async () => {
        await asAdmin(stack, (sql) => sql`alter role postgres connection limit -1`);
      };
    },
  },
  {
    name: "statements that hang on a lock",
    async begin(stack) {
      const sql = openDatabase(stack.adminDatabaseUrl);
      const one = await sql.connect();
      await one`begin`;
      await one`lock table kith.contacts in access exclusive mode`;
      return async () => {
        await one`rollback`;
        one.release();
        await sql.end();
      };
    },
  },
  {
    name: "every connection cut",
    async begin(stack) {
      await asAdmin(
        stack,
        (sql) =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`,
      );
      return () => Promise.resolve();
    },
  },
];
