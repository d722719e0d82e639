import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { as } from "../../support/client.ts";
import { type Database, openDatabase, rolledBack } from "../../support/database.ts";
import { type OwnStack, startOwnStack, tokenOn } from "../../support/own-stack.ts";
import { build, leaveNetworks } from "./build.ts";
import { differences, expectNone } from "./compare.ts";
import type { NamedAccount } from "./named-account.ts";
import { type Read, readsOf } from "./reads.ts";

// The reads of reads.test.ts notice each policy on networks that is left out, and each condition on networks that a function
// forgets. In a stack of its own, because everybody's policies change.

let stack: OwnStack;
let sql: Database;
let whole: NamedAccount;
let alone: NamedAccount;
let reads: Read[];
let policies: Policy[];

beforeAll(async () => {
  stack = await startOwnStack({}, inject("stack").template);
  sql = openDatabase(stack.adminDatabaseUrl, 2);
  const place = {
    sql,
    as: (token: string) => as(token, `${stack.url}/functions/v1/kith/api/v1`),
    async newOwner() {
      const token = await tokenOn(stack, `person-${randomUUID()}@example.com`);
      return { id: String(decodeJwt(token).sub), token };
    },
  };
  const built = await Promise.all([true, false].map(async (hasOutside) => {
    const one = await build(place, { hasOutside, isLimited: true });
    await leaveNetworks(one);
    return one.account;
  }));
  [whole, alone] = built as [NamedAccount, NamedAccount];
  reads = inTurns(readsOf(whole));
  policies = await limitingPolicies();
});

afterAll(async () => {
  await sql?.end();
  await stack?.stop();
});

/** The reads in another order: one of each route after the other, so that each is asked early. */
function inTurns(reads: Read[]): Read[] {
  const turns = new Map<string, number>();
  return reads.map((read) => {
    const turn = turns.get(read.route) ?? 0;
    turns.set(read.route, turn + 1);
    return { read, turn };
  }).sort((one, other) => one.turn - other.turn).map(({ read }) => read);
}

const noticed = async () => (await differences([whole, alone], reads, 1)).length > 0;

/** Whether a policy is about networks and reading, so that the reads have to notice that it is missing. */
const isRead = ({ table, command, using }: Policy) =>
  command === "SELECT" && !table.startsWith("storage.") && /network/.test(using ?? "") &&
    // A pair with a contact that is hidden is not listed anyway.
    table !== "kith_private.dismissed_duplicates" ||
  table === "kith_private.change_sets";

describe("reading with a key for some networks", () => {
  it("has no differences where nothing is missing", async () => {
    expectNone(await differences([whole, alone], reads));
    expect(policies.length).toBeGreaterThan(25);
    expect(policies.filter(isRead).length).toBeGreaterThan(5);
  });

  it("notices each policy on networks that does not hide anything", async () => {
    const unnoticed = [];
    for (const policy of policies.filter(isRead)) {
      if (!await withoutPolicy(policy, noticed)) {
        unnoticed.push(`${policy.table} ${policy.name}`);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  it.each(mutations)("notices that $name forgets $without", async (mutation) => {
    expect(await withMutation(mutation, noticed)).toBe(true);
  });
});

describe("functions with their owner's rights", () => {
  it.each(definerMutations)("$name changes nothing outside of them", async (mutation) => {
    const rows = await whole.rowsOutside();
    expect(await leftBy(mutation.call)).toEqual(rows);
    expect(await withMutation(mutation, () => leftBy(mutation.call))).not.toEqual(rows);
  });

  it("undo_change_sets undoes nothing outside of them", async () => {
    const call = `kith_private.undo_change_sets(
      array[kith_private.number_of_set('{outside set of promotion}')])`;
    expect(await leftBy(call)).toEqual(await whole.rowsOutside());
  });
});

/** A policy for keys with limits. */
interface Policy {
  table: string;
  name: string;
  command: string;
  using: string | null;
  check: string | null;
}

/** All policies for keys with limits. */
async function limitingPolicies(): Promise<Policy[]> {
  return await sql<Policy[]>`
    select format('%I.%I', schemaname, tablename) as table, quote_ident(policyname) as name, cmd as command,
      qual as using, with_check as check
    from pg_catalog.pg_policies where 'kith_limited' = any (roles) and permissive = 'RESTRICTIVE' order by 1, 3`;
}

/** Lets a policy allow everything while something is done. */
async function withoutPolicy<T>(
  { table, name, using, check }: Policy,
  work: () => Promise<T>,
): Promise<T> {
  const alter = (own: string | null, of: string | null) =>
    sql.query(
      `alter policy ${name} on ${table}` + (own === null ? "" : ` using (${own})`) +
        (of === null ? "" : ` with check (${of})`),
    );
  await alter(using && "true", check && "true");
  try {
    return await work();
  } finally {
    await alter(using, check);
  }
}

/** The rows outside after a call as the role of a key for a network inside, which is undone. */
async function leftBy(call: string): Promise<string[]> {
  return await rolledBack(sql, async (tx) => {
    const kith = { scopes: null, networkIds: [whole.id("inside net 1")] };
    const claims = JSON.stringify({ sub: whole.ownerId, role: "authenticated", kith });
    const change = JSON.stringify({ id: randomUUID(), kind: "api_key", actorId: whole.id("key") });
    await tx`select set_config('request.jwt.claims', ${claims}, true),
      set_config('kith.change', ${change}, true), set_config('role', 'kith_limited', true)`;
    await tx`savepoint before`;
    await tx.query(`select ${whole.fill(call)}`).catch(() => tx`rollback to savepoint before`);
    await tx`reset role`;
    return await whole.rowsOutside(tx);
  });
}

/** A condition that a function of kith_private forgets. */
interface Mutation {
  name: string;
  /** What is replaced in its definition. */
  without: string;
  by: string;
}

const mutations: Mutation[] = [
  {
    name: "is_seen",
    without: "m.contact_id = is_seen.id and m.network_id = any (networks)",
    by: "m.contact_id = is_seen.id",
  },
  {
    name: "is_seen",
    without: "m.resource = 'membership' and m.network_id = any (networks)",
    by: "m.resource = 'membership'",
  },
  {
    name: "is_seen",
    without: "return kith_private.are_in_networks(owner, contacts, networks);",
    by: "return true;",
  },
  {
    name: "are_in_networks",
    without: "and m.network_id = any (networks) offset 0",
    by: "offset 0",
  },
  {
    name: "are_in_networks",
    without: "from unnest(contacts) about",
    by: "from unnest(contacts[:1]) about",
  },
  {
    name: "are_seen",
    without: "from unnest(contacts) about",
    by: "from unnest(contacts[:1]) about",
  },
  {
    name: "seen_resources",
    without: "where m.owner_id = owner and m.network_id = any (networks)",
    by: "where m.owner_id = owner",
  },
  {
    name: "seen_resources",
    without: "and m.resource = 'membership' and m.network_id = any (networks)",
    by: "and m.resource = 'membership'",
  },
  {
    name: "seen_resources",
    without:
      "(about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or",
    by: "(cardinality(about.contact_ids) = 1 or",
  },
  {
    name: "seen_resources",
    without: "bool_and((further.id in (select s.contact_id from seen s)) is true)",
    by: "bool_and(true)",
  },
  {
    name: "change_set_body",
    without: "where exists (select from kith_private.change_sets s where s.id = u.id)",
    by: "",
  },
  {
    name: "without_unseen",
    without: "if kith_private.has_all_networks() then",
    by: "if true then",
  },
];

/** Mutations that a call of a function which runs with the rights of its owner has to notice. */
const definerMutations: (Mutation & { call: string })[] = [
  {
    name: "check_photo_limits",
    without: "perform kith_private.not_found();",
    by: "null;",
    call: `kith_private.create_upload_path('{outside anna}', 'png')`,
  },
  {
    name: "check_photo_limits",
    without: "perform kith_private.not_found();",
    by: "null;",
    call: `kith_private.set_photo('{outside dora}', null)`,
  },
  {
    name: "insert_contact_in_networks",
    without: "and n.id = any ((select kith_private.key_networks())::uuid[])",
    by: "",
    call:
      `kith_private.insert_contact_in_networks('{"firstName": "X", "networkIds": ["{outside net 1}"]}')`,
  },
];

/** Lets a function forget something while something is done. @throws Error where it does not have it */
async function withMutation<T>(
  { name, without, by }: Mutation,
  work: () => Promise<T>,
): Promise<T> {
  const [found] = await sql`
    select pg_catalog.pg_get_functiondef(p.oid) as text from pg_catalog.pg_proc p
     where p.pronamespace = 'kith_private'::regnamespace and p.proname = ${name}`;
  const text = String(found?.["text"]);
  if (!text.includes(without)) throw new Error(`${name} has no longer: ${without}`);
  await sql.query(text.replace(without, () => by));
  try {
    return await work();
  } finally {
    await sql.query(text);
  }
}
