import { everyday } from "../calls.ts";
import { handle, kithAndBare, tokenCredential } from "../contenders/own.ts";
import { costOf } from "../processes.ts";
import type { Figure, Row } from "../report.ts";
import { type Bench, type Context, open, type Section, startBench } from "../stack.ts";
import { Asker } from "../throughput.ts";

const size = { owners: 50, contactsPerOwner: 1000, notesPerOwner: 5000 };

/** The operations whose statements are profiled, and the servers beside. */
const profiled = ["get", "notes of a month", "list 50", "patch", "create"] as const;

/** Where the time of a request goes: in Postgres by its functions, and in the function beside the bare server. */
export const profile: Section = async (context) => {
  const bench = await startBench(context, size);
  const { costs, functions } = await profileStatements(bench, context);
  const servers = await profileServers(bench, context);
  return {
    method:
      `Of ${size.contactsPerOwner} contacts and ${size.notesPerOwner} notes each of ${size.owners} owners, with an access token. Postgres: ` +
      `the statement alone over one connection, call by call, with warm plans and without waiting for the write-ahead log; its functions ` +
      `as Postgres counts them, which takes time itself. The servers: all threads, over 1 and 16 connections.`,
    tables: [
      {
        caption: "Processor time of a request, ms",
        columns: ["", "Postgres", ...servers.columns],
        rows: profiled.map((name) => [name, costs[name]!, ...servers.cells[name]!]),
      },
      {
        caption: "In Postgres, by function, ms of a request",
        columns: ["", "function", "calls", "own"],
        rows: functions,
      },
    ],
  };
};

/** Plans are kept from the sixth call on, and functions are compiled by their first. */
const warmUps = 20;

async function profileStatements({ stack, sql, owners }: Bench, { quick, progress }: Context) {
  await sql`grant set on parameter track_functions to public`;
  const [plain, counted] = [[], ["track_functions=all"]]
    .map((settings) => open(stack.databaseUrl, "synchronous_commit=off", ...settings));
  const [backend] = await plain!`select pg_backend_pid() as pid`;
  const calls = quick ? 50 : 1000;
  const costs: Record<string, number> = {};
  const functions: Row[] = [];
  let n = 0;
  const run = async (on: Bench["sql"], name: typeof profiled[number], count: number) => {
    for (const end = n + count; n < end; n++) {
      const owner = owners[n % owners.length]!;
      await handle(on, tokenCredential(owner), everyday[name](owner, n));
    }
  };
  // Postgres writes its counts at the end of a statement, but at most once a second unless one asks.
  const writeCounts = async () => {
    await counted!`select pg_stat_force_next_flush()`;
    await counted!`select 1`;
  };
  for (const name of profiled) {
    progress(`${name} in Postgres`);
    await run(plain!, name, warmUps);
    costs[name] = await costOf(Number(backend!["pid"]), () => run(plain!, name, calls)) / calls;
    await run(counted!, name, warmUps);
    await writeCounts();
    await sql`select pg_stat_reset()`;
    await run(counted!, name, calls);
    await writeCounts();
    // Those that take at least a fiftieth.
    const found = await sql`
      select funcname as name, calls::float / ${calls} as calls, to_char(self_time / ${calls}, 'FM0.000') as own
      from pg_stat_user_functions
      where self_time >= 0.02 * (select sum(self_time) from pg_stat_user_functions) order by self_time desc`;
    functions.push(...found.map((row) => [name, row["name"], row["calls"], row["own"]]));
  }
  return { costs, functions };
}

async function profileServers(bench: Bench, { quick, progress }: Context) {
  const asker = new Asker(bench);
  const { contenders, pids } = await kithAndBare(bench);
  const sides = contenders.flatMap((contender, n) =>
    [1, 16].map((connections) => ({ contender, pid: pids[n]!, connections }))
  );
  const cells: Record<string, Figure[]> = {};
  for (const operation of profiled) {
    progress(`${operation} in the servers`);
    const figures = sides.map((): Figure => ({ values: [] }));
    // The first round is for warming up.
    for (let round = 0; round < (quick ? 2 : 6); round++) {
      for (const [n, { contender, pid, connections }] of sides.entries()) {
        let requests = 0;
        const cell = { operation, credential: "access token", connections } as const;
        const cost = await costOf(pid, async () => {
          ({ requests } = await asker.ask(contender, cell, quick ? 50 : 400));
        });
        if (round > 0) figures[n]!.values.push(cost / requests);
      }
      if (operation === "create") await asker.removeCreated();
    }
    cells[operation] = figures;
  }
  return {
    columns: sides.map(({ contender, connections }) => `${contender.name}, ${connections}`),
    cells,
  };
}
