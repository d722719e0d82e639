import { randomUUID } from "node:crypto";
import { type Call, call, createdNote, list, newPerson, toRequest } from "../calls.ts";
import {
  DatabaseChannel,
  effortOf,
  keyCredential,
  openHttpChannel,
  rowOf,
  sideOf,
  tokenCredential,
  withSettings,
} from "../channels.ts";
import { startLoad, toBytes, toInit } from "../load.ts";
import { median, ratios, type Row, type Table } from "../report.ts";
import { accessToken, createdCompany, idOf, type SeededOwner } from "../seed.ts";
import {
  type Bench,
  cleanUp,
  type Context,
  inOrder,
  openAsAdmin,
  type Section,
  startBench,
  withoutTriggers,
} from "../stack.ts";

const size = {
  owners: 21,
  contactsPerOwner: 1000,
  notesPerOwner: 4500,
  large: { contacts: 5000, notes: 22_500 },
};

/** The log as it is shipped; without its triggers; and without the lock, too, that orders the writers of an account. */
const sides = {
  "logged": [],
  "not logged": [withoutTriggers],
  "neither logged nor locked": [withoutTriggers, "kith_bench.unlocked=on"],
};

/** The turn-th write of an owner. Contacts of the second half: deleting begins with the first ones. */
const writes: Record<string, (owner: SeededOwner, turn: number) => Call> = {
  "create contact": (_, turn) => call("create_contact", null, newPerson(turn)),
  "patch contact (one field)": (owner, turn) =>
    call("update_contact", someContact(owner, turn), { jobTitle: `Colleague ${turn}` }),
  "create note about a contact": (owner, turn) =>
    call("create_note", null, { contactId: someContact(owner, turn), content: createdNote }),
  "complete a reminder": (owner, turn) => {
    const count = Math.ceil(owner.contacts / 10);
    // Every time round the other way, so that each request changes something.
    const completed = Math.floor(turn / count) % 2 === 0;
    return call("update_reminder", idOf("reminder", owner.index, turn % count), { completed });
  },
};

function someContact({ index, contacts }: SeededOwner, turn: number): string {
  const half = Math.floor(contacts / 2);
  return idOf("contact", index, half + turn * 37 % half);
}

/** As the function sends it: with an id, which the log keeps. */
const withId = (call: Call): Call => ({
  ...call,
  arguments: { requestId: randomUUID(), ...call.arguments },
});

/** What the log of changes costs: throughput, time and room. */
export const log: Section = async (context) => {
  const bench = await startBench(context, size);
  const channel = await DatabaseChannel.open(bench.stack.databaseUrl);
  return {
    method:
      `Writes over HTTP with access tokens over eight connections: with the log, with its triggers disabled, and also without the lock that ` +
      `makes the writers of one account wait for each other. The same migrations, a function for each of the three, slice by slice in turn. ` +
      `${size.owners} accounts of ${size.contactsPerOwner} contacts and ${size.notesPerOwner} notes, and one of ${size.large.contacts} and ` +
      `${size.large.notes}, whose feed is read.`,
    tables: [
      await throughput(bench, context),
      await undoing(bench, channel, context),
      await feed(bench, context),
      await room(bench, channel, context),
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
  const [lock] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('kith_private.lock_log()'::regprocedure) as definition`;
  const unlocked =
    "begin\n  if current_setting('kith_bench.unlocked', true) = 'on' then return true; end if;";
  await sql.query(lock!.definition.replace(/\bbegin\b/i, unlocked));
}

/** Writes over HTTP with the log and without, side by side. */
async function throughput(bench: Bench, { quick, progress }: Context): Promise<Table> {
  const { stack, owners } = bench;
  const { rounds, slice } = quick ? { rounds: 1, slice: 30 } : { rounds: 10, slice: 100 };
  const sql = openAsAdmin(stack, withoutTriggers, "synchronous_commit=off");
  const load = startLoad();
  for (const table of ["contacts", "notes", "reminders"]) {
    await sql.query(`alter table kith.${table} set (autovacuum_enabled = false)`);
  }
  await sql`update kith.reminders set completed = false, completed_at = null where completed`;
  await letSessionsGoWithoutLog(bench);
  const functions: { side: string; url: string }[] = [];
  for (const [side, settings] of Object.entries(sides)) {
    const url = withSettings(stack.databaseUrl, ...settings);
    const copy = await stack.startFunction({ SUPABASE_DB_URL: url });
    cleanUp(copy.stop);
    functions.push({ side, url: copy.url });
  }
  const tokens = await Promise.all(owners.map((owner) => accessToken(owner, stack.url)));
  const cells = Object.keys(writes).flatMap((write) =>
    ["one", "many"].map((accounts) => {
      const rates = Object.fromEntries(Object.keys(sides).map((side) => [side, [] as number[]]));
      return { write, accounts, next: 0, rates };
    })
  );
  // The first round warms up. It also fills the log, whose statistics then are those of a log in use.
  for (let round = quick ? 0 : -1; round < rounds; round++) {
    for (const [index, cell] of cells.entries()) {
      const writers = cell.accounts === "one" ? owners.slice(0, 1) : owners.slice(1, -1);
      for (const { side, url } of inOrder(functions, round + 1 + index)) {
        // More requests than the time will suffice for, unless it is much faster than before.
        const count = Math.ceil((cell.rates[side]!.at(-1) ?? 1500) * slice / 1000 * 1.7) + 32;
        const asked = Array.from({ length: count }, (_, n) => {
          const owner = writers[(cell.next + n) % writers.length]!;
          const turn = Math.floor((cell.next + n) / writers.length);
          const request = toRequest(writes[cell.write]!(owner, turn), tokens[owner.index]!);
          return toBytes(url, request);
        });
        const job = { origin: url, requests: asked, connections: 8, milliseconds: slice };
        const taken = await load(job);
        cell.next += taken.requests;
        cell.rates[side]!.push(taken.requests * 1000 / taken.milliseconds);
      }
    }
    // The tables stay as large as they were.
    await sql`delete from kith.contacts where company = ${createdCompany}`;
    await sql`delete from kith.notes where content = ${createdNote}`;
    await sql`vacuum kith.contacts, kith.notes, kith.reminders`;
    if (round === -1) {
      await sql.query(`vacuum (analyze) ${logTables}`);
      for (const { rates } of cells) for (const list of Object.values(rates)) list.splice(0);
    }
    progress(`round ${round + 1} of ${rounds} of the writes`);
  }
  return {
    caption:
      "Throughput of writes over HTTP with the log, divided by that without: median (lowest–highest)",
    columns: ["", "accounts", "÷ not logged", "÷ neither logged nor locked", "a second, logged"],
    rows: cells.map(({ write, accounts, rates }) => [
      write,
      accounts,
      { values: ratios(rates["logged"]!, rates["not logged"]!), atLeast: 0.9 },
      { values: ratios(rates["logged"]!, rates["neither logged nor locked"]!) },
      median(rates["logged"]!),
    ]),
  };
}

/** The tables that grow with every write. */
const logTables = "kith_private.change_sets, kith_private.changes, kith_private.change_logs";

/** Size of the log with indexes and TOAST, in bytes. */
async function logSize({ sql }: Bench): Promise<number> {
  const [row] = await sql`
    select sum(pg_total_relation_size(name))::float8 as bytes from unnest(${`{${logTables}}`}::regclass[]) name`;
  return row!["bytes"];
}

/** How much a write adds, and sixty days of an account that writes a thousand times a day, kept for thirty. */
async function room(
  bench: Bench,
  channel: DatabaseChannel,
  { quick, progress }: Context,
): Promise<Table> {
  const { sql, owners: [owner, other] } = bench;
  const rows: Row[] = [];
  const each = quick ? 50 : 1000;
  const deletion = (owner: SeededOwner, turn: number) =>
    call("delete_contact", idOf("contact", owner.index, turn));
  for (const [name, write] of Object.entries({ ...writes, "delete contact": deletion })) {
    await sql.query(`truncate ${logTables}`);
    const count = write === deletion ? each / 2 : each;
    const calls = Array.from({ length: count }, (_, turn) => withId(write(other!, turn)));
    await channel.askAll(tokenCredential(other!), calls);
    rows.push([`kB of a write: ${name}`, await logSize(bench) / count / 1024]);
  }
  await sql.query(`truncate ${logTables}`);
  // A day lasts as long as its writes take: log_retention answers how long ago the thirtieth day before began.
  const began: string[] = [];
  let full = NaN;
  const kinds = Object.values(writes).slice(1);
  for (let day = 0; day < 60; day++) {
    const [row] = await sql`select clock_timestamp()::text as now`;
    began.push(row!["now"]);
    await sql.query(
      `create or replace function kith_private.log_retention() returns interval
       language plpgsql stable security definer set search_path = ''
       as $$ begin return now() - '${began[Math.max(0, day - 30)]}'::timestamptz; end $$`,
    );
    const calls = Array.from({ length: each }, (_, n) => {
      const turn = day * each + n;
      return withId(kinds[turn % kinds.length]!(owner!, Math.floor(turn / kinds.length)));
    });
    await channel.askAll(tokenCredential(owner!), calls);
    // As autovacuum does it, which here would not get round to it between two days.
    if (day % 2 === 1) await sql.query(`vacuum (analyze) ${logTables}`);
    if (day === 39) full = await logSize(bench);
  }
  rows.push([`MB after 40 days of ${each} writes`, full / 1024 / 1024]);
  rows.push(["after 60 days, of that ×", { values: [await logSize(bench) / full], atMost: 1.05 }]);
  progress("room that the log takes");
  return { caption: "Room that the log takes, with indexes and TOAST", columns: ["", ""], rows };
}

/** Pages of the feed beside pages of the list of contacts, of one account with a long log; over HTTP. */
async function feed(bench: Bench, { quick, progress }: Context): Promise<Table> {
  const { sql, large } = bench;
  const [owner, http, pageSize] = [large!, openHttpChannel(bench), 200];
  const cursor = async () => (await http.read(owner, list("changes"))).cursor as string;
  const oldest = await cursor();
  // Every contact again and again; as this owner, which is faster than as an administrator.
  const claims = JSON.stringify({ sub: owner.id, role: "authenticated" });
  await sql`select set_config('request.jwt.claims', ${claims}, false)`;
  for (let round = 0; round < (quick ? 2 : 20); round++) {
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
  const askers = pages.map((page) => sideOf(http, [owner], () => page));
  progress("pages of the feed");
  return {
    caption: `Pages of ${pageSize} of an account with a long log`,
    columns: ["GET /contacts, ms", "GET /changes, the oldest", "the newest"],
    rows: [await rowOf(askers, effortOf(quick), { atMost: 1 })],
  };
}

/** Clean-ups by a key that its owner takes back at once: half deletes contacts, half changes them. */
async function undoing(
  { stack, sql, owners }: Bench,
  channel: DatabaseChannel,
  { quick, progress }: Context,
): Promise<Table> {
  // An account of its own: where undoing is refused, contacts are missing there.
  const owner = owners.at(-1)!;
  const token = await accessToken(owner, stack.url);
  const path = "/kith/api/v1/activity/undo";
  const rows: Row[] = [];
  for (const half of quick ? [50] : [140, 500]) {
    const times: number[] = [];
    let undone = "";
    for (let round = 0; round < (quick ? 1 : 3) && !undone.startsWith("refused"); round++) {
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
      const init = toInit({ method: "POST", path, token, body });
      const began = performance.now();
      const answer = await fetch(stack.functionUrl + path, init);
      const { changeCount, code } = await answer.json();
      times.push(performance.now() - began);
      // Too many for the time of a request. The time is how long it takes to be told so.
      undone = String(changeCount ?? `refused: ${code}`);
    }
    rows.push([2 * half, undone, { values: times, atMost: 1000 }]);
    progress(`undoing ${2 * half} requests`);
  }
  return {
    caption: "Undoing at once what a key did: half of it deletes contacts, half changes them",
    columns: ["requests of the key", "changes of rows undone", "ms"],
    rows,
  };
}
