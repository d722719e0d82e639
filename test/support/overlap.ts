import { createHash } from "node:crypto";
import { isProblemCode, problemCatalogue } from "../../functions/kith/core/problems.ts";
import type { Json } from "./client.ts";
import type { Database, Sql } from "./database.ts";
import { until } from "./wait.ts";

export interface Asked {
  /** What the database checks of a token or key. */
  credential: Json;
  operation: string;
  arguments: Json;
}

export interface Told {
  status: number;
  body: Json;
}

/** Sends one request straight to `kith_private.handle`, as the function does. */
async function ask(sql: Sql, { credential, operation, arguments: args }: Asked) {
  const [row] = await sql<{ status: number | null; body: string | null }[]>`
    select status, body from kith_private.handle(${JSON.stringify(credential)}, ${operation}, ${
    JSON.stringify(args)
  })`;
  const body = JSON.parse(row?.body ?? "null");
  return { status: row?.status ?? refusedStatus(body), body };
}

/** The status that the function answers a refusal of the database with. */
export function refusedStatus({ code }: Json): number {
  if (!isProblemCode(code)) throw new Error(`no code of the catalogue: ${code}`);
  return problemCatalogue[code].status;
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
    const told = await ask(one, first);
    let settled = false;
    const answer = ask(other, second).finally(() => settled = true);
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
export function withTokenOf({ id }: { id: string }, operation: string, args: Json): Asked {
  return { credential: { kind: "access_token", sub: id }, operation, arguments: args };
}

/** A request with an API key. */
export function withKey(key: string, operation: string, args: Json): Asked {
  const hash = createHash("sha256").update(key).digest("hex");
  return { credential: { kind: "api_key", hash }, operation, arguments: args };
}
