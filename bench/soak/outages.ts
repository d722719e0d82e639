// What goes wrong with the stack during the soak.
import type { Stack } from "../../local/stack.ts";
import { openDatabase, type Sql } from "../../test/support/database.ts";

/** Does something with the database as its superuser. */
export async function asAdmin<T>(stack: Stack, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase(stack.adminDatabaseUrl);
  return await work(sql).finally(() => sql.end());
}

const cut = (sql: Sql) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`;

/** What goes wrong with a part of the stack for a while; `begin` answers with what puts it right again. */
export const outages: { name: string; begin(stack: Stack): Promise<() => Promise<unknown>> }[] = [
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
      // The pool has one connection. To end it ends the transaction.
      await sql`begin`;
      await sql`lock table kith.contacts in access exclusive mode`;
      return () => sql.end();
    },
  },
  {
    name: "every connection cut",
    begin: (stack) => asAdmin(stack, cut).then(() => () => Promise.resolve()),
  },
];
