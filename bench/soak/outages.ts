import type { Stack } from "../../local/stack.ts";
import { openDatabase, type Sql } from "../../test/support/database.ts";

/** Something that goes wrong with a part of the stack for a while; `begin` answers with what puts it right again. */
export interface Outage {
  name: string;
  begin(stack: Stack): Promise<() => Promise<unknown>>;
}

/** Does something with the database as its superuser. */
export async function asAdmin<T>(stack: Stack, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase(stack.adminDatabaseUrl);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const cut = (sql: Sql) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`;

export const outages: Outage[] = [
  {
    name: "Postgres killed (SIGKILL)",
    begin: ({ postgres }) => postgres.kill().then(() => () => postgres.start()),
  },
  {
    name: "the function killed (SIGKILL)",
    begin: (stack) => stack.function.kill().then(() => () => stack.function.start()),
  },
  {
    name: "no connection left for the function",
    async begin(stack) {
      await asAdmin(stack, async (sql) => {
        await sql`alter role postgres connection limit 0`;
        await cut(sql);
      });
      return () => asAdmin(stack, (sql) => sql`alter role postgres connection limit -1`);
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
    begin: (stack) => asAdmin(stack, cut).then(() => () => Promise.resolve()),
  },
];
