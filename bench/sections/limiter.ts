import { call, toRequest } from "../calls.ts";
import {
  compare,
  type Credential,
  DatabaseChannel,
  effortOf,
  keyCredential,
  type Side,
  tokenCredential,
} from "../channels.ts";
import { type Job, startLoad, toBytes } from "../load.ts";
import { median, ratios, type Table } from "../report.ts";
import { accessToken, idOf } from "../seed.ts";
import { type Bench, type Context, type Section, startBench } from "../stack.ts";

const keysPerOwner = 20;
/** A thousand keys that are used in turn, and some more for a hot one. */
const size = { owners: 51, contactsPerOwner: 120, notesPerOwner: 100, keysPerOwner };
const inTurn = 1000;
/** Requests that a key may make in a minute. */
const allowed = 120;
const connections = 16;
/** Calls of a connection in a burst: together as many as a window holds, but for what a round needs besides. */
const burst = 7;

/** What counting costs, and what becomes of the table that is counted in. */
export const limiter: Section = async (context) => {
  const bench = await startBench(context, size);
  const channels = await Promise.all(
    Array.from({ length: connections }, () => DatabaseChannel.open(bench.stack.databaseUrl)),
  );
  // Used once: the first time in a minute costs more.
  const useAll = () =>
    onAll(channels, bench.owners.length * keysPerOwner, (channel, n) => count(bench, channel, n));
  const forget = () => bench.sql`truncate kith_private.api_key_requests`;
  await useAll();
  const inDatabase = await costInDatabase(bench, channels, context);
  await forget();
  const growth = await tableGrowth(bench, channels, context);
  await forget();
  await useAll();
  return {
    method:
      `A request with a key is counted in a row of the key's own, which is locked until the request ends; an access token has no limit. ` +
      `Call by call (or slice by slice) in turn; windows are set back between calls where a key would be over its limit. The table: 1,000 ` +
      `keys used in turn over ${connections} connections, autovacuum as it is shipped.`,
    tables: [inDatabase, await costOverHttp(bench, context), growth],
  };
};

/** The n-th key, and whose it is. */
function keyOf({ owners }: Bench, n: number) {
  const owner = owners[Math.floor(n / keysPerOwner)]!;
  return { owner, key: owner.keys[n % keysPerOwner]! };
}

/** Only checks and counts the credential. */
async function count(bench: Bench, channel: DatabaseChannel, n: number): Promise<void> {
  const credential = JSON.stringify(keyCredential(keyOf(bench, n).key));
  const { rows } = await channel.client.query(
    "select * from kith_private.handle($1, 'get_contact', null)",
    [credential],
  );
  if (rows[0].status !== "0") throw new Error(`answered ${rows[0].status}: ${rows[0].body}`);
}

/** So many calls, shared out among the connections. */
async function onAll(
  channels: DatabaseChannel[],
  calls: number,
  work: (channel: DatabaseChannel, n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  await Promise.all(channels.map(async (channel) => {
    while (next < calls) await work(channel, next++);
  }));
}

/** What counting adds to the cheapest operation there is, one contact by its id. */
async function costInDatabase(
  bench: Bench,
  channels: DatabaseChannel[],
  { quick, progress }: Context,
): Promise<Table> {
  const { sql, owners } = bench;
  const get = (owner: typeof owners[0], n: number) =>
    call("get_contact", idOf("contact", owner.index, n % owner.contacts));
  /** Lets the windows of these keys hold so many requests of this moment. */
  const setWindows = (keys: number[], requests: number) =>
    sql`update kith_private.api_key_requests set instants = array_fill(clock_timestamp(), array[${requests}::int])
      where api_key_id = any (${keys.map((n) => idOf("key", 0, n))}::uuid[])`;
  const someone = owners[0]!;
  const token = tokenCredential(someone);
  const hot = keyCredential(someone.keys[0]!);
  const single =
    (credential: Credential, counted?: number, refusal?: string): Side => async (n) => {
      if (counted !== undefined) await setWindows([0], counted);
      return () => channels[0]!.ask(credential, get(someone, n), refusal);
    };
  const keys = someone.keys.slice(1, 1 + connections).map(keyCredential);
  const bursts = (credentialOf: (connection: number) => Credential): Side => async () => {
    await setWindows(keys.map((_, n) => n + 1), 0);
    return () =>
      Promise.all(channels.map(async (channel, connection) => {
        for (let n = 0; n < burst; n++) {
          await channel.ask(credentialOf(connection), get(someone, n));
        }
      }));
  };
  const parts: [caption: string, calls: number, sides: Record<string, Side>][] = [
    ["one connection", 1, {
      "access token": single(token),
      "1,000 keys in turn": (n) => {
        const { owner, key } = keyOf(bench, n % inTurn);
        return Promise.resolve(() => channels[0]!.ask(keyCredential(key), get(owner, n)));
      },
      "one key, its window empty": single(hot, 0),
      "one key, its window with 119": single(hot, allowed - 1),
      "one key, refused": single(hot, allowed, "rate_limited"),
    }],
    // Apart from the others: it changes the keys' own table, and whoever reads that next tidies it up.
    ["one connection, last_used_at due", 1, {
      "access token": single(token),
      "one key, the first time in a minute": async (n) => {
        await sql`update kith_private.api_keys set last_used_at = now() - interval '2 minutes' where id = ${
          idOf("key", 0, 0)
        }`;
        return await single(hot, 0)(n);
      },
    }],
    [`${connections} connections`, connections * burst, {
      "access token": bursts(() => token),
      "16 keys, one a connection": bursts((connection) => keys[connection]!),
      "one hot key": bursts(() => keys[0]!),
    }],
  ];
  const rows: Table["rows"] = [];
  for (const [how, calls, sides] of parts) {
    const found = await compare(Object.values(sides), effortOf(quick));
    Object.keys(sides).forEach((name, n) =>
      rows.push([how, name, median(found[n]!.times) / calls, { values: found[n]!.ratios }])
    );
    progress(how);
  }
  return {
    caption: "A contact by its id, in the database",
    columns: ["", "", "ms a call", "of the access token's"],
    rows,
  };
}

/** Requests a second through the function with 16 connections: one contact by its id. */
async function costOverHttp(bench: Bench, { quick, progress }: Context): Promise<Table> {
  const { stack, owners } = bench;
  const origin = stack.functionUrl;
  const token = await accessToken(owners[0]!, stack.url);
  const asKey = (n: number) => keyOf(bench, n % inTurn);
  const sides = [
    (n: number) => ({ owner: owners[0]!, key: token, n }),
    (n: number) => ({ ...asKey(n), n }),
  ];
  const load = await startLoad();
  const rates: number[][] = sides.map(() => []);
  let next = 0;
  // The first round warms up.
  for (let round = -1; round < (quick ? 2 : 7); round++) {
    for (const [side, ask] of sides.entries()) {
      const requests = Array.from({ length: 4000 }, (_, turn) => {
        const { owner, key, n } = ask(next + turn);
        return toBytes(
          origin,
          toRequest(call("get_contact", idOf("contact", owner.index, n % owner.contacts)), key),
        );
      });
      const job: Job = { origin, requests, connections, milliseconds: quick ? 150 : 500 };
      const slice = await load.run(job);
      next += slice.requests;
      if (round >= 0) rates[side]!.push(slice.requests * 1000 / slice.milliseconds);
    }
  }
  progress("over HTTP");
  return {
    caption: `A contact by its id, over HTTP, ${connections} connections`,
    columns: ["", "requests a second", "of the access token's"],
    rows: ["access token", "1,000 keys in turn"].map((name, n) => [
      name,
      median(rates[n]!),
      { values: ratios(rates[n]!, rates[0]!) },
    ]),
  };
}

/** The requests come in ten parts, of a key fewer than its limit; and two more when the windows that were filled have passed. */
const [parts, partsAfter] = [10, 2];

/** What becomes of the limiter's table over 100,000 requests, with autovacuum as it is shipped. */
async function tableGrowth(
  { sql, ...bench }: Bench,
  channels: DatabaseChannel[],
  { quick, progress }: Context,
): Promise<Table> {
  const many = quick ? inTurn / 10 : inTurn;
  const tellStatistics = () =>
    Promise.all(channels.map(({ client }) => client.query("select pg_stat_force_next_flush()")));
  await tellStatistics();
  await sql`select pg_stat_reset_single_table_counters('kith_private.api_key_requests'::regclass)`;
  const rows: Table["rows"] = [];
  let full = NaN;
  for (let part = 1; part <= parts + partsAfter; part++) {
    if (part === parts + 1) await sql`update kith_private.api_key_requests set instants = '{}'`;
    await onAll(channels, 10 * many, (channel, n) => count({ sql, ...bench }, channel, n % many));
    await tellStatistics();
    const [state] = await sql`
      select pg_relation_size(relid)::int as heap, pg_indexes_size(relid)::int as indexes, n_tup_hot_upd::float / n_tup_upd as hot,
        (select sum(pg_column_size(r) + 4) from kith_private.api_key_requests r)::int as held, coalesce((
          select option_value::int from pg_class, pg_options_to_table(reloptions) where oid = relid and option_name = 'fillfactor'), 100) as fill
      from pg_stat_all_tables where relid = 'kith_private.api_key_requests'::regclass`;
    const { heap, indexes, hot, held, fill } = state!;
    if (part === parts) full = heap;
    rows.push([
      part * 10 * many,
      held / 1024,
      heap / 1024,
      indexes / 1024,
      // Its fillfactor leaves that much room on purpose.
      { values: [heap / held], ...(part === parts && { atMost: 100 / fill }) },
      { values: [hot], ...(part === parts + partsAfter && { atLeast: 0.9 }) },
      { values: part > parts ? [heap / full] : [], ...(part > parts && { atMost: 1.2 }) },
    ]);
    progress(`${part * 10 * many} requests`);
  }
  return {
    caption: `The limiter's table while ${many} keys are used in turn; after ${
      parts * 10 * many
    } requests every window begins anew`,
    columns: [
      "requests",
      "rows hold, kB",
      "table, kB",
      "index, kB",
      "of what its rows hold",
      "updates within the page",
      "of when windows were full",
    ],
    rows,
  };
}
