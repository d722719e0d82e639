import { createHash, randomBytes, randomUUID } from "node:crypto";
import { databaseUrlOf } from "../../../supabase/local/core/database-url.ts";
import { type BareDatabase, startBareDatabase } from "../bare-database.ts";
import type { Json } from "../client.ts";
import { committed, type Database, openDatabase, type Sql } from "../database.ts";
import { become } from "../sql.ts";

/** What an operation answers; the status is null where it is refused. */
export interface Handled {
  status: number | null;
  body: Json;
  activityId: string | null;
  log: string | null;
}

export type Credential = Record<string, unknown>;

/** Whoever writes: a credential of the API, the other door, or an administrator. */
export interface Person {
  id: string;
  token: Credential;
  /** Makes an API key; its credential is not limited in its requests. */
  newKey(name?: string): Promise<{ id: string; credential: Credential }>;
}

/** A database of the file's own with Kith, which is asked without HTTP. */
export interface LogDatabase {
  readonly bare: BareDatabase;
  readonly superuser: Database;
  /** As the role `postgres`, as the function asks. */
  readonly asked: Database;
  newPerson(): Promise<Person>;
  handle(who: Credential, operation: string, args?: Json, sql?: Sql): Promise<Handled>;
  /** Runs statements as PostgREST does for this account. */
  asRest<T>(owner: string, work: (tx: Sql) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

/** Starts one. @param connections how many can be used at once */
export async function startLogDatabase(connections = 4): Promise<LogDatabase> {
  const bare = await startBareDatabase();
  await bare.push();
  const open = (role: string) => openDatabase(databaseUrlOf(role, bare.control.port), connections);
  const [superuser, asked] = [open("supabase_admin"), open("postgres")];
  return {
    bare,
    superuser,
    asked,
    newPerson: () => newPerson(superuser, asked),
    handle: (who, operation, args, sql = asked) => handle(sql, who, operation, args),
    asRest: (owner, work) =>
      committed(asked, async (tx) => {
        await become(tx, { sub: owner });
        return await work(tx);
      }),
    async remove() {
      await Promise.all([superuser.end(), asked.end()]);
      await bare.remove();
    },
  };
}

/** Asks as the function does. */
export async function handle(
  sql: Sql,
  who: Credential,
  operation: string,
  args: Json = {},
): Promise<Handled> {
  const [row] = await sql`
    select status, body, activity_id, log from kith_private.handle(
      ${JSON.stringify(who)}, ${operation}, ${
    JSON.stringify({ requestId: randomUUID(), ...args })
  })`;
  return {
    status: row!["status"],
    body: row!["body"] === null ? null : JSON.parse(row!["body"]),
    activityId: row!["activity_id"],
    log: row!["log"],
  };
}

/** The body of an answer that has to be a success. */
export async function mustHandle(
  sql: Sql,
  who: Credential,
  operation: string,
  args: Json = {},
): Promise<Json> {
  const { status, body, log } = await handle(sql, who, operation, args);
  if (status === null) throw new Error(`${operation}: ${JSON.stringify(body)} ${log}`);
  return body;
}

async function newPerson(superuser: Sql, asked: Sql): Promise<Person> {
  const id = randomUUID();
  await superuser`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  const token = { kind: "access_token", sub: id };
  return {
    id,
    token,
    async newKey(name = "a key") {
      const hash = createHash("sha256").update(randomBytes(16)).digest("hex");
      const args = { body: { name }, hash, keyPrefix: "kith_0000" };
      const made = await mustHandle(asked, token, "create_api_key", args);
      return { id: made.id, credential: { kind: "api_key", hash, counted: true } };
    },
  };
}
