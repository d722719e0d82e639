import type { Sql } from "./database.ts";

/** Counts requests of a key or connection as allowed so many seconds ago, after those that are counted already. */
export async function countRequests(
  sql: Sql,
  id: string,
  requests: number,
  secondsAgo = 0,
): Promise<void> {
  await sql`
    insert into kith_private.api_key_requests as r (api_key_id, instants)
    select ${id}, array_fill(clock_timestamp() - make_interval(secs => ${secondsAgo}), array[${requests}::int])
    on conflict (api_key_id) do update set instants = r.instants || excluded.instants`;
}
