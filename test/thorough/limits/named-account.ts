import { randomUUID } from "node:crypto";
import { expectStatus, signUp } from "../../support/accounts.ts";
import { type Answer, as, type Client, clientOf, type Json } from "../../support/client.ts";
import type { Sql } from "../../support/database.ts";
import { ownedRows } from "../../support/owned-rows.ts";

/** Where an account is made: a stack with the function, and its database as superuser. */
export interface Stack {
  sql: Sql;
  as(token: string): Client;
  newOwner(): Promise<{ id: string; token: string }>;
}

/** The stack that all files share. */
export const sharedStack = (sql: Sql): Stack => ({ sql, as, newOwner: signUp });

/** What kind of account it is, and whether its key is limited to its first networks. */
export interface Shape {
  hasOutside: boolean;
  isLimited: boolean;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Replaces names in braces. Names have only lower-case letters, digits, spaces and hyphens. */
export const replaceNames = (text: string, by: (name: string) => string): string =>
  text.replace(/\{([a-z][a-z0-9 -]*)\}/g, (_, name) => by(name));

/** An account whose ids have names, so that the answers of two of them can be compared. */
export class NamedAccount {
  private readonly ids = new Map<string, string>();
  private readonly names = new Map<string, string>();
  /** The collection of every thing that exists or existed, by its name. */
  readonly collections = new Map<string, string>();
  readonly startedAt = Date.now();
  private unnamed = 0;
  /** The key whose answers are compared. */
  key!: Client;

  private constructor(
    readonly stack: Stack,
    readonly shape: Shape,
    readonly ownerId: string,
    readonly owner: Client,
  ) {
    this.keep("owner", ownerId);
  }

  /** Makes an empty account without keys. */
  static async make(stack: Stack, shape: Shape): Promise<NamedAccount> {
    const { id, token } = await stack.newOwner();
    return new NamedAccount(stack, shape, id, stack.as(token));
  }

  /** Gives an id, or another text such as a cursor, a name. */
  keep(name: string, id: string, collection?: string): void {
    if (this.names.get(id) === name) return;
    if (this.ids.has(name) || this.names.has(id)) throw new Error(`${name} has a name: ${id}`);
    this.ids.set(name, id);
    this.names.set(id, name);
    if (collection !== undefined) this.collections.set(name, collection);
  }

  /** The id of a name. What this account does not have gets an id that nothing has. */
  id(name: string): string {
    if (!this.ids.has(name)) this.keep(name, randomUUID());
    return this.ids.get(name)!;
  }

  /** The names of all things of some collections, in order. */
  namesOf(...collections: string[]): string[] {
    return collections.flatMap((collection) =>
      [...this.collections].filter(([, each]) => each === collection).map(([name]) => name).sort()
    );
  }

  /** Replaces names in braces by ids. */
  readonly fill = (text: string): string => replaceNames(text, (name) => this.id(name));

  fillBody(body: Json): Json {
    return body === undefined ? undefined : JSON.parse(this.fill(JSON.stringify(body)));
  }

  /** Replaces ids by their names. Ids that have none get one, in the order in which they appear. */
  named(text: string): string {
    return text.replace(uuid, (id) => {
      if (!this.names.has(id)) this.keep(`id ${this.unnamed++}`, id);
      return `{${this.names.get(id)}}`;
    });
  }

  /**
   * Sends a request with names in its path and body.
   * @throws Error where it fails, because two failures are the same too
   */
  async send(
    by: Client,
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await by.send(method, this.fill(path), this.fillBody(body), { headers });
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    }
    return answer;
  }

  /** A client with a new key, whose requests of the last minute are forgotten again and again. */
  async newKey(name: string, limits: Json = {}): Promise<Client> {
    const body = this.fillBody({ name, ...limits });
    const { id, key } = expectStatus(await this.owner.post("/api-keys", body), 201);
    this.keep(name, id, "api-keys");
    const client = this.stack.as(key);
    let requests = 0;
    return clientOf(async (...request) => {
      if (++requests % 40 === 0) {
        await this.stack.sql`
          update kith_private.api_key_requests set instants = '{}' where api_key_id = ${id}`;
      }
      return await client.send(...request);
    });
  }

  /** All rows of the account that its key must not change: what is about anything outside of its networks, as text. */
  async rowsOutside(sql = this.stack.sql): Promise<string[]> {
    const ids = [...this.collections]
      .filter(([name, collection]) => !name.startsWith("inside ") && collection !== "note-types")
      .map(([name]) => this.id(name));
    return Object.entries(await ownedRows(sql, this.ownerId))
      .filter(([table]) => table.startsWith("kith.") || table === "kith_private.photo_uploads")
      .flatMap(([table, rows]) => rows.map((row) => `${table} ${row}`))
      .filter((row) => ids.some((id) => row.includes(id)));
  }
}
