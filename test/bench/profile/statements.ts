import { Client } from "pg";
import type { Stack } from "../../../supabase/local/stack.ts";
import { cleanUp } from "../clean-up.ts";
import type { Sql } from "../../support/database.ts";
import type { Make } from "../scale/calls.ts";
import type { SeededOwner } from "../seed.ts";
import { costOf } from "./processor.ts";

/** Of one function of the database. */
export interface FunctionTime {
  name: string;
  /** How often one request calls it. */
  calls: number;
  /** Milliseconds of a request that it takes itself, without the functions that it calls. */
  own: number;
}

export interface StatementProfile {
  /** Of the whole statement, in milliseconds of Postgres's processor; null where the system does not tell. */
  processor: number | null;
  /** Those that take longest first. */
  functions: FunctionTime[];
}

/** Plans are kept from the sixth call on, and functions are compiled by their first. */
const warmUps = 20;

/** Sends the function's statement over one connection, with a warm plan and without waiting for the write-ahead log. */
export class Statements {
  private constructor(
    readonly sql: Sql,
    readonly plain: Client,
    readonly tracked: Client,
    readonly close: () => Promise<void>,
  ) {}

  /** @param sql a superuser's connection */
  static async open({ databaseUrl }: Stack, sql: Sql): Promise<Statements> {
    await sql`grant set on parameter track_functions to public`;
    const open = async (options: string) => {
      const client = new Client({
        connectionString: databaseUrl,
        options: `-c synchronous_commit=off ${options}`,
      });
      client.on("error", () => {});
      await client.connect();
      return client;
    };
    const [plain, tracked] = [await open(""), await open("-c track_functions=all")];
    const close = cleanUp(async () => {
      await plain.end();
      await tracked.end();
    });
    return new Statements(sql, plain, tracked, close);
  }

  /** Measures one operation: first what it costs, then, with Postgres counting, in which functions. */
  async profile(owners: SeededOwner[], make: Make, calls: number): Promise<StatementProfile> {
    const run = async (client: Client, from: number, count: number) => {
      for (let n = from; n < from + count; n++) {
        await ask(client, owners[n % owners.length]!, make, n);
      }
    };
    await run(this.plain, 0, warmUps);
    const { rows } = await this.plain.query("select pg_backend_pid() as pid");
    const cost = await costOf(rows[0].pid, () => run(this.plain, warmUps, calls));
    const first = warmUps + calls;
    await run(this.tracked, first, warmUps);
    await this.#flush();
    await this.sql`select pg_stat_reset()`;
    await run(this.tracked, first + warmUps, calls);
    await this.#flush();
    const functions = await this.sql<FunctionTime[]>`
      select funcname as name, calls::float / ${calls} as calls, self_time / ${calls} as own
      from pg_stat_user_functions order by self_time desc`;
    return { processor: cost === null ? null : cost / calls, functions };
  }

  /** Counts are written at the end of a statement, but at most once a second unless one asks. */
  async #flush(): Promise<void> {
    await this.tracked.query("select pg_stat_force_next_flush()");
    await this.tracked.query("select 1");
  }
}

async function ask(client: Client, owner: SeededOwner, make: Make, n: number): Promise<void> {
  const call = make(owner, n);
  const { rows } = await client.query(
    "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb)",
    [
      JSON.stringify({ kind: "access_token", sub: owner.id }),
      call.operation,
      JSON.stringify(call.arguments),
    ],
  );
  const { status, body, log } = rows[0] as Record<string, string | null>;
  if (status === null) throw new Error(`${call.operation}: ${body} ${log}`);
}
