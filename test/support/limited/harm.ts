import type { Json } from "../client.ts";
import type { Sql } from "../database.ts";
import { ownedRows } from "../owned-rows.ts";
import { call, type Caller, mayDo } from "./claims.ts";
import type { Ground } from "./ground.ts";
import { isReadable } from "./tables.ts";

/** A statement that tries to get around the limits of a caller. */
export interface Attempt {
  name: string;
  caller: Caller;
  statement: string;
  values: Json[];
  /** Whether the caller may change rows by it: those that it sees, and what depends on them. */
  mayWrite?: boolean;
}

/** What there is in rows that the caller may not read, and in no other row. */
export function secretsOf({ rows, half }: Ground, { limits }: Caller): string[] {
  const known = new Set([half.person.id]);
  for (const row of rows) {
    if (isReadable(row, limits, half)) { for (const each of row.mentions ?? []) known.add(each); }
  }
  const all = new Set(rows.flatMap(({ mentions }) => mentions ?? []));
  const mail = mayDo(limits, "profile:read") ? [] : ["@example.com"];
  return [...[...all].filter((each) => !known.has(each)), ...mail];
}

/** What an attempt showed that the caller may not see, and the tables that it changed; it is undone. */
export async function harmOf(tx: Sql, ground: Ground, attempt: Attempt): Promise<string[]> {
  const { caller, statement, values, mayWrite = false } = attempt;
  const account = ground.half.person.id;
  const before = await ownedRows(tx, account);
  await tx`savepoint attempt`;
  await actAs(tx, account, caller);
  let said = "";
  let failed = false;
  try {
    said = JSON.stringify((await tx.query(statement, values)).rows);
  } catch (error) {
    const { message, detail, hint } = error as { message: string; detail?: string; hint?: string };
    said = [message, detail, hint].join(" ");
    failed = true;
  }
  if (failed) await tx`rollback to attempt`;
  await tx`select set_config('role', 'none', true)`;
  const after = failed ? before : await ownedRows(tx, account);
  await tx`rollback to attempt`;
  const given = JSON.stringify(values);
  return [
    ...secretsOf(ground, caller).filter((each) => said.includes(each) && !given.includes(each))
      .map((each) => `shows ${describe(ground, each)}`),
    ...(mayWrite ? changedUnseen(ground, caller, before, after) : changedTables(before, after))
      .map((changed) => `changes ${changed}`),
  ];
}

/** Becomes a caller as `run` does it, so that nothing but the limits is in the way. */
export async function actAs(tx: Sql, account: string, caller: Caller): Promise<void> {
  await tx`
    select set_config('kith.change', json_build_object(
             'id', gen_random_uuid(), 'kind', 'access_token', 'actorId', ${account}::uuid)::text, true),
           set_config('kith.checked_account', ${account}, true)`;
  await call(tx, account, caller);
}

type Rows = Record<string, string[]>;

function changedTables(before: Rows, after: Rows) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** The rows that the caller does not see and that are others, or gone. */
function changedUnseen({ rows, half }: Ground, { limits }: Caller, before: Rows, after: Rows) {
  const resources = ["kith.networks", "kith.contacts", "kith.notes", "kith.reminders"];
  const unseen = rows.filter((row) =>
    resources.includes(row.table) && !isReadable(row, limits, half)
  );
  const rowOf = (state: Rows, table: string, id: string) =>
    state[table]?.find((row) => row.startsWith(`(${id},`));
  const deleted = rows.filter(({ table, key }) =>
    table === "kith.contacts" && !rowOf(after, table, key.id)
  );
  return unseen.filter(({ table, key }) => {
    const [old, now] = [rowOf(before, table, key.id), rowOf(after, table, key.id)];
    if (old === undefined) throw new Error(`There is no row of ${key.id} in ${table}.`);
    // A contact that is deleted leaves also what is about others that the caller does not see.
    const isLeft = deleted.some(({ key }) => old.includes(key.id) && !now?.includes(key.id));
    return old !== now && !(isLeft && now !== undefined);
  }).map(({ table, place }) => `${table}, ${place}`);
}

/** Which row a secret is of. */
function describe({ rows }: Ground, secret: string): string {
  const row = rows.find(({ mentions }) => mentions?.includes(secret));
  return row ? `${secret} (${row.table}, ${row.resource ?? ""} ${row.place})` : secret;
}
