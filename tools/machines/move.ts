/**
 * Moves accounts from one machine to another while they are used. Their rows are replicated; then writes to them are refused for as long as
 * the last of them take to arrive, and until the function knows the new machine (KITH_DB_MAP); then the old rows go.
 */
import { type Client, escapeIdentifier } from "pg";
import { checkVersions } from "./prepare.ts";
import { catchUp, first, has, openMachine, subscribe } from "./replication.ts";

/** A part of a move. */
export interface Move {
  /** URL of a superuser of the machine that has the accounts. */
  from: string;
  /** The same of the machine that gets them. */
  to: string;
  /** The first bytes of the accounts' ids: `80-ff`. */
  range: string;
  /** URL of the first machine, as the second reaches it. */
  fromSeen?: string;
  /** Called with each step that begins. */
  say?: (step: string) => void;
}

/** Tables of an account's rows. */
interface OwnedTable {
  name: string;
  /** Whether its rows are identified by columns of which the owner is one: a filter needs that. */
  isIdentified: boolean;
}

/**
 * Copies the accounts, refuses writes to them on the old machine, and waits until the new one has all. May be called again after it was
 * interrupted. Afterwards the function has to be told; until then it answers writes to these accounts with 503.
 * @throws Error that says what is in the way, or differs
 */
export async function moveAccounts(move: Move): Promise<void> {
  const { from, fromSeen = from, say = () => {} } = move;
  await withBoth(move, async (source, target, name, owners) => {
    await checkVersions(source, target);
    const tables = await ownedTables(source);
    if (await stateOf(source, name) === undefined) {
      if (!await has(source, "publication", name)) {
        await checkEmpty(target, tables, owners);
        say("publish");
        await publish(source, tables, name, owners);
      }
      say("copy");
      await replaceProfiles(target, name, owners);
      await subscribe(target, fromSeen, name);
      say("refuse writes");
      await refuseWrites(source, tables, name, owners);
      await catchUp(source, target, name);
      say("compare");
      await compare(source, target, tables, owners);
      await setState(source, name, "copied");
    }
    say("end the copying");
    // Before the old rows may be deleted: that would be copied, too.
    if (await has(target, "subscription", name)) {
      await target.query(`drop subscription ${escapeIdentifier(name)}`);
    }
    await target.query(`drop function if exists kith_private.${escapeIdentifier(name)}() cascade`);
    await setState(source, name, "moved");
    for (const table of tables) await target.query(`analyze ${table.name}`);
  });
}

/**
 * Deletes the old rows of accounts that were moved, once the function asks the new machine for them. May be called again.
 * @throws Error where they were not moved
 */
export async function forgetMoved(move: Move): Promise<void> {
  const { say = () => {} } = move;
  await withBoth(move, async (source, _target, name, owners) => {
    if (!await has(source, "publication", name)) return;
    if (await stateOf(source, name) !== "moved") {
      throw new Error(`The accounts of ${move.range} were not moved.`);
    }
    say("delete");
    const tables = await ownedTables(source);
    await deleteRows(source, tables, owners);
    await allowWrites(source, tables, name);
    await unpublish(source, tables, name);
  });
}

/**
 * Gives a move up that has not copied all rows yet: the accounts stay where they are, and are written to again. May be called again.
 * @throws Error where they were copied: then the move is to be ended
 */
export async function giveUpMove(move: Move): Promise<void> {
  const { say = () => {} } = move;
  await withBoth(move, async (source, target, name, owners) => {
    if (await stateOf(source, name) !== undefined) {
      throw new Error(`The accounts of ${move.range} were copied: run move again.`);
    }
    const tables = await ownedTables(source);
    say("end the copying");
    if (await has(target, "subscription", name)) {
      await target.query(`drop subscription ${escapeIdentifier(name)}`);
    }
    await target.query(`drop function if exists kith_private.${escapeIdentifier(name)}() cascade`);
    say("delete what was copied");
    await deleteRows(target, tables.filter((table) => table.name !== profiles), owners);
    await allowWrites(source, tables, name);
    if (await has(source, "publication", name)) await unpublish(source, tables, name);
  });
}

/** No trigger and no foreign key acts on this: all rows of the accounts go. */
async function deleteRows(client: Client, tables: OwnedTable[], owners: string): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const table of tables) await client.query(`delete from ${table.name} where ${owners}`);
  await client.query("set session_replication_role = origin");
}

async function unpublish(source: Client, tables: OwnedTable[], name: string): Promise<void> {
  await source.query(`drop publication ${escapeIdentifier(name)}`);
  // Another move may be under way, which needs them as they are.
  if (await first(source, "select from pg_publication where pubname like 'kith\\_move\\_%'")) {
    return;
  }
  for (const table of tables.filter(({ isIdentified }) => !isIdentified)) {
    await source.query(`alter table ${table.name} replica identity default`);
  }
}

async function withBoth(
  { from, to, range }: Move,
  work: (source: Client, target: Client, name: string, owners: string) => Promise<void>,
): Promise<void> {
  const [, low, high] = /^([0-9a-f]{2})-([0-9a-f]{2})$/.exec(range) ?? [];
  if (!low || !high || low > high) throw new Error(`${range} is no range of two bytes: 80-ff.`);
  const source = await openMachine(from);
  const target = await openMachine(to);
  try {
    const owners = `owner_id >= '${bound(low, "0")}' and owner_id <= '${bound(high, "f")}'`;
    await work(source, target, `kith_move_${low}_${high}`, owners);
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

const bound = (byte: string, digit: string) =>
  `${byte}${digit.repeat(6)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(4)}-${
    digit.repeat(12)
  }`;

/** How far a move is: in the comment of its publication. Undefined while rows are copied, and before. */
async function stateOf(source: Client, name: string): Promise<"copied" | "moved" | undefined> {
  const found = await first<{ state: "copied" | "moved" | null }>(
    source,
    "select obj_description(oid, 'pg_publication') as state from pg_publication where pubname = $1",
    [name],
  );
  return found?.state ?? undefined;
}

const setState = (source: Client, name: string, state: "copied" | "moved") =>
  source.query(`comment on publication ${escapeIdentifier(name)} is '${state}'`);

/** Tables with an owner, but those that are empty after a crash: counters of the rate limit. */
async function ownedTables(client: Client): Promise<OwnedTable[]> {
  const { rows } = await client.query<OwnedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name, exists (
       select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as "isIdentified"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped
     where n.nspname in ('kith', 'kith_private') and c.relkind = 'r' and c.relpersistence = 'p' order by 1`,
  );
  return rows;
}

/** The only table with a row of each account of Auth, also where the account is elsewhere. */
const profiles = "kith.profiles";

async function checkEmpty(target: Client, tables: OwnedTable[], owners: string): Promise<void> {
  for (const { name } of tables.filter((table) => table.name !== profiles)) {
    if (await first(target, `select from ${name} where ${owners} limit 1`)) {
      throw new Error(`The new machine has rows of such accounts in ${name}.`);
    }
  }
}

/** Lets a profile that arrives take the place of the one that was made when the account was. */
async function replaceProfiles(target: Client, name: string, owners: string): Promise<void> {
  const identifier = escapeIdentifier(name);
  await target.query(
    `create or replace function kith_private.${identifier}() returns trigger language plpgsql as $$
     begin
       delete from ${profiles} p where p.owner_id = new.owner_id;
       return new;
     end $$`,
  );
  await target.query(
    `create or replace trigger ${identifier} before insert on ${profiles} for each row
     when (${
      owners.replaceAll("owner_id", "new.owner_id")
    }) execute function kith_private.${identifier}()`,
  );
  await target.query(`alter table ${profiles} enable replica trigger ${identifier}`);
}

async function publish(
  source: Client,
  tables: OwnedTable[],
  name: string,
  owners: string,
): Promise<void> {
  for (const table of tables.filter(({ isIdentified }) => !isIdentified)) {
    await source.query(`alter table ${table.name} replica identity full`);
  }
  const filtered = tables.map((table) => `${table.name} where (${owners})`);
  await source.query(`create publication ${escapeIdentifier(name)} for table ${filtered.join()}`);
}

/** Refuses writes to rows of these accounts as a lock that lasts too long would be: the function answers 503, and clients try again. */
async function refuseWrites(
  source: Client,
  tables: OwnedTable[],
  name: string,
  owners: string,
): Promise<void> {
  await source.query("begin");
  await source.query(
    `create or replace function kith_private.${
      escapeIdentifier(name)
    }() returns trigger language plpgsql as $$
     begin
       raise exception using errcode = '55P03', message = 'The account is being moved to another database.';
     end $$`,
  );
  for (const table of tables) {
    for (const [event, row] of [["insert", "new"], ["update", "new"], ["delete", "old"]] as const) {
      await source.query(
        `create or replace trigger ${
          escapeIdentifier(`${name}_${event}`)
        } before ${event} on ${table.name} for each row
         when (${owners.replaceAll("owner_id", `${row}.owner_id`)}) execute function kith_private.${
          escapeIdentifier(name)
        }()`,
      );
    }
  }
  await source.query("commit");
}

async function allowWrites(source: Client, tables: OwnedTable[], name: string): Promise<void> {
  for (const table of tables) {
    for (const event of ["insert", "update", "delete"]) {
      await source.query(
        `drop trigger if exists ${escapeIdentifier(`${name}_${event}`)} on ${table.name}`,
      );
    }
  }
  await source.query(`drop function if exists kith_private.${escapeIdentifier(name)}()`);
}

/** @throws Error that names the first table whose rows are not the same on both machines */
async function compare(
  source: Client,
  target: Client,
  tables: OwnedTable[],
  owners: string,
): Promise<void> {
  for (const { name } of tables) {
    const read =
      `select count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as rows
      from ${name} t where ${owners}`;
    const [here, there] = await Promise.all(
      [source, target].map((client) => first<{ rows: string }>(client, read)),
    );
    if (here!.rows !== there!.rows) throw new Error(`The rows of ${name} are not the same.`);
  }
}
