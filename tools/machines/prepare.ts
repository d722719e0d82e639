// Makes a database ready for accounts: it gets what Auth and Storage have at home, and from then on each change of it.
import type { Client } from "pg";
import { openConnection } from "../../local/core/connection.ts";
import { first, has, subscribe } from "./replication.ts";

/** What is published at home, and the subscription to it. */
const accounts = "kith_accounts";

/**
 * Tables that Kith asks about an account: whether it exists, whether its session has ended, whether it has a second factor, and how much
 * its photos are. Not filtered: a filter would have to be of columns that each table is identified by.
 */
const published = ["auth.users", "auth.sessions", "auth.mfa_factors", "storage.objects"];

/**
 * Makes a machine ready; may be called again. Both URLs are of superusers: Postgres lets nobody else publish tables of Auth.
 * @param homeUrl the database of Auth and Storage
 * @param machineUrl a database with the migrations of Kith and no accounts
 * @param homeSeen URL of the first, as the second reaches it
 * @throws Error that says what is in the way
 */
export async function prepareMachine(
  homeUrl: string,
  machineUrl: string,
  homeSeen = homeUrl,
): Promise<void> {
  const home = await openConnection(homeUrl);
  const machine = await openConnection(machineUrl);
  try {
    await checkVersions(home, machine);
    if (!await has(home, "publication", accounts)) {
      await home.query(`create publication ${accounts} for table ${published.join()}`);
    }
    if (!await has(machine, "subscription", accounts)) {
      const inUse = await first(machine, "select from auth.users limit 1");
      if (inUse) throw new Error("The machine has accounts of its own.");
    }
    await copyRows(home, machine);
    await subscribe(machine, homeSeen, accounts);
    await followAccounts(machine);
  } finally {
    await Promise.all([home.end(), machine.end()]);
  }
}

/** @throws Error where the machines do not have the same version of Kith */
export async function checkVersions(one: Client, other: Client): Promise<void> {
  const read = "select kith_private.schema_version() as version";
  const versions = await Promise.all(
    [one, other].map((client) => first<{ version: number }>(client, read)),
  );
  const [here, there] = versions.map((row) => row!.version);
  if (here !== there) {
    throw new Error(`The machines have versions ${here} and ${there} of the schema: upgrade them.`);
  }
}

/** Rows that are the same everywhere: what messages to browsers are signed with, and what an account may hold. */
async function copyRows(home: Client, machine: Client): Promise<void> {
  await home.query("select kith_private.push_key()");
  for (const [table, key] of [["push_keys", "is_only_row"], ["quotas", "name"]]) {
    const { rows } = await home.query(`select to_jsonb(t) as row from kith_private.${table} t`);
    for (const { row } of rows) {
      await machine.query(
        `insert into kith_private.${table} select * from jsonb_populate_record(null::kith_private.${table}, $1)
         on conflict (${key}) do update set (${Object.keys(row).join()}) = (
           select ${
          Object.keys(row).join()
        } from jsonb_populate_record(null::kith_private.${table}, $1))`,
        [row],
      );
    }
  }
}

/**
 * Lets an account that is made at home get its profile, and one that is deleted there take its rows along: triggers and foreign keys do nothing
 * about what is replicated, unless they are told to.
 */
async function followAccounts(machine: Client): Promise<void> {
  await machine.query("alter table auth.users enable always trigger kith_create_profile");
  const { rows } = await machine.query<{ statement: string }>(
    `select format('alter table %s enable always trigger %I', t.tgrelid::regclass, t.tgname) as statement
     from pg_trigger t join pg_constraint c on c.oid = t.tgconstraint join pg_class r on r.oid = c.conrelid
     join pg_namespace n on n.oid = r.relnamespace
     where t.tgisinternal and t.tgrelid = c.confrelid and n.nspname in ('kith', 'kith_private') and t.tgenabled <> 'A'
       and t.tgfoid in (
         select p.oid from pg_proc p where p.proname in ('RI_FKey_cascade_del', 'RI_FKey_setnull_del', 'RI_FKey_setdefault_del'))`,
  );
  for (const { statement } of rows) await machine.query(statement);
}
