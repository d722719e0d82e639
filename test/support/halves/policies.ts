import { randomUUID } from "node:crypto";
import { type Database, rolledBack, type Sql } from "../database.ts";
import { sqlState } from "../sql.ts";
import { foreignRows } from "./rows.ts";
import type { World } from "./world.ts";

/** A policy for keys with limits. */
export interface Policy {
  table: string;
  name: string;
  command: string;
  using: string | null;
  check: string | null;
}

/** All policies for keys with limits. */
export async function limitingPolicies(sql: Sql): Promise<Policy[]> {
  return await sql<Policy[]>`
    select format('%I.%I', schemaname, tablename) as table, quote_ident(policyname) as name, cmd as command,
      qual as using, with_check as check
    from pg_catalog.pg_policies where 'kith_limited' = any (roles) and permissive = 'RESTRICTIVE' order by 1, 3`;
}

/** Lets a policy allow everything while something is done. */
export async function withoutPolicy<T>(
  sql: Sql,
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

/** Statements that write each table as a client may, with the right half's things in them. */
const inserts: Record<string, string> = {
  "kith.contacts": "(first_name) values ('X')",
  "kith.networks": "(name) values ('X')",
  "kith.contact_networks": "(contact_id, network_id) values ('{right anna}', '{left net 1}')",
  "kith.note_types": "(name) values ('X')",
  "kith.notes": "(content, contact_id) values ('X', '{right anna}')",
  "kith.reminders": "(title, contact_id) values ('X', '{right anna}')",
  "kith.profiles": "(name) values ('X')",
  "kith_private.dismissed_duplicates": `(contact_id, other_contact_id)
    select least(one, other), greatest(one, other)
    from (values ('{right anna}'::uuid, '{right bert}'::uuid)) pair (one, other)`,
  "kith_private.imports": "(format) values ('csv')",
  "kith_private.import_rows": `(import_id, number, line, resource, action, new_id)
    values (gen_random_uuid(), 1, 1, 'contact', 'create', gen_random_uuid())`,
  "kith_private.calendars": "(hash) values (sha256('X'))",
  "kith_private.api_keys": "(name, key_prefix, hash) values ('X', 'kith_0000', sha256('X'))",
};
const updates: Record<string, string> = {
  "kith.contacts": "nickname = 'X'",
  "kith.networks": "description = 'X'",
  "kith.note_types": "icon = 'X'",
  "kith.notes": "content = 'X'",
  "kith.reminders": "title = 'X'",
  "kith.profiles": "name = 'X'",
  "kith_private.imports": "result = '{}'",
  "kith_private.import_rows": "problem = 'X'",
  "kith_private.calendars": "hash = sha256('X')",
  "kith_private.api_keys": "name = 'X'",
};

/** A statement without a condition, so that no policy for another command hides what it would reach. */
function probe({ table, command }: Policy, world: World): string {
  switch (command) {
    case "INSERT":
      return world.fill(`insert into ${table} ${inserts[table]}`);
    case "UPDATE":
      return `update ${table} set ${updates[table]}`;
    case "DELETE":
      return `delete from ${table}`;
    default:
      return `select 1 from ${table}`;
  }
}

/**
 * How many rows the command of a policy reaches in plain SQL, or with which state it fails: for a key that is limited to the
 * left half, and for keys that lack each scope.
 */
export async function reach(sql: Database, policy: Policy, world: World): Promise<unknown[]> {
  const networkIds = ["left net 1", "left net 2", "left net 3"].map((name) => world.id(name));
  const all = (await sql`select kith_private.all_scopes() as scopes`)[0]!["scopes"] as string[];
  const limits = [
    { scopes: null, networkIds },
    ...all.filter((scope) => scope.endsWith("read")).map((lacking) => ({
      scopes: all.filter((scope) => !scope.startsWith(lacking.slice(0, -4))),
      networkIds: null,
    })),
  ];
  const found: unknown[] = [];
  for (const kith of limits) {
    found.push(
      await rolledBack(sql, async (tx) => {
        const claims = JSON.stringify({ sub: world.ownerId, role: "authenticated", kith });
        await tx`select set_config('role', 'kith_limited', true),
        set_config('request.jwt.claims', ${claims}, true)`;
        let rows: number | null = null;
        const state = await sqlState(
          tx.query(probe(policy, world)).then(({ rowCount }) => void (rows = rowCount)),
        );
        return state ?? rows;
      }),
    );
  }
  return found;
}

/** What a call of a limited key leaves behind of what it must not change. */
export async function leftBy(sql: Database, call: string, world: World): Promise<string[]> {
  return await rolledBack(sql, async (tx) => {
    const kith = { scopes: null, networkIds: [world.id("left net 1")] };
    const claims = JSON.stringify({ sub: world.ownerId, role: "authenticated", kith });
    const change = JSON.stringify({ id: randomUUID(), kind: "api_key", actorId: world.id("key") });
    await tx`select set_config('request.jwt.claims', ${claims}, true),
      set_config('kith.change', ${change}, true), set_config('role', 'kith_limited', true)`;
    await tx`savepoint before`;
    await tx.query(`select ${world.fill(call)}`).catch(() => tx`rollback to savepoint before`);
    await tx`reset role`;
    const uploads = await tx`
      select u::text as row from kith_private.photo_uploads u where contact_id = ${
      world.id("right anna")
    }`;
    return [...await foreignRows(tx, world), ...uploads.map(({ row }) => `photo_uploads ${row}`)];
  });
}
