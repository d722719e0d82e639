import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Json } from "../client.ts";
import { placesOf } from "../traces.ts";
import {
  type Credential,
  type Handled,
  type LogDatabase,
  type Person,
  startLogDatabase,
} from "./log-database.ts";

/** Asks as one person, a new one for each test, in a database of the file's own. */
export class Asking {
  database!: LogDatabase;
  person!: Person;

  /** Starts it before the tests of the file, and takes it away after them. */
  constructor() {
    beforeAll(async () => {
      this.database = await startLogDatabase(2);
    });
    afterAll(() => this.database?.remove());
    beforeEach(async () => {
      this.person = await this.database.newPerson();
    });
  }

  readonly ask = (
    operation: string,
    args: Json = {},
    who: Credential = this.person.token,
  ): Promise<Handled> => this.database.handle(who, operation, args);

  /** Asks for what has to be answered with success. */
  readonly must = async (
    operation: string,
    args: Json = {},
    who?: Credential,
  ): Promise<Handled> => {
    const said = await this.ask(operation, args, who);
    expect(said, operation).toMatchObject({ status: expect.any(Number) });
    return said;
  };

  /** Makes something; its id. */
  readonly make = async (resource: string, body: Json, args: Json = {}): Promise<string> =>
    (await this.must(`create_${resource}`, { body, ...args })).body.id;

  readonly listed = async (query: Json = {}): Promise<Json> =>
    (await this.must("list_activity", { query })).body;

  readonly trashed = async (): Promise<Json[]> =>
    (await this.must("list_trash", { query: {} })).body.data;

  /** Every column of the database that a text is in. */
  readonly traces = (text: string): Promise<string[]> => placesOf(this.database.superuser, text);

  readonly expectNoTraces = async (words: string[]): Promise<void> => {
    for (const word of words) expect([word, await this.traces(word)]).toEqual([word, []]);
  };

  readonly setQuota = (name: string, maximum: number): Promise<unknown> =>
    this.database
      .superuser`update kith_private.quotas set maximum = ${maximum} where name = ${name}`;
}
