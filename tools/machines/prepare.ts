// Makes a database ready for accounts: it gets what Auth and Storage have at home, and from then on each change of it.
import type { Client } from "pg";
import { first, has, openMachine, subscribe } from "./replication.ts";

/** What is published at home, and the subscription to it. */
const accounts = "kith_accounts";

/**
 * What Kith asks about an account: whether it exists, whether its session has ended, whether it has a second factor, and how much its photos
 * are. Passwords, tokens and secrets stay at home. Not filtered by rows: a filter would have to be of columns that rows are identified by.
 */
const published = {
  "auth.users":
    "id aud role email banned_until deleted_at is_anonymous raw_user_meta_data created_at updated_at last_sign_in_at",
  "auth.sessions": "id user_id not_after oauth_client_id created_at updated_at",
  "auth.mfa_factors": "id user_id factor_type status created_at updated_at",
  "storage.objects": "id bucket_id name metadata created_at updated_at",
};

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
  const home = await openMachine(homeUrl);
  const machine = await openMachine(machineUrl);
  try {
    await checkVersions(home, machine);
    if (!await has(home, "publication", accounts)) await publishAccounts(home);
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

/** Publishes of these columns those that this version of Auth and Storage has. */
async function publishAccounts(home: Client): Promise<void> {
  const tables: string[] = [];
  for (const [table, names] of Object.entries(published)) {
    const { columns } = (await first<{ columns: string }>(
      home,
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attname = any ($2) and not attisdropped`,
      [table, names.split(" ")],
    ))!;
    tables.push(`${table} (${columns})`);
  }
  await home.query(`create publication ${accounts} for table ${tables.join()}`);
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
