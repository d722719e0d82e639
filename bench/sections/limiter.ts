import { call } from "../calls.ts";
import * as channels from "../channels.ts";
import { median, type Table } from "../report.ts";
import { idOf, type SeededOwner } from "../seed.ts";
import { type Section, startBench } from "../stack.ts";

const keysPerOwner = 20;
const size = { owners: 50, contactsPerOwner: 120, notesPerOwner: 100, keysPerOwner };
const connections = 16;
/** Requests that a key may make in a minute. */
const allowed = 120;
/** Calls of a connection in a burst: together as many as a window holds, but for what a round needs besides. */
const burst = 7;

/** What counting costs, and what becomes of the table that is counted in. Over HTTP the ratios have both credentials. */
export const limiter: Section = async (context) => {
  const { stack, sql, owners } = await startBench(context, size);
  const open = () => channels.DatabaseChannel.open(stack.databaseUrl);
  const all = await Promise.all(Array.from({ length: connections }, open));
  const get = (owner: SeededOwner, n: number) =>
    call("get_contact", idOf("contact", owner.index, n % owner.contacts));
  const withKey = (channel: channels.DatabaseChannel, n: number) => {
    const owner = owners[Math.floor(n / keysPerOwner) % owners.length]!;
    const credential = channels.keyCredential(owner.keys[n % keysPerOwner]!);
    return channel.ask(credential, get(owner, n));
  };
  /** So many calls, by so many keys in turn, shared out among the connections. */
  const inTurn = async (calls: number, keys: number) => {
    let next = 0;
    await Promise.all(all.map(async (channel) => {
      while (next < calls) await withKey(channel, next++ % keys);
    }));
  };
  const count = context.quick ? 100 : owners.length * keysPerOwner;
  // Used once: the first time in a minute costs more.
  await inTurn(count, count);

  const someone = owners[0]!;
  const token = channels.tokenCredential(someone);
  const keys = someone.keys.map(channels.keyCredential);
  /** Lets the windows of the owner's keys hold so many requests of this moment. */
  const setWindows = (requests: number) =>
    sql`update kith_private.api_key_requests set instants = array_fill(clock_timestamp(), array[${requests}::int])
      where api_key_id in (select id from kith_private.api_keys where owner_id = ${someone.id})`;
  const single =
    (credential: channels.Credential, counted = 0, refusal?: string): channels.Side =>
    async (
      n,
    ) => {
      await setWindows(counted);
      return () => all[0]!.ask(credential, get(someone, n), refusal);
    };
  const bursts =
    (credentialOf: (connection: number) => channels.Credential): channels.Side => async () => {
      await setWindows(0);
      return () =>
        Promise.all(all.map(async (channel, connection) => {
          for (let n = 0; n < burst; n++) {
            await channel.ask(credentialOf(connection), get(someone, n));
          }
        }));
    };
  const parts: [how: string, calls: number, sides: Record<string, channels.Side>][] = [
    ["one connection", 1, {
      "access token": single(token),
      "keys in turn": (n) => Promise.resolve(() => withKey(all[0]!, n % count)),
      "one key, its window empty": single(keys[0]!),
      "one key, its window with 119": single(keys[0]!, allowed - 1),
      "one key, refused": single(keys[0]!, allowed, "rate_limited"),
    }],
    // Apart from the others: it changes the keys' own table, and whoever reads that next tidies it up.
    ["one connection, last_used_at due", 1, {
      "access token": single(token),
      "one key, the first time in a minute": async (n) => {
        await sql`update kith_private.api_keys set last_used_at = now() - interval '2 minutes' where owner_id = ${someone.id}`;
        return await single(keys[0]!)(n);
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
    const found = await channels.compare(Object.values(sides), channels.effortOf(context.quick));
    Object.keys(sides).forEach((name, n) =>
      rows.push([how, name, median(found[n]!.times) / calls, { values: found[n]!.ratios }])
    );
    context.progress(how);
  }

  await sql`truncate kith_private.api_key_requests`;
  const growth: Table["rows"] = [];
  for (const when of ["when windows are full", "when they have passed and are used again"]) {
    await inTurn(100 * count, count);
    for (const { client } of all) await client.query("select pg_stat_force_next_flush()");
    const [state] = await sql`
      select pg_relation_size(relid)::int as bytes, n_tup_hot_upd::float / n_tup_upd as hot,
        (select sum(pg_column_size(r) + 4) from kith_private.api_key_requests r)::int as held
      from pg_stat_all_tables where relid = 'kith_private.api_key_requests'::regclass`;
    const { bytes, hot, held } = state!;
    const before = growth[0]?.[1] as number | undefined;
    growth.push([
      when,
      bytes / 1024,
      // Its fillfactor leaves that much room on purpose.
      { values: [bytes / held], ...(!before && { atMost: 5 }) },
      { values: before ? [bytes / 1024 / before] : [], ...(before && { atMost: 1.2 }) },
      { values: [hot], atLeast: 0.9 },
    ]);
    await sql`update kith_private.api_key_requests set instants = '{}'`;
    context.progress(`the table ${when}`);
  }
  return {
    method:
      `One contact by its id, with a credential that is counted or is not, in the database. The table: ${count} keys ` +
      `in turn over ${connections} connections, ${
        100 * count
      } requests each time, autovacuum as it is shipped.`,
    tables: [
      { caption: "In the database", columns: ["", "", "ms a call", "of the access token's"], rows },
      {
        caption: "The limiter's table",
        columns: [
          "",
          "kB",
          "of what its rows hold",
          "of when windows were full",
          "updates within the page",
        ],
        rows: growth,
      },
    ],
  };
};
