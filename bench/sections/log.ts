// Measures what the log of changes costs.
import { randomUUID } from "node:crypto";
import { keyOf } from "../../test/support/handle.ts";
import { type Call, call, everyday, list, type Make, toRequest } from "../calls.ts";
import { asked } from "../contenders/contender.ts";
import { kithAt, tokenCredential } from "../contenders/own.ts";
import { compare, effortOf, http, rowOf, send } from "../measure.ts";
import { figures, median, type Row, type Table } from "../report.ts";
import { createdCompany, createdNote, idOf } from "../seed.ts";
import {
  type Bench,
  cleanUp,
  type Context,
  open,
  type Section,
  startBench,
  withoutTriggers,
  withSettings,
} from "../stack.ts";

const [size, large] = [
  { owners: 21, contacts: 1000, notes: 4500 },
  { owners: 1, contacts: 5000, notes: 22_500 },
] as const;

const writes = ["create", "patch", "create note", "complete a reminder"] as const;

/** The tables that grow with every write. */
const logTables = "kith_private.change_sets, kith_private.changes, kith_private.change_logs";

/** What the log of changes costs: throughput, time and room. */
export const log: Section = async (context) => {
  const bench = await startBench(context, [size, large]);
  return {
    method:
      `Writes over HTTP with access tokens over eight connections: with the log, and with its triggers disabled. The same migrations, a ` +
      `function for each, slice by slice in turn. ${size.owners} accounts of ${size.contacts} contacts and ${size.notes} notes, and one ` +
      `of ${large.contacts} and ${large.notes}, whose feed is read.`,
    tables: [
      await throughput(bench, context),
      await undoing(bench, context),
      await feed(bench, context),
      await room(bench, context),
    ],
  };
};

/** In sessions that replay other databases' writes only the triggers run that are to run always: all but the log's. */
async function letSessionsGoWithoutLog({ sql }: Bench): Promise<void> {
  const triggers = await sql<{ name: string; table: string; isOfLog: boolean }[]>`
    select quote_ident(t.tgname) as name, t.tgrelid::regclass::text as table,
      p.pronamespace = 'kith_private'::regnamespace and p.proname in ('log_change', 'lock_own_log') as "isOfLog"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relnamespace::regnamespace::text in ('kith', 'kith_private', 'auth')`;
  const others = triggers.filter(({ isOfLog }) => !isOfLog);
  if (others.length === triggers.length) throw new Error("The log has no triggers.");
  for (const { name, table } of others) {
    await sql.query(`alter table ${table} enable always trigger ${name}`);
  }
  await sql`grant set on parameter session_replication_role to postgres`;
}

/** Writes over HTTP with the log and without, side by side. */
async function throughput(bench: Bench, context: Context): Promise<Table> {
  const { stack, sql, owners } = bench;
  for (const table of ["contacts", "notes", "reminders"]) {
    await sql.query(`alter table kith.${table} set (autovacuum_enabled = false)`);
  }
  await letSessionsGoWithoutLog(bench);
  const servers = await Promise.all([[], [withoutTriggers]].map(async (settings) => {
    const url = withSettings(stack.databaseUrl, ...settings);
    const copy = await stack.startFunction({ SUPABASE_DB_URL: url });
    cleanUp(() => copy.stop());
    return kithAt(settings.join() || "logged", copy.url);
  }));
  const cleaning = open(stack.adminDatabaseUrl, withoutTriggers);
  const measure = async (
    owners: Bench["owners"],
    operation: string,
    effort: ReturnType<typeof effortOf>,
  ) => {
    // The tables are as large as they were, and each request changes something.
    await cleaning`delete from kith.contacts where company = ${createdCompany}`;
    await cleaning`delete from kith.notes where content = ${createdNote}`;
    await cleaning`update kith.reminders set completed = false, completed_at = null where completed`;
    await sql`vacuum kith.contacts, kith.notes, kith.reminders`;
    context.progress(operation);
    const asking = { owners, operation, credential: "access token" } as const;
    return await compare(servers.map((server) => asked(server, asking, 8)), effort);
  };
  // Fills the log, whose statistics then are those of a log in use.
  for (const operation of writes) await measure(owners, operation, effortOf(context, 100, 1));
  await sql.query(`vacuum (analyze) ${logTables}`);
  const rows: Row[] = [];
  for (
    const [accounts, some] of [["one", owners.slice(0, 1)], ["many", owners.slice(1, 20)]] as const
  ) {
    for (const operation of writes) {
      const [logged, unlogged] = await measure(some, operation, effortOf(context, 100, 10));
      rows.push([
        operation,
        accounts,
        { values: unlogged!.ratios, atLeast: 0.9 },
        1000 / median(logged!.times),
      ]);
    }
  }
  return {
    caption: "Throughput of writes over HTTP with the log, divided by that without",
    columns: ["", "accounts", "÷ not logged", "a second, logged"],
    rows,
    goal: "writes with the log, ÷ without its triggers",
  };
}

/** Size of the log with indexes and TOAST, in bytes. */
async function logSize({ sql }: Bench): Promise<number> {
  const [row] = await sql`
    select sum(pg_total_relation_size(name))::float8 as bytes from unnest(${`{${logTables}}`}::regclass[]) name`;
  return row!["bytes"];
}

/** Many requests in few transactions: less is waited for, and the log holds the same, with an id as the function sends it. */
async function write({ sql }: Bench, credential: object, calls: Call[]): Promise<void> {
  for (let first = 0; first < calls.length; first += 50) {
    const some = JSON.stringify(
      calls.slice(first, first + 50).map((call) => ({
        ...call,
        arguments: { requestId: randomUUID(), ...call.arguments },
      })),
    );
    const refused = await sql`
      select h.body, h.log from jsonb_array_elements(${some}::jsonb) with ordinality c (call, n),
        kith_private.handle(${credential}, c.call ->> 'operation', c.call -> 'arguments') h where h.status is null`;
    if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused[0])}`);
  }
}

/** How much a write adds, and sixty days of an account that writes a thousand times a day, kept for thirty. */
async function room(bench: Bench, { quick, progress }: Context): Promise<Table> {
  const { sql, owners: [owner, other] } = bench;
  const rows: Row[] = [];
  const each = quick ? 50 : 1000;
  const deletion: Make = ({ index }, n) => call("delete_contact", idOf("contact", index, n));
  for (
    const [name, make] of [
      ...writes.map((each) => [each, everyday[each]] as const),
      ["delete", deletion] as const,
    ]
  ) {
    const count = make === deletion ? each / 2 : each;
    await sql.query(`truncate ${logTables}`);
    const calls = Array.from({ length: count }, (_, n) => make(other!, n));
    await write(bench, tokenCredential(other!), calls);
    rows.push([`kB of a write: ${name}`, await logSize(bench) / count / 1024]);
  }
  await sql.query(`truncate ${logTables}`);
  // A day lasts as long as its writes take: log_retention answers how long ago the thirtieth day before began.
  const began: string[] = [];
  let full = NaN;
  for (let day = 0; day < 60; day++) {
    const [row] = await sql`select clock_timestamp()::text as now`;
    began.push(row!["now"]);
    await sql.query(
      `create or replace function kith_private.log_retention() returns interval
       language plpgsql stable security definer set search_path = ''
       as $$ begin return now() - '${began[Math.max(0, day - 30)]}'::timestamptz; end $$`,
    );
    const calls = Array.from({ length: each }, (_, n) => {
      const turn = Math.floor((day * each + n) / 3);
      return everyday[writes[1 + n % 3]!](owner!, turn);
    });
    await write(bench, tokenCredential(owner!), calls);
    // As autovacuum does it, which here would not get round to it between two days.
    if (day % 2 === 1) await sql.query(`vacuum (analyze) ${logTables}`);
    if (day === 39) full = await logSize(bench);
  }
  const name = `size of the log of ${each} writes a day after 60 days, ÷ after 40`;
  rows.push([`MB after 40 days of ${each} writes`, full / 1024 / 1024]);
  rows.push([name, { values: [await logSize(bench) / full], atMost: 1.05 }]);
  progress("room that the log takes");
  return { caption: "Room that the log takes, with indexes and TOAST", columns: ["", ""], rows };
}

/** Pages of the feed beside pages of the list of contacts, of one account with a long log; over HTTP. */
async function feed({ sql, stack, owners }: Bench, context: Context): Promise<Table> {
  const [owner, pageSize] = [owners.at(-1)!, 200];
  const page = (call: Call) => toRequest(call, owner.token);
  const cursor = async () =>
    (await send(stack.functionUrl, page(list("changes")))).cursor as string;
  const oldest = await cursor();
  // Every contact again and again; as this owner, which is faster than as an administrator.
  const claims = JSON.stringify({ sub: owner.id, role: "authenticated" });
  await sql`select set_config('request.jwt.claims', ${claims}, false)`;
  for (let round = 0; round < (context.quick ? 2 : 20); round++) {
    await sql`update kith.contacts set job_title = ${`Colleague ${round}`} where owner_id = ${owner.id}`;
  }
  const newest = await cursor();
  await sql`update kith.contacts set job_title = 'Colleague' where owner_id = ${owner.id}
    and id in (select id from kith.contacts where owner_id = ${owner.id} limit ${pageSize})`;
  await sql`select set_config('request.jwt.claims', '', false)`;
  await sql.query(`vacuum (analyze) ${logTables}, kith.contacts`);
  const pages = [
    list("contacts", { pageSize }),
    ...[oldest, newest].map((since) => list("changes", { since, pageSize })),
  ];
  const sides = pages.map((each) => http(stack.functionUrl, () => page(each)));
  context.progress("pages of the feed");
  return {
    caption: `Pages of ${pageSize} of an account with a long log`,
    columns: ["GET /contacts, ms", "GET /changes, the oldest", "the newest"],
    rows: [await rowOf(sides, effortOf(context), { atMost: 1 })],
    goal: "a page of `GET /changes`, ÷ one of `GET /contacts`",
  };
}

/** Clean-ups by a key that its owner takes back at once: half deletes contacts, half changes them. */
async function undoing(bench: Bench, { quick, progress }: Context): Promise<Table> {
  // An account of its own: where undoing is refused, contacts are missing there.
  const owner = bench.owners[20]!;
  const rows: Row[] = [];
  for (const half of quick ? [50] : [140, 500]) {
    const times: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const [since] = await bench.sql`select to_json(clock_timestamp()) #>> '{}' as now`;
      const calls = Array.from({ length: half }, (_, n) => [
        call("delete_contact", idOf("contact", owner.index, n)),
        call("update_contact", idOf("contact", owner.index, half + n), {
          jobTitle: `Tidied up ${round}`,
          isFavorite: round % 2 === 0,
        }),
      ]);
      // A key whose requests have been counted has no limit here.
      const credential = { ...keyOf(owner.keys[0]!), counted: true };
      await write(bench, credential, calls.flat());
      const began = performance.now();
      await send(bench.stack.functionUrl, {
        method: "POST",
        path: "/kith/api/v1/activity/undo",
        token: owner.token,
        body: { actorId: idOf("key", owner.index, 0), since: since!["now"] },
      });
      times.push((performance.now() - began) / 1000);
    }
    rows.push([`undoing ${2 * half} requests of a key at once, s`, { values: times, atMost: 1 }]);
    progress(`undoing ${2 * half} requests`);
  }
  return figures(rows);
}
