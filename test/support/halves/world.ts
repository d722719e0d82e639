import { randomUUID } from "node:crypto";
import { type Answer, type Client, clientOf, type Json } from "../client.ts";
import type { Sql } from "../database.ts";

/** Where an account is made: a stack with the function, and its database as superuser. */
export interface Place {
  sql: Sql;
  as(token: string): Client;
  newOwner(): Promise<{ id: string; token: string }>;
}

/** What kind of account it is, and whether its key is limited to the networks of the left half. */
export interface Shape {
  hasRightHalf: boolean;
  isLimited: boolean;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** An account whose ids have names, so that the answers of two of them can be compared. */
export class World {
  private readonly ids = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly texts = new Map<string, string>();
  /** The collection of every thing that exists or existed, by its name. */
  readonly collections = new Map<string, string>();
  readonly startedAt = Date.now();
  private unnamed = 0;
  owner!: Client;
  ownerId!: string;
  /** The key that the battery asks with. */
  key!: Client;

  private constructor(readonly place: Place, readonly shape: Shape) {}

  /** Makes an empty account. Its keys are made by the builder. */
  static async make(place: Place, shape: Shape): Promise<World> {
    const world = new World(place, shape);
    const { id, token } = await place.newOwner();
    world.owner = place.as(token);
    world.ownerId = id;
    world.keep("owner", id);
    return world;
  }

  /** Gives an id a name. */
  keep(name: string, id: string, collection?: string): void {
    if (this.names.get(id) === name) return;
    if (this.ids.has(name) || this.names.has(id)) throw new Error(`${name} has a name: ${id}`);
    this.ids.set(name, id);
    this.names.set(id, name);
    if (collection !== undefined) this.collections.set(name, collection);
  }

  /** Gives a text that is no id, such as a cursor, a name; what had the name before is forgotten. */
  keepText(name: string, text: string): void {
    this.texts.set(name, text);
  }

  has(name: string): boolean {
    return this.ids.has(name);
  }

  /** The id of a name. What this account does not have gets an id that nothing has. */
  id(name: string): string {
    if (!this.ids.has(name)) this.keep(name, randomUUID());
    return this.ids.get(name)!;
  }

  /** The names of all things of a collection. */
  namesOf(collection: string): string[] {
    return [...this.collections].filter(([, each]) => each === collection).map(([name]) => name);
  }

  /** Replaces names in braces by ids. Names have only lower-case letters, digits, spaces and hyphens. */
  readonly fill = (text: string): string =>
    text.replace(/\{([a-z][a-z0-9 -]*)\}/g, (_, name) => this.texts.get(name) ?? this.id(name));

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

  /** Sends a request with names in its path and body. */
  async send(
    by: Client,
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return await by.send(method, this.fill(path), this.fillBody(body), { headers });
  }

  /** Sends a request of the key. @throws Error where it fails, because two failures are the same too */
  async ask(
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.send(this.key, method, path, body, headers);
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401) {
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    }
    return answer;
  }

  /** A client with a new key, whose requests of the last minute are forgotten again and again. */
  async newKey(name: string, limits: Json = {}): Promise<Client> {
    const answer = await this.owner.post("/api-keys", this.fillBody({ name, ...limits }));
    if (answer.status !== 201) throw new Error(`no key: ${answer.text}`);
    this.keep(name, answer.body.id, "api-keys");
    return this.unhurried(this.place.as(answer.body.key), answer.body.id);
  }

  private unhurried(client: Client, id: string): Client {
    let requests = 0;
    const send: Client["send"] = async (...request) => {
      if (++requests % 40 === 0) {
        await this.place.sql`
          update kith_private.api_key_requests set instants = '{}' where api_key_id = ${id}`;
      }
      return await client.send(...request);
    };
    return clientOf(send);
  }
}
