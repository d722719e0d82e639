import type { Sql } from "postgres";
import { compare, effortOf, type Side } from "../scale/compare.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { idOf } from "../seed/random.ts";
import { median, spread } from "../statistics.ts";
import { type Callers, type Credential, keyCredential } from "./callers.ts";

/** How many keys take turns. */
export const keysInTurn = 1000;
const allowed = 120;
/** Calls of a burst: as many as a window holds, but for what a round needs besides. */
const burst = { connections: 16, calls: 112 };

type Part = Pick<SectionResult, "tables" | "goals">;

/** What counting adds to the cheapest operation there is, one contact by its id. */
export async function costInDatabase(
  sql: Sql,
  callers: Callers,
  seeded: Seeded,
  { quick, progress }: SectionContext,
): Promise<Part> {
  const effort = effortOf(quick);
  const owner = seeded.owners[0]!;
  const token: Credential = { kind: "access_token", sub: owner.id };
  const hot = keyCredential(owner.keys[0]!);
  // In no other measurement: its window holds what it is asked here and no more.
  const rested = idOf("key", seeded.owners.length - 1, 1);
  const someone = seeded.owners.at(-1)!;
  const afterRest = keyCredential(someone.keys[1]!);
  const single = (credential: Credential, statuses: number[], counted?: number): Side => ({
    async prepare(n) {
      if (counted !== undefined) await setWindows(sql, [idOf("key", 0, 0)], counted);
      return () => callers.call(0, credential, owner.contactId(n % owner.contacts), statuses);
    },
  });
  const one = await compare([
    single(token, [200]),
    { prepare: (n) => Promise.resolve(() => inTurn(callers, seeded, n)) },
    single(hot, [200], 0),
    single(hot, [200], allowed - 1),
    single(hot, [429], allowed),
    {
      async prepare(n) {
        await sql`update private.api_keys set last_used_at = now() - interval '2 minutes' where id = ${rested}`;
        return () => callers.call(0, afterRest, someone.contactId(n % someone.contacts), [200]);
      },
    },
  ], effort);
  progress("limiter: one connection to the database measured");

  const keys = owner.keys.slice(1, 1 + burst.connections).map(keyCredential);
  const ids = keys.map((_, n) => idOf("key", 0, n + 1));
  const bursts = (credentialOf: (n: number) => Credential): Side => ({
    async prepare() {
      await setWindows(sql, ids, 0);
      return () => sendBurst((n) => callers.call(n, credentialOf(n), owner.contactId(n), [200]));
    },
  });
  const many = await compare([
    bursts(() => token),
    bursts((n) => keys[n]!),
    bursts(() => keys[0]!),
  ], effort);
  progress("limiter: 16 connections to the database measured");

  const names = [
    "access token",
    "1,000 keys in turn",
    "one key, its window empty",
    "one key, its window with 119",
    "one key, refused",
    "one key, the first time in a minute",
  ];
  const burstNames = ["access token", "16 keys, one a connection", "one hot key"];
  return {
    tables: [
      timesTable("A contact by its id, in the database, one connection", names, one, 1),
      timesTable(
        "The same, 112 calls over 16 connections",
        burstNames,
        many,
        burst.calls,
      ),
    ],
    goals: [...told(names, one, "one connection"), ...told(burstNames, many, "16 connections")],
  };
}

/** Uses every key once, so that none is used for the first time in a minute, which costs more, while it is measured. */
export async function useAll(callers: Callers, connections: number, seeded: Seeded): Promise<void> {
  const keys = seeded.owners.flatMap((owner) => owner.keys).map(keyCredential);
  await Promise.all(Array.from({ length: connections }, async (_, connection) => {
    for (let n = connection; n < keys.length; n += connections) {
      await callers.call(connection, keys[n]!, null, [0]);
    }
  }));
}

/** A key of the first thousand, each in turn, and a contact of whose it is. */
function inTurn(callers: Callers, seeded: Seeded, n: number): Promise<void> {
  const { owners } = seeded;
  const perOwner = owners[0]!.keys.length;
  const key = n % keysInTurn;
  const someone = owners[Math.floor(key / perOwner)]!;
  const credential = keyCredential(someone.keys[key % perOwner]!);
  return callers.call(0, credential, someone.contactId(n % someone.contacts), [200]);
}

/** Lets the windows of these keys hold so many requests of this moment. */
async function setWindows(sql: Sql, keys: string[], requests: number): Promise<void> {
  await sql`update private.api_key_requests set instants = array_fill(clock_timestamp(), array[${requests}::int])
    where api_key_id = any (${keys}::uuid[])`;
}

async function sendBurst(send: (connection: number) => Promise<void>): Promise<void> {
  const each = burst.calls / burst.connections;
  await Promise.all(Array.from({ length: burst.connections }, async (_, connection) => {
    for (let n = 0; n < each; n++) await send(connection);
  }));
}

type Compared = Awaited<ReturnType<typeof compare>>;

function timesTable(caption: string, names: string[], result: Compared, calls: number) {
  return {
    caption,
    columns: ["", "ms a call", "of the access token's"],
    rows: names.map((name, n) => [
      name,
      (result.milliseconds[n]! / calls).toFixed(3),
      median(result.ratios[n]!).toFixed(2),
    ]),
  };
}

const told = (names: string[], { ratios }: Compared, how: string) =>
  names.slice(1).map((name, n) => ({
    name: `limiter: time of a call, in the database, ${how}, ${name}, of an access token's`,
    measured: median(ratios[n + 1]!),
    spread: spread(ratios[n + 1]!),
    unit: "×",
  }));
