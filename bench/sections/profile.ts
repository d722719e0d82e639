import { openDatabase, type Sql } from "../../test/support/database.ts";
import { startBare } from "../contenders/bare.ts";
import { Credentials } from "../contenders/credentials.ts";
import { startDeno } from "../contenders/deno.ts";
import { kith } from "../contenders/kith.ts";
import { operations } from "../contender.ts";
import { ExpectedAnswers, removeCreated } from "../expected-answers.ts";
import { figure, rangeCell } from "../goal.ts";
import { startLoad } from "../load/load.ts";
import { costOf } from "../profile/processor.ts";
import { openProfiler, type StatementProfile } from "../profile/statements.ts";
import { httpParticipant } from "../ratios/participant.ts";
import { everyday } from "../scale/calls.ts";
import type { Section, SectionContext } from "../section.ts";
import { seed, type Seeded, type SeedSize } from "../seed.ts";
import { type BenchStack, startBenchStack } from "../stack.ts";
import { Workload } from "../workload.ts";

const size: SeedSize = {
  owners: 50,
  contactsPerOwner: 1000,
  notesPerOwner: 5000,
  keysPerOwner: 1,
};

/** The operations that are profiled, by the names that they have in the section on scale. */
const profiled = ["get", "notes of a month", "list 50", "patch", "create", "create note"];
/** Those that the servers are asked, too. */
const asked = operations.filter((operation) => profiled.includes(operation));

/** Functions below this share of their statement are left out of the table. */
const leastShare = 0.02;

/** Where the time of a request goes: in Postgres by its functions, and in the function beside the bare server. */
export const profileSection: Section = async (context) => {
  const bench = await startBenchStack();
  const sql = openDatabase(bench.stack.adminDatabaseUrl, 1, {
    // What the benchmark itself takes away needs no log.
    options: "-c session_replication_role=replica",
  });
  try {
    const seeded = await seed(bench.stack.adminDatabaseUrl, size, context);
    await sql`vacuum analyze`;
    const statements = await profileStatements(bench, sql, seeded, context);
    const servers = await profileServers(bench, sql, seeded, context);
    return {
      title: "Profile",
      method:
        `Of ${size.contactsPerOwner} contacts and ${size.notesPerOwner} notes each of ${size.owners} owners, with an access token. ` +
        "Postgres: the statement alone over one connection, call by call, with warm plans and without waiting for the " +
        "write-ahead log; its functions as Postgres counts them, which takes time itself. The servers: all threads, over " +
        "1 and 16 connections.",
      tables: [
        {
          caption: "Processor time of a request, ms",
          columns: ["", "Postgres", ...servers.columns],
          rows: profiled.map((name) => [
            name,
            figure(statements.get(name)!.processor ?? NaN),
            ...servers.columns.map((_, column) => servers.cells.get(name)?.[column] ?? "–"),
          ]),
        },
        {
          caption: "In Postgres, by function, ms of a request",
          columns: ["", "function", "calls", "own"],
          rows: profiled.flatMap((name) => functionRows(name, statements.get(name)!)),
        },
      ],
      goals: [],
      skipped: [...statements.values()].some(({ processor }) => processor === null)
        ? ["Processor times: this system does not tell them."]
        : [],
    };
  } finally {
    await sql.end();
    await bench.remove();
  }
};

async function profileStatements(
  { stack }: BenchStack,
  sql: Sql,
  { owners }: Seeded,
  { quick, progress }: SectionContext,
): Promise<Map<string, StatementProfile>> {
  const profiler = await openProfiler(stack, sql);
  const calls = everyday(Date.now());
  const profiles = new Map<string, StatementProfile>();
  for (const name of profiled) {
    progress(`${name} in Postgres`);
    profiles.set(name, await profiler.profile(owners, calls[name]!, quick ? 50 : 1000));
  }
  await profiler.close();
  return profiles;
}

function functionRows(operation: string, { functions }: StatementProfile): string[][] {
  const all = functions.reduce((sum, { own }) => sum + own, 0);
  return functions.filter(({ own }) => own >= leastShare * all)
    .map(({ name, calls, own }, index) => [
      index === 0 ? operation : "",
      name,
      figure(calls),
      own.toFixed(3),
    ]);
}

interface Servers {
  columns: string[];
  /** Of each operation, in the order of the columns. */
  cells: Map<string, string[]>;
}

async function profileServers(
  { stack, folder }: BenchStack,
  sql: Sql,
  seeded: Seeded,
  { quick, progress }: SectionContext,
): Promise<Servers> {
  const workload = new Workload(seeded);
  const credentials = await Credentials.of(seeded, stack.url);
  const answers = await ExpectedAnswers.of(stack.adminDatabaseUrl, workload);
  const index = new URL("../../functions/kith/index.ts", import.meta.url);
  const server = await startDeno(index, stack.environment);
  const bare = await startBare(stack.databaseUrl, folder, workload, credentials, answers);
  const load = await startLoad();
  try {
    const contenders = [
      {
        name: "function",
        pid: server.pid,
        contender: kith(server.origin, workload, credentials, answers),
      },
      { name: "bare server", pid: bare.pid, contender: bare },
    ];
    const participants = contenders.flatMap(({ name, pid, contender }) => {
      const participant = httpParticipant(load, contender);
      return [1, 16].map((connections) => ({ name, pid, participant, connections }));
    });
    const cells = new Map<string, string[]>();
    for (const operation of asked) {
      progress(`${operation} in the servers`);
      const costs: number[][] = participants.map(() => []);
      // The first round is for warming up.
      for (let round = 0; round < (quick ? 2 : 8); round++) {
        for (const [n, { pid, participant, connections }] of participants.entries()) {
          let requests = 0;
          const cost = await costOf(pid, async () => {
            const time = quick ? 50 : 400;
            ({ requests } = await participant.run(operation, "access token", connections, time));
          });
          if (round > 0) costs[n]!.push((cost ?? NaN) / requests);
        }
        if (operation === "create") await removeCreated(sql);
      }
      cells.set(operation, costs.map(rangeCell));
    }
    return {
      columns: participants.map(({ name, connections }) => `${name}, ${connections}`),
      cells,
    };
  } finally {
    await load.stop();
    await bare.stop();
    await server.stop();
  }
}
