// Measures where the time of a request goes.
import { everyday } from "../calls.ts";
import { asked } from "../contenders/contender.ts";
import { handle, kithAndBare, tokenCredential } from "../contenders/own.ts";
import { compare, costTo, direct, effortOf } from "../measure.ts";
import type { Row } from "../report.ts";
import { createdCompany } from "../seed.ts";
import { type Bench, open, type Section, startBench, withoutTriggers } from "../stack.ts";

const size = { owners: 50, contacts: 1000, notes: 5000 };

/** The operations whose statements are profiled, and the servers beside. */
const profiled = ["get", "notes of a month", "list 50", "patch", "create"] as const;

/** Where the time of a request goes: in Postgres by its functions, and in the function beside the bare server. */
export const profile: Section = async (context) => {
  const bench = await startBench(context, [size]);
  const { stack, sql, owners } = bench;
  await sql`grant set on parameter track_functions to public`;
  const [plain, counted] = [[], ["track_functions=all"]]
    .map((settings) => open(stack.databaseUrl, "synchronous_commit=off", ...settings));
  const cleaning = open(stack.adminDatabaseUrl, withoutTriggers);
  const [backend] = await plain!`select pg_backend_pid() as pid`;
  const statement = (on: Bench["sql"], name: typeof profiled[number]) => async (n: number) => {
    const owner = owners[n % owners.length]!;
    await handle(on, tokenCredential(owner), everyday[name](owner, n));
  };
  const { contenders, pids } = await kithAndBare(bench);
  const servers = contenders.flatMap((contender, n) =>
    [1, 16].map((connections) => ({ contender, pid: pids[n]!, connections }))
  );
  const costs: Row[] = [];
  const functions: Row[] = [];
  const calls = context.quick ? 50 : 1000;
  const countedCalls = async (name: typeof profiled[number], count: number) => {
    await sql`select pg_stat_reset()`;
    for (let n = 0; n < count; n++) await statement(counted!, name)(n);
    // Postgres writes its counts at the end of a statement, but at most once a second unless one asks.
    await counted!`select pg_stat_force_next_flush()`;
    await counted!`select 1`;
  };
  for (const name of profiled) {
    context.progress(name);
    const asking = { owners, operation: name, credential: "access token" } as const;
    const sides = [
      costTo(backend!["pid"], direct(statement(plain!, name))),
      ...servers.map(({ contender, pid, connections }) =>
        costTo(pid, asked(contender, asking, connections))
      ),
    ];
    const measured = await compare(sides, effortOf(context, 400, 5));
    costs.push([name, ...measured.map(({ times }) => ({ values: times }))]);
    // Plans are kept from the sixth call on, and functions are compiled by their first.
    await countedCalls(name, 20);
    await countedCalls(name, calls);
    // Those that take at least a fiftieth.
    const found = await sql`
      select funcname as name, calls::float / ${calls} as calls, to_char(self_time / ${calls}, 'FM0.000') as own
      from pg_stat_user_functions
      where self_time >= 0.02 * (select sum(self_time) from pg_stat_user_functions) order by self_time desc`;
    functions.push(...found.map((row) => [name, row["name"], row["calls"], row["own"]]));
    await cleaning`delete from kith.contacts where company = ${createdCompany}`;
  }
  return {
    method:
      `Of ${size.contacts} contacts and ${size.notes} notes each of ${size.owners} owners, with an access token. Postgres: the statement ` +
      `alone over one connection, call by call, with warm plans and without waiting for the write-ahead log; its functions as Postgres ` +
      `counts them, which takes time itself. The servers: all threads, over 1 and 16 connections.`,
    tables: [
      {
        caption: "Processor time of a request, ms",
        columns: [
          ...["", "Postgres"],
          ...servers.map(({ contender, connections }) => `${contender.name}, ${connections}`),
        ],
        rows: costs,
      },
      {
        caption: "In Postgres, by function, ms of a request",
        columns: ["", "function", "calls", "own"],
        rows: functions,
      },
    ],
  };
};
