import type { ProblemCode } from "../../functions/kith/core/problem.ts";
import { compare, type Comparison, type Effort, effortOf, type Side } from "../scale/compare.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { idOf } from "../seed/random.ts";
import { median, spread } from "../statistics.ts";
import { type Callers, type Credential, keyCredential } from "./callers.ts";
import type { Sql } from "../../test/support/database.ts";

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
  const asked: Asked = { sql, callers, seeded, effort: effortOf(quick) };
  const parts: Part[] = [];
  for (const measure of [oneConnection, onceAMinute, manyConnections]) {
    const [caption, sides, calls] = measure(asked);
    const result = await compare(sides.map(([, side]) => side), asked.effort);
    parts.push(told(caption, sides.map(([name]) => name), result, calls));
    progress(`limiter: ${caption} measured`);
  }
  return {
    tables: parts.flatMap(({ tables }) => tables),
    goals: parts.flatMap(({ goals }) => goals),
  };
}

interface Asked {
  sql: Sql;
  callers: Callers;
  seeded: Seeded;
  effort: Effort;
}
/** What is measured, the first being what the others are held against, and how many calls each makes. */
type Measure = (asked: Asked) => [caption: string, sides: [string, Side][], calls: number];

const oneConnection: Measure = ({ sql, callers, seeded }) => {
  const owner = seeded.owners[0]!;
  const hot = keyCredential(owner.keys[0]!);
  const single = (
    credential: Credential,
    expected: number | ProblemCode,
    counted?: number,
  ): Side => ({
    async prepare(n) {
      if (counted !== undefined) await setWindows(sql, [idOf("key", 0, 0)], counted);
      return () => callers.call(0, credential, owner.contactId(n % owner.contacts), expected);
    },
  });
  return ["one connection", [
    ["access token", single({ kind: "access_token", sub: owner.id }, 200)],
    ["1,000 keys in turn", { prepare: (n) => Promise.resolve(() => inTurn(callers, seeded, n)) }],
    ["one key, its window empty", single(hot, 200, 0)],
    ["one key, its window with 119", single(hot, 200, allowed - 1)],
    ["one key, refused", single(hot, "rate_limited", allowed)],
  ], 1];
};

/** Apart from the others: it changes the keys' own table, and whoever reads that next tidies it up. */
const onceAMinute: Measure = ({ sql, callers, seeded }) => {
  const someone = seeded.owners.at(-1)!;
  const key = idOf("key", seeded.owners.length - 1, 0);
  const call = (credential: Credential, n: number) => () =>
    callers.call(0, credential, someone.contactId(n % someone.contacts), 200);
  return ["one connection, last_used_at due", [
    ["access token", {
      prepare: (n) => Promise.resolve(call({ kind: "access_token", sub: someone.id }, n)),
    }],
    ["one key, the first time in a minute", {
      async prepare(n) {
        await setWindows(sql, [key], 0);
        await sql`update kith_private.api_keys set last_used_at = now() - interval '2 minutes' where id = ${key}`;
        return call(keyCredential(someone.keys[0]!), n);
      },
    }],
  ], 1];
};

const manyConnections: Measure = ({ sql, callers, seeded }) => {
  const owner = seeded.owners[0]!;
  const keys = owner.keys.slice(1, 1 + burst.connections).map(keyCredential);
  const ids = keys.map((_, n) => idOf("key", 0, n + 1));
  const side = (credentialOf: (connection: number) => Credential): Side => ({
    async prepare() {
      await setWindows(sql, ids, 0);
      return () => sendBurst((n) => callers.call(n, credentialOf(n), owner.contactId(n), 200));
    },
  });
  return ["16 connections", [
    ["access token", side(() => ({ kind: "access_token", sub: owner.id }))],
    ["16 keys, one a connection", side((connection) => keys[connection]!)],
    ["one hot key", side(() => keys[0]!)],
  ], burst.calls];
};

/** Uses every key once, so that none is used for the first time in a minute, which costs more, while it is measured. */
export async function useAll(callers: Callers, connections: number, seeded: Seeded): Promise<void> {
  const keys = seeded.owners.flatMap((owner) => owner.keys).map(keyCredential);
  await Promise.all(Array.from({ length: connections }, async (_, connection) => {
    for (let n = connection; n < keys.length; n += connections) {
      await callers.call(connection, keys[n]!, null, 0);
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
  return callers.call(0, credential, someone.contactId(n % someone.contacts), 200);
}

/** Lets the windows of these keys hold so many requests of this moment. */
async function setWindows(sql: Sql, keys: string[], requests: number): Promise<void> {
  await sql`update kith_private.api_key_requests set instants = array_fill(clock_timestamp(), array[${requests}::int])
    where api_key_id = any (${keys}::uuid[])`;
}

async function sendBurst(send: (connection: number) => Promise<void>): Promise<void> {
  const each = burst.calls / burst.connections;
  await Promise.all(Array.from({ length: burst.connections }, async (_, connection) => {
    for (let n = 0; n < each; n++) await send(connection);
  }));
}

function told(how: string, names: string[], result: Comparison, calls: number): Part {
  const { milliseconds, ratios } = result;
  return {
    tables: [{
      caption: `A contact by its id, in the database, ${how}`,
      columns: ["", "ms a call", "of the access token's"],
      rows: names.map((name, n) => [
        name,
        (milliseconds[n]! / calls).toFixed(3),
        median(ratios[n]!).toFixed(2),
      ]),
    }],
    goals: names.slice(1).map((name, n) => ({
      name: `limiter: time of a call, in the database, ${how}, ${name}, of an access token's`,
      measured: median(ratios[n + 1]!),
      spread: spread(ratios[n + 1]!),
      unit: "×",
    })),
  };
}
