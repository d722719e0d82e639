import { createHash, randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect } from "vitest";
import type { Json } from "../client.ts";
import { committed, type Database, type Sql } from "../database.ts";
import { freshDatabase } from "../fresh-database.ts";
import { type Credential, handle, type Handled, tokenOf } from "../handle.ts";
import { asPostgres, become, superuser } from "../sql.ts";
import { pageOf, type Source } from "./replica.ts";

/** An account, and its credentials. */
export type Person = Awaited<ReturnType<typeof newPerson>>;

/** A database with Kith that is asked without HTTP. */
export type AskedDatabase = ReturnType<typeof askedThrough>;

/** Starts one that a file has for itself. @param connections how many can be used at once */
export async function startLogDatabase(connections = 4): Promise<AskedDatabase> {
  const { superuser, postgres } = await freshDatabase({ connections });
  return askedThrough(superuser, postgres);
}

/** The database of the shared stack. @param connections how many can be used at once */
export const sharedDatabase = (connections = 2) =>
  askedThrough(superuser(connections), asPostgres(connections));

const askedThrough = (superuser: Database, asked: Database) => ({
  superuser,
  /** As the role `postgres`, as the function asks. */
  asked,
  newPerson: () => newPerson(superuser, asked),
  handle: (who: Credential, operation: string, args?: Json, sql: Sql = asked) =>
    handle(sql, who, operation, args),
  /** Runs statements as PostgREST does for this account. */
  asRest: <T>(owner: string, work: (tx: Sql) => Promise<T>) =>
    committed(asked, async (tx) => {
      await become(tx, { sub: owner });
      return await work(tx);
    }),
});

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

/** Asks the database itself. */
export function sqlSource({ asked }: AskedDatabase, who: Credential): Source {
  return {
    changes: (query) => mustHandle(asked, who, "list_changes", { query }),
    list: (resource, page) =>
      mustHandle(asked, who, `list_${resource}s`, { query: pageOf(resource, page) }),
    me: () => mustHandle(asked, who, "get_me"),
  };
}

async function newPerson(superuser: Sql, asked: Sql) {
  const id: string = randomUUID();
  await superuser`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  const token = tokenOf(id);
  return {
    id,
    token,
    /** Makes an API key; its credential is not limited in its requests. */
    async newKey(
      name = "a key",
      limits: Json = {},
    ): Promise<{ id: string; credential: Credential }> {
      const hash = createHash("sha256").update(randomBytes(16)).digest("hex");
      const args = { body: { name, ...limits }, hash, keyPrefix: "kith_0000" };
      const made = await mustHandle(asked, token, "create_api_key", args);
      return { id: made.id, credential: { kind: "api_key", hash, counted: true } };
    },
  };
}

/** Asks as one person, a new one for each test. */
export class Asking {
  person!: Person;

  constructor(readonly database: AskedDatabase) {
    beforeEach(async () => {
      this.person = await this.database.newPerson();
    });
  }

  readonly ask = (operation: string, args: Json = {}, who = this.person.token): Promise<Handled> =>
    this.database.handle(who, operation, args);

  /** Asks for what has to be answered with success. */
  readonly must = async (operation: string, args?: Json, who?: Credential): Promise<Handled> => {
    const said = await this.ask(operation, args, who);
    expect(said, operation).toMatchObject({ status: expect.any(Number) });
    return said;
  };

  /** Makes something; its id. */
  readonly make = async (resource: string, body: Json, args: Json = {}): Promise<string> =>
    (await this.must(`create_${resource}`, { body, ...args })).body.id;

  readonly listed = async (query: Json = {}): Promise<Json> =>
    (await this.must("list_activity", { query })).body;
}
