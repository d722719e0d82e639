import type { Goal, SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { type Callers, keyCredential } from "./callers.ts";
import { keysInTurn } from "./cost.ts";
import type { Sql } from "../../test/support/database.ts";

/** The requests come in ten parts. Of a key they are fewer than its limit, whatever time they take. */
const parts = 10;
/** And so many more, when the windows that were filled have passed. */
const partsAfter = 2;

interface State {
  requests: number;
  fillfactor: number;
  /** Bytes of the rows there are. */
  held: number;
  heap: number;
  indexes: number;
  updates: number;
  hot: number;
  dead: number;
}

/** What becomes of the limiter's table over 100,000 requests, with autovacuum as it is shipped. */
export async function tableGrowth(
  sql: Sql,
  callers: Callers,
  connections: number,
  seeded: Seeded,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const many = quick ? keysInTurn / 10 : keysInTurn;
  const perPart = 10 * many;
  const keys = seeded.owners.flatMap((owner) => owner.keys).slice(0, many).map(keyCredential);
  await callers.account();
  await sql`select pg_stat_reset_single_table_counters('kith_private.api_key_requests'::regclass)`;
  const states: State[] = [];
  for (let part = 1; part <= parts + partsAfter; part++) {
    if (part === parts + 1) await sql`update kith_private.api_key_requests set instants = '{}'`;
    let next = 0;
    await Promise.all(Array.from({ length: connections }, async (_, connection) => {
      while (next < perPart) await callers.call(connection, keys[next++ % many]!, null, 0);
    }));
    await callers.account();
    const state = await stateAfter(sql, part * perPart);
    states.push(state);
    progress(`limiter: ${state.requests} requests, ${kilobytes(state.heap + state.indexes)}`);
  }
  return {
    tables: [{
      caption: `kith_private.api_key_requests while ${many} keys are used in turn; after ${
        parts * perPart
      } requests every window begins anew`,
      columns: ["requests", "rows hold", "table", "index", "updates within the page", "dead rows"],
      rows: states.map((state) => [
        String(state.requests),
        kilobytes(state.held),
        kilobytes(state.heap),
        kilobytes(state.indexes),
        `${(100 * state.hot / state.updates).toFixed(1)}%`,
        String(state.dead),
      ]),
    }],
    goals: goalsOf(states[parts - 1]!, states.at(-1)!),
  };
}

/** `full` is when the windows hold the most, `later` when they have been used again. */
function goalsOf(full: State, later: State): Goal[] {
  const goal = (
    name: string,
    measured: number,
    promise: Pick<Goal, "atLeast" | "atMost">,
  ): Goal => ({
    name: `limiter: ${name}`,
    measured,
    spread: [measured, measured],
    unit: "×",
    ...promise,
  });
  return [
    // Its fillfactor leaves that much room on purpose.
    goal(
      `the table after ${full.requests} requests, of what its rows hold`,
      full.heap / full.held,
      {
        atMost: 100 / full.fillfactor,
      },
    ),
    goal(`the table when windows have passed, of when they were full`, later.heap / full.heap, {
      atMost: 1.2,
    }),
    goal(`updates that touch no index, of ${later.updates}`, later.hot / later.updates, {
      atLeast: 0.9,
    }),
  ];
}

async function stateAfter(sql: Sql, requests: number): Promise<State> {
  const [row] = await sql<Omit<State, "requests">[]>`
    select pg_relation_size(relid)::int as heap, pg_indexes_size(relid)::int as indexes,
      n_tup_upd::int as updates, n_tup_hot_upd::int as hot, n_dead_tup::int as dead,
      (select sum(pg_column_size(r) + 4) from kith_private.api_key_requests r)::int as held,
      coalesce((
        select option_value::int from pg_class, pg_options_to_table(reloptions)
        where oid = relid and option_name = 'fillfactor'), 100) as fillfactor
    from pg_stat_all_tables where relid = 'kith_private.api_key_requests'::regclass`;
  return { requests, ...row! };
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
