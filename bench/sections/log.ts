import { randomUUID } from "node:crypto";
import { type Call, call, createdNote, newPerson, toRequest } from "../calls.ts";
import { DatabaseChannel, withSettings } from "../channels.ts";
import { type Load, startLoad, toBytes } from "../load.ts";
import { median, ratios, type Table } from "../report.ts";
import { accessToken, createdCompany, idOf, type SeededOwner } from "../seed.ts";
import {
  type Bench,
  cleanUp,
  type Context,
  openAsAdmin,
  type Section,
  startBench,
} from "../stack.ts";
import { bytesOfWrites, feed, levelsOff, undoing, vacuumLog } from "./log-size.ts";
import { inOrder } from "./ratios.ts";

const size = {
  owners: 21,
  contactsPerOwner: 1000,
  notesPerOwner: 4500,
  large: { contacts: 5000, notes: 22_500 },
};

/** The log as it is shipped; without its triggers; and without the lock, too, that orders the writers of an account. */
const sides = {
  "logged": [],
  "not logged": ["session_replication_role=replica"],
  "neither logged nor locked": ["session_replication_role=replica", "kith_bench.unlocked=on"],
};

/** The turn-th write of an owner. Contacts of the second half: deleting begins with the first ones. */
export const writes: Record<string, (owner: SeededOwner, turn: number) => Call> = {
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
  "delete contact, with memberships and links of notes": (owner, turn) =>
    call("delete_contact", idOf("contact", owner.index, turn)),
};

function someContact({ index, contacts }: SeededOwner, turn: number): string {
  const half = Math.floor(contacts / 2);
  return idOf("contact", index, half + turn * 37 % half);
}

/** As the function sends it: with an id, which the log keeps. */
export const withId = (call: Call): Call => ({
  ...call,
  arguments: { requestId: randomUUID(), ...call.arguments },
});

/** What the log of changes costs: throughput, time and room. */
export const log: Section = async (context) => {
  const bench = await startBench(context, size);
  const tables = [await throughput(bench, context)];
  // Undoing has an account of its own: where it is refused, contacts are missing there.
  const others = { ...bench, owners: bench.owners.slice(0, -1) };
  const channel = await DatabaseChannel.open(bench.stack.databaseUrl);
  tables.push(await undoing(bench, channel, bench.owners.at(-1)!, context));
  tables.push(await feed(bench, context));
  tables.push(await levelsOff(bench, channel, context));
  tables.push(await bytesOfWrites(others, channel, context));
  return {
    method:
      `Writes over HTTP with access tokens: with the log, with its triggers disabled, and also without the lock that makes the writers of ` +
      `one account wait for each other. The same migrations, a function for each of the three, slice by slice in turn. ${size.owners} ` +
      `accounts of ${size.contactsPerOwner} contacts and ${size.notesPerOwner} notes, and one of ${size.large.contacts} and ` +
      `${size.large.notes}, whose feed is read.`,
    tables,
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
  const sql = openAsAdmin(stack, "session_replication_role=replica", "synchronous_commit=off");
  const load = await startLoad();
  for (const table of ["contacts", "notes", "reminders", "contact_networks"]) {
    await sql.query(`alter table kith.${table} set (autovacuum_enabled = false)`);
  }
  await sql`update kith.reminders set completed = false, completed_at = null where completed`;
  await letSessionsGoWithoutLog(bench);
  const functions: { side: string; url: string }[] = [];
  for (const [side, settings] of Object.entries(sides)) {
    const { url, stop } = await stack.startFunction({
      SUPABASE_DB_URL: withSettings(stack.databaseUrl, ...settings),
    });
    cleanUp(stop);
    functions.push({ side, url });
  }
  const tokens = await Promise.all(owners.map((owner) => accessToken(owner, stack.url)));
  const cells = Object.keys(writes).flatMap((write) =>
    ["one", "many"].flatMap((accounts) =>
      [1, 8].map((connections) => ({
        write,
        accounts,
        connections,
        next: 0,
        rates: Object.fromEntries(Object.keys(sides).map((side) => [side, [] as number[]])),
      }))
    )
  );
  const ask = async (
    load: Load,
    cell: typeof cells[number],
    { side, url }: typeof functions[number],
  ) => {
    const writers = cell.accounts === "one" ? owners.slice(0, 1) : owners.slice(1);
    // More requests than the time will suffice for, unless it is much faster than before.
    const count = Math.ceil((cell.rates[side]!.at(-1) ?? 1500) * slice / 1000 * 1.7) + 32;
    const asked = Array.from({ length: count }, (_, n) => ({
      owner: writers[(cell.next + n) % writers.length]!,
      turn: Math.floor((cell.next + n) / writers.length),
    }));
    const isDeletion = cell.write.startsWith("delete");
    const ids = isDeletion ? await makeContacts(sql, asked.map(({ owner }) => owner)) : [];
    const requests = asked.map(({ owner, turn }, n) => {
      const request = isDeletion
        ? call("delete_contact", ids[n]!)
        : writes[cell.write]!(owner, turn);
      return toBytes(url, toRequest(request, tokens[owner.index]!));
    });
    const taken = await load.run({
      origin: url,
      requests,
      connections: cell.connections,
      milliseconds: slice,
    });
    cell.next += taken.requests;
    cell.rates[side]!.push(taken.requests * 1000 / taken.milliseconds);
  };
  // The first round warms up. It also fills the log, whose statistics then are those of a log in use.
  for (let round = quick ? 0 : -1; round < rounds; round++) {
    for (const [index, cell] of cells.entries()) {
      for (const each of inOrder(functions, round + 1 + index)) await ask(load, cell, each);
    }
    await tidy(sql);
    if (round === -1) {
      await vacuumLog(bench);
      for (const { rates } of cells) for (const list of Object.values(rates)) list.splice(0);
    }
    progress(`round ${round + 1} of ${rounds} of the writes`);
  }
  return {
    caption:
      "Throughput of writes over HTTP with the log, divided by that without: median (lowest–highest)",
    columns: [
      "",
      "accounts",
      "at once",
      "of not logged",
      "of neither logged nor locked",
      "a second, logged",
    ],
    rows: cells.map(({ write, accounts, connections, rates }) => [
      write,
      accounts,
      connections,
      { values: ratios(rates["logged"]!, rates["not logged"]!), atLeast: 0.9 },
      { values: ratios(rates["logged"]!, rates["neither logged nor locked"]!) },
      median(rates["logged"]!),
    ]),
  };
}

/** Contacts to delete, past the triggers: each a copy with one membership and one note, which go with it or lose it. */
async function makeContacts(sql: Bench["sql"], owners: SeededOwner[]): Promise<string[]> {
  const ids = owners.map(() => randomUUID());
  const copied =
    "owner_id, first_name, last_name, job_title, emails, phones, description, search_text";
  const made = [
    ids,
    owners.map(({ id }) => id),
    owners.map(({ index }) => idOf("contact", index, 0)),
  ];
  await sql.query(
    `insert into kith.contacts (id, ${copied}, company) select made.id, ${copied}, '${createdCompany}'
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) made (id, owner, model)
     join kith.contacts c on c.owner_id = made.owner and c.id = made.model`,
    made,
  );
  const networks = owners.map(({ index }) => idOf("network", index, 0));
  await sql`insert into kith.contact_networks (owner_id, contact_id, network_id)
    select * from unnest(${made[1]}::uuid[], ${ids}::uuid[], ${networks}::uuid[])`;
  await sql`insert into kith.notes (owner_id, contact_id, contact_ids, content)
    select owner, id, array[id], ${createdNote} from unnest(${
    made[1]
  }::uuid[], ${ids}::uuid[]) m (owner, id)`;
  return ids;
}

/** Takes away what was created, so that the tables stay as large as they were. */
async function tidy(sql: Bench["sql"]): Promise<void> {
  await sql`delete from kith.contacts where company = ${createdCompany}`;
  await sql`delete from kith.contact_networks m where not exists (
    select from kith.contacts c where c.owner_id = m.owner_id and c.id = m.contact_id)`;
  await sql`delete from kith.notes where content = ${createdNote}`;
  await sql`vacuum kith.contacts, kith.notes, kith.reminders, kith.contact_networks`;
}
