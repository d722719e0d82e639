import type { Stack } from "../../supabase/local/stack.ts";
import type { Sql } from "../../test/support/database.ts";
import { type Handle, openHandle } from "../log/handle.ts";
import { databaseUrlOf } from "../log/sides.ts";
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

/** Profiles operations: the function's statement, with a warm plan and without waiting for the write-ahead log. */
export interface Profiler {
  /** Measures one operation: first what it costs, then, with Postgres counting, in which functions. */
  profile(owners: SeededOwner[], make: Make, calls: number): Promise<StatementProfile>;
  close(): Promise<void>;
}

/** @param sql a superuser's connection */
export async function openProfiler(stack: Stack, sql: Sql): Promise<Profiler> {
  await sql`grant set on parameter track_functions to public`;
  const open = (...settings: string[]) =>
    openHandle(databaseUrlOf(stack, "logged", ["synchronous_commit=off", ...settings]));
  const [plain, counted] = [await open(), await open("track_functions=all")];
  const [backend] = await plain.query("select pg_backend_pid() as pid");
  return {
    async profile(owners, make, calls) {
      let n = 0;
      const run = async (handle: Handle, count: number) => {
        for (const end = n + count; n < end; n++) {
          const owner = owners[n % owners.length]!;
          await handle.ask({ kind: "access_token", sub: owner.id }, make(owner, n));
        }
      };
      await run(plain, warmUps);
      const cost = await costOf(Number(backend!["pid"]), () => run(plain, calls));
      await run(counted, warmUps);
      await writeCounts(counted);
      await sql`select pg_stat_reset()`;
      await run(counted, calls);
      await writeCounts(counted);
      const functions = await sql<FunctionTime[]>`
        select funcname as name, calls::float / ${calls} as calls, self_time / ${calls} as own
        from pg_stat_user_functions order by self_time desc`;
      return { processor: cost === null ? null : cost / calls, functions };
    },
    async close() {
      await plain.close();
      await counted.close();
    },
  };
}

/** Postgres writes its counts at the end of a statement, but at most once a second unless one asks. */
async function writeCounts(handle: Handle): Promise<void> {
  await handle.query("select pg_stat_force_next_flush()");
  await handle.query("select 1");
}
