import { type Call, call } from "../calls.ts";
import {
  type DatabaseChannel,
  effortOf,
  keyCredential,
  openHttpChannel,
  rowOf,
  sideOf,
  tokenCredential,
} from "../channels.ts";
import { toInit } from "../load.ts";
import { type Figure, median, type Table } from "../report.ts";
import { accessToken, idOf, type SeededOwner } from "../seed.ts";
import type { Bench, Context } from "../stack.ts";
import { withId, writes } from "./log.ts";

/** The tables that grow with every write. */
const tables = ["change_sets", "changes", "change_logs"].map((name) => `kith_private.${name}`);

const emptyLog = ({ sql }: Bench) => sql.query(`truncate ${tables.join()}`);
export const vacuumLog = ({ sql }: Bench) => sql.query(`vacuum (analyze) ${tables.join()}`);

/** How many change sets and changes the log has, and how large it is with indexes and TOAST. */
async function logSize({ sql }: Bench): Promise<{ sets: number; changes: number; bytes: number }> {
  const [row] = await sql<{ sets: number; changes: number; bytes: number }[]>`
    select (select count(*)::float8 from kith_private.change_sets) as sets, (select count(*)::float8 from kith_private.changes) as changes,
      (select sum(pg_total_relation_size(name))::float8 from unnest(${tables}::regclass[]) name) as bytes`;
  return row!;
}

/** How much the log grows with each kind of write. */
export async function bytesOfWrites(
  bench: Bench,
  channel: DatabaseChannel,
  { quick, progress }: Context,
): Promise<Table> {
  const each = quick ? 10 : 150;
  const rows: Table["rows"] = [];
  for (const [name, write] of Object.entries(writes)) {
    await emptyLog(bench);
    for (const owner of bench.owners) {
      const calls = Array.from({ length: each }, (_, turn) => withId(write(owner, turn)));
      await channel.askAll(tokenCredential(owner), calls);
    }
    const { sets, changes, bytes } = await logSize(bench);
    rows.push([name, changes / sets, bytes / changes, bytes / sets]);
  }
  progress("bytes of writes");
  return {
    caption: "Room that the log takes, with indexes and TOAST",
    columns: ["", "changes a write", "bytes a change", "bytes a write"],
    rows,
  };
}

const [days, toldEvery, retention] = [60, 10, 30];

/**
 * Sixty days of an account that writes a thousand times a day. A day lasts as long as its writes take: log_retention
 * answers how long ago the thirtieth day before began.
 */
export async function levelsOff(
  bench: Bench,
  channel: DatabaseChannel,
  { quick, progress }: Context,
): Promise<Table> {
  const { sql, owners: [owner] } = bench;
  const kinds = ["patch contact (one field)", "create note about a contact", "complete a reminder"];
  const perDay = quick ? 50 : 1000;
  await emptyLog(bench);
  const [shipped] =
    await sql`select pg_get_functiondef('kith_private.log_retention()'::regprocedure) as definition`;
  const began: string[] = [];
  const rows: Table["rows"] = [];
  let [full, times]: [number, number[]] = [NaN, []];
  for (let day = 0; day < days; day++) {
    const [row] = await sql`select clock_timestamp()::text as now`;
    began.push(row!["now"]);
    await sql.query(
      `create or replace function kith_private.log_retention() returns interval
       language plpgsql stable security definer set search_path = ''
       as $$ begin return now() - '${began[Math.max(0, day - retention)]}'::timestamptz; end $$`,
    );
    const calls = Array.from({ length: perDay }, (_, n) => {
      const turn = day * perDay + n;
      return withId(writes[kinds[turn % kinds.length]!]!(owner!, Math.floor(turn / kinds.length)));
    });
    const start = performance.now();
    await channel.askAll(tokenCredential(owner!), calls);
    times.push((performance.now() - start) / perDay);
    // As autovacuum does it, which here would not get round to it between two days.
    if (day % 2 === 1) await vacuumLog(bench);
    if (day % toldEvery < toldEvery - 1) continue;
    const { sets, changes, bytes } = await logSize(bench);
    // The first thirty days fill it; those after them should not make it larger.
    if (day === retention + toldEvery - 1) full = bytes;
    const growth: Figure = { values: day + 1 === days ? [bytes / full] : [], atMost: 1.05 };
    rows.push([
      day + 1,
      sets,
      changes,
      bytes / 1024,
      median(times),
      day + 1 === days ? growth : "–",
    ]);
    times = [];
  }
  await sql.query(shipped!["definition"]);
  progress(`${days} days of ${perDay} writes`);
  return {
    caption: `The log of an account that writes ${perDay} times a day, kept ${retention} days`,
    columns: ["after days", "change sets", "changes", "kB", "ms a write", "of that after 40 days"],
    rows,
  };
}

const pageSize = 200;

/** Pages of the feed beside pages of the list of contacts, of one account with a long log; over HTTP. */
export async function feed(bench: Bench, { quick, progress }: Context): Promise<Table> {
  const { sql, large } = bench;
  const [owner, http] = [large!, openHttpChannel(bench)];
  const changes = (query: Record<string, string | number>): Call => ({
    operation: "list_changes",
    arguments: { query },
  });
  const oldest = (await http.read(owner, changes({}))).cursor!;
  // Every contact again and again; as this owner, which is faster than as an administrator.
  const claims = JSON.stringify({ sub: owner.id, role: "authenticated" });
  await sql`select set_config('request.jwt.claims', ${claims}, false)`;
  for (let round = 0; round < (quick ? 2 : 20); round++) {
    await sql`update kith.contacts set job_title = ${`Colleague ${round}`} where owner_id = ${owner.id}`;
  }
  const newest = (await http.read(owner, changes({}))).cursor!;
  await sql`update kith.contacts set job_title = 'Colleague' where owner_id = ${owner.id}
    and id in (select id from kith.contacts where owner_id = ${owner.id} limit ${pageSize})`;
  await sql`select set_config('request.jwt.claims', '', false)`;
  await sql.query(`vacuum (analyze) ${tables.join()}, kith.contacts`);
  const pages: Call[] = [
    { operation: "list_contacts", arguments: { query: { pageSize } } },
    ...[oldest, newest].map((since) => changes({ since, pageSize })),
  ];
  const sides = pages.map((page) => sideOf(http, [owner], () => page));
  const row = await rowOf(sides, effortOf(quick), { atMost: 1 });
  progress("pages of the feed");
  return {
    caption: `Pages of ${pageSize} of an account with a long log`,
    columns: ["GET /contacts, ms", "GET /changes, the oldest", "the newest"],
    rows: [row],
  };
}

/** Clean-ups by a key that are taken back at once by the owner: half deletes contacts, half changes them. */
export async function undoing(
  { stack, sql }: Bench,
  channel: DatabaseChannel,
  owner: SeededOwner,
  { quick, progress }: Context,
): Promise<Table> {
  const token = await accessToken(owner, stack.url);
  const stateOf = async () => {
    const rows = ["contacts", "contact_networks", "notes", "reminders"]
      .map((table) =>
        `select to_jsonb(t)::text as row from kith.${table} t where owner_id = '${owner.id}'`
      );
    const { rows: [row] } = await sql.query(
      `select md5(string_agg(row, '' order by row)) as hash from (${
        rows.join(" union all ")
      }) rows`,
    );
    return row!["hash"];
  };
  const rows: Table["rows"] = [];
  for (const half of quick ? [50] : [140, 500]) {
    const before = await stateOf();
    const times: number[] = [];
    let undone = "";
    for (let round = 0; round < (quick ? 1 : 5) && !undone.startsWith("refused"); round++) {
      const [since] = await sql`select to_json(clock_timestamp()) #>> '{}' as now`;
      const calls = Array.from({ length: half }, (_, n) => [
        call("delete_contact", idOf("contact", owner.index, n)),
        call("update_contact", idOf("contact", owner.index, half + n), {
          jobTitle: `Tidied up ${round}`,
          isFavorite: round % 2 === 0,
        }),
      ]);
      await channel.askAll({ ...keyCredential(owner.keys[0]!), counted: true }, calls.flat());
      const body = { actorId: idOf("key", owner.index, 0), since: since!["now"] };
      const path = "/kith/api/v1/activity/undo";
      const began = performance.now();
      const answer = await fetch(
        stack.functionUrl + path,
        toInit({ method: "POST", path, token, body }),
      );
      const { changeCount, code } = await answer.json();
      times.push(performance.now() - began);
      // Too many for the time of a request. The time is how long it takes to be told so.
      undone = String(changeCount ?? `refused: ${code}`);
      if (answer.ok && await stateOf() !== before) {
        throw new Error("The undo did not restore the rows.");
      }
    }
    rows.push([2 * half, undone, { values: times, atMost: 1000 }]);
    progress(`undoing ${2 * half} requests`);
  }
  return {
    caption:
      "Undoing at once what a key did, half of it deletions of contacts with memberships and links of notes, half changes",
    columns: ["requests of the key", "changes of rows undone", "ms"],
    rows,
  };
}
