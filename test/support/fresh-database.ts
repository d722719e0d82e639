import { randomUUID } from "node:crypto";
import { afterAll, inject } from "vitest";
import { databaseUrlOf } from "../../local/core/connection.ts";
import { type ScratchDatabase, startScratchDatabase } from "../../local/scratch-database.ts";
import { type Database, identifier, openDatabase } from "./database.ts";

/** The database that others are copied from: everything of Kith, and nobody's data. */
export const template = "kith_template";

/** A database of a file's own, for what locks tables, changes the schema or fills them with many rows. */
export interface FreshDatabase {
  readonly superuser: Database;
  readonly superuserUrl: string;
  /** As the role `postgres`, which is no superuser: what the function uses. */
  readonly postgres: Database;
}

/**
 * Copies the template in the cluster of the shared stack, as a file is loaded; the copy goes when its tests are through.
 * @param connections for each of the two roles
 * @param timeLimits false where what is asked takes longer than a request may, or may do so on a busy machine
 */
export async function freshDatabase(
  { connections = 2, timeLimits = true } = {},
): Promise<FreshDatabase> {
  const name = `kith_${randomUUID()}`;
  const { adminDatabaseUrl, databaseUrl } = inject("stack");
  const cluster = openDatabase(adminDatabaseUrl);
  const opened: Database[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.end()));
    await cluster`drop database if exists ${identifier(name)} with (force)`;
    await cluster.end();
  });
  await cluster`create database ${identifier(name)} template ${identifier(template)}`;
  const urlOf = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const superuserUrl = urlOf(adminDatabaseUrl);
  const superuser = openDatabase(superuserUrl, connections);
  const postgres = openDatabase(urlOf(databaseUrl), connections);
  opened.push(superuser, postgres);
  if (!timeLimits) await liftTimeLimits(superuser);
  return { superuser, superuserUrl, postgres };
}

async function liftTimeLimits(sql: Database): Promise<void> {
  await sql`alter function kith_private.handle(jsonb, text, jsonb, integer) reset transaction_timeout`;
  const limited = await sql<{ definition: string }[]>`
    select pg_get_functiondef(p.oid) as definition from pg_proc p
     where pronamespace = 'kith_private'::regnamespace and prosrc like '%statement_timestamp() + interval%'`;
  for (const { definition } of limited) {
    await sql.query(
      definition.replace(/(statement_timestamp\(\) \+ interval )'[^']+'/g, "$1'1 hour'"),
    );
  }
}

/** A database in a cluster of its own, as a new project of the platform has it, without Kith. */
export interface BareDatabase extends ScratchDatabase {
  readonly superuser: Database;
  /** As the role `postgres`, which is no superuser: what the dashboard and the function use. */
  readonly postgres: Database;
}

/** Starts one, as a file or a group of tests is loaded; it goes when they are through. */
export async function startBareDatabase(): Promise<BareDatabase> {
  const end: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const each of end) await each();
  });
  const scratch = await startScratchDatabase();
  const connect = (role: string) => openDatabase(databaseUrlOf(role, scratch.control.port));
  const [superuser, postgres] = [connect("supabase_admin"), connect("postgres")];
  end.push(superuser.end, postgres.end, scratch.remove);
  return { ...scratch, superuser, postgres };
}
