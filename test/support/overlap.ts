import type { Json } from "./client.ts";
import type { Database, Sql } from "./database.ts";
import { ask, type Credential, keyOf, statusOf, tokenOf } from "./handle.ts";
import { until } from "./wait.ts";

export interface Asked {
  credential: Credential;
  operation: string;
  arguments: Json;
}

export interface Told {
  status: number;
  body: Json;
}

async function tell(sql: Sql, { credential, operation, arguments: args }: Asked): Promise<Told> {
  const answer = await ask(sql, credential, operation, args);
  return { status: statusOf(answer), body: JSON.parse(answer.body ?? "null") };
}

/**
 * Two requests of which the second begins when the first has done its work and not yet committed: the one order in which
 * a race is lost, brought about on purpose. The second either waits for the first, which is then let go on, or comes
 * to its end beside it.
 */
export async function overlap(sql: Database, first: Asked, second: Asked): Promise<[Told, Told]> {
  const one = await sql.connect();
  const other = await sql.connect();
  try {
    const [backend] = await other<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await one`begin`;
    const told = await tell(one, first);
    let settled = false;
    const answer = tell(other, second).finally(() => settled = true);
    answer.catch(() => {});
    await until("the second request waits or ends", async () => {
      if (settled) return true;
      const [waiting] = await one`
        select from pg_catalog.pg_locks where pid = ${backend!.pid} and not granted`;
      return waiting !== undefined;
    });
    await one`commit`;
    return [told, await answer];
  } finally {
    await one`rollback`.catch(() => {});
    one.release();
    other.release();
  }
}

/** The statuses of two overlapping requests. */
export async function statusesOf(sql: Database, first: Asked, second: Asked): Promise<number[]> {
  return (await overlap(sql, first, second)).map(({ status }) => status);
}

/** A request as the owner of an access token. */
export const withTokenOf = ({ id }: { id: string }, operation: string, args: Json): Asked => ({
  credential: tokenOf(id),
  operation,
  arguments: args,
});

/** A request with an API key. */
export const withKey = (key: string, operation: string, args: Json): Asked => ({
  credential: keyOf(key),
  operation,
  arguments: args,
});
