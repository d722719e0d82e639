import { createHash } from "node:crypto";
import { openDatabase, type Sql } from "../../test/support/database.ts";
import { openHttpChannel } from "../scale/channels.ts";
import { type Calls, lists } from "../scale/calls.ts";
import { compare, effortOf, type Side } from "../scale/compare.ts";
import { sideOf } from "../scale/sides.ts";
import type { Goal, Section } from "../section.ts";
import { seed, type SeededOwner, type SeedSize } from "../seed.ts";
import { startBenchStack } from "../stack.ts";
import { goalCell } from "../goal.ts";
import { median, spread } from "../statistics.ts";

const size: SeedSize = {
  owners: 20,
  contactsPerOwner: 100,
  notesPerOwner: 450,
  keysPerOwner: 1,
  large: { contacts: 5000, notes: 22_500 },
};

/** The promise: lists and searches of contacts take at most this many times what they take without limits. */
const promise = 1.6;

/** A list may take longer to find the contacts of a key: it looks at all that the owner has. */
const keys = ["no limits", "scopes", "three networks", "one network"] as const;

/** What the limits of API keys cost, over HTTP. */
export const limitsSection: Section = async ({ quick, progress }) => {
  const { stack, remove } = await startBenchStack();
  const sql = openDatabase(stack.adminDatabaseUrl);
  try {
    const now = Date.now();
    const seeded = await seed(stack.adminDatabaseUrl, size, { now, progress });
    const owner = seeded.large!;
    // As autovacuum leaves them; other connections may have kept the seed's vacuum from doing all.
    await sql`vacuum kith.contacts, kith.contact_networks, kith.notes`;
    await insertKeys(sql, owner);
    const channels = await Promise.all(
      keys.map((name) => openHttpChannel(stack, keyOf(name))),
    );
    const rows: string[][] = [];
    const goals: Goal[] = [];
    for (const [name, make] of Object.entries(await callsOf(sql, owner, now))) {
      const sides = channels.map((channel) => unlimited(sql, sideOf(channel, [owner], make)));
      const { milliseconds, ratios } = await compare(sides, effortOf(quick));
      const found = keys.slice(1).map((key, n): Goal => ({
        name: `limits: ${name}, a key with ${key}, of one without limits`,
        measured: median(ratios[n + 1]!),
        spread: spread(ratios[n + 1]!),
        unit: "×",
        ...(isPromised(name) && { atMost: promise }),
      }));
      goals.push(...found);
      rows.push([name, milliseconds[0]!.toFixed(2), ...found.map(goalCell)]);
      progress(`limits: ${name} measured`);
    }
    for (const channel of channels) await channel.close();
    return {
      title: "Keys with limits",
      method:
        `Requests of the same account with an API key without limits, with one that may read and write everything but its ` +
        `profile, and with keys for all three and for one of its networks; over HTTP, call by call in turn. The account has ${
          size.large!.contacts
        } contacts, of which three in five are in a network.`,
      tables: [{
        caption: "Times of a key without limits: median (lowest–highest)",
        columns: ["", "no limits, ms", ...keys.slice(1)],
        rows,
      }],
      goals,
      skipped: [],
    };
  } finally {
    await sql.end();
    await remove();
  }
};

/** Lists, and a contact that all of the keys see. */
async function callsOf(sql: Sql, { id, networkIds }: SeededOwner, now: number): Promise<Calls> {
  const seen = await sql<{ id: string }[]>`
    select m.contact_id as id from kith.contact_networks m
     where m.owner_id = ${id} and m.network_id = ${networkIds[0]} limit 100`;
  return {
    ...lists(now),
    "get": (_, n) => ({ operation: "get_contact", arguments: { id: seen[n % seen.length]!.id } }),
    "patch": (_, n) => ({
      operation: "update_contact",
      arguments: { id: seen[n % seen.length]!.id, body: { jobTitle: `Colleague ${n}` } },
    }),
  };
}

const isPromised = (name: string) => !/^(notes|get|patch)/.test(name);

/** The limiter forgets what it counted before a call that nobody times. */
function unlimited(sql: Sql, side: Side): Side {
  return {
    async prepare(n) {
      if (n % 50 === 0) await sql`delete from kith_private.api_key_requests`;
      return await side.prepare(n);
    },
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const keyOf = (name: string) => `kith_${sha256(name).slice(0, 40)}`;

async function insertKeys(sql: Sql, { id, networkIds }: SeededOwner): Promise<void> {
  const [{ scopes }] = await sql<[{ scopes: string[] }]>`
    select array(select scope from unnest(kith_private.all_scopes()) scope where scope not like 'profile:%') as scopes`;
  const limits: Record<typeof keys[number], [string[] | null, string[] | null]> = {
    "no limits": [null, null],
    "scopes": [scopes, null],
    "three networks": [null, networkIds],
    "one network": [null, networkIds.slice(0, 1)],
  };
  for (const [name, [ofScopes, ofNetworks]] of Object.entries(limits)) {
    await sql`
      insert into kith_private.api_keys (owner_id, name, key_prefix, hash, scopes, network_ids)
      values (${id}, ${name}, 'kith_0000', decode(${
      sha256(keyOf(name))
    }, 'hex'), ${ofScopes}, ${ofNetworks})`;
  }
}
