import { expect } from "vitest";
import type { Json } from "../client.ts";
import { committed, rolledBack, type Sql } from "../database.ts";
import {
  type Credential,
  handle,
  type Handled,
  type LogDatabase,
  mustHandle,
  type Person,
} from "./log-database.ts";
import { difference, type RowChange, rowChanges, type Snapshot, snapshot } from "./snapshot.ts";
import { hasTwoStatements, runStatements } from "./statements.ts";
import { callOf, type Write } from "./writes.ts";

/** A write that changed something: the change set, and the rows before and after it. */
export interface Done {
  id: string;
  write: Write;
  said: string;
  before: Snapshot;
  after: Snapshot;
  changes: RowChange[];
  changedOnce: boolean;
}

type ApiActor = "key" | "other key" | "token";

/** An account with two keys whose writes are remembered. */
export class Account {
  readonly done: Done[] = [];
  private last: Snapshot = new Map();

  private constructor(
    private readonly database: LogDatabase,
    readonly person: Person,
    private readonly keys: Record<string, { id: string; credential: Credential }>,
  ) {}

  static async make(database: LogDatabase): Promise<Account> {
    const person = await database.newPerson();
    const keys = { "key": await person.newKey("one"), "other key": await person.newKey("other") };
    const account = new Account(database, person, keys);
    account.last = await account.rows();
    return account;
  }

  rows(sql: Sql = this.database.superuser): Promise<Snapshot> {
    return snapshot(sql, this.person.id);
  }

  private credential(actor: ApiActor): Credential {
    return actor === "token" ? this.person.token : this.keys[actor]!.credential;
  }

  /** Carries out a write, and remembers it where it changed anything. */
  async write(write: Write): Promise<void> {
    const before = this.last;
    const { id, said } = write.actor === "rest" || write.actor === "admin"
      ? await this.state(write, before)
      : await this.call(write, before, write.actor);
    const after = this.last = await this.rows();
    const changes = rowChanges(before, after);
    // A write that changed nothing at all is in no change set, and one that did is in one.
    if ((id === null) !== (changes.length === 0) && !(id !== null && hasTwoStatements(write))) {
      throw new Error(`${said}: the change set is ${id}, ${difference(before, after).join("\n")}`);
    }
    if (id === null) return;
    const changedOnce = !hasTwoStatements(write);
    this.done.push({ id, write, said, before, after, changes, changedOnce });
  }

  private async call(write: Write, state: Snapshot, actor: ApiActor) {
    const call = callOf(write, state);
    if (!call) return { id: null, said: "nothing" };
    const { operation, args } = call;
    const { status, body, log, activityId } = await handle(
      this.database.asked,
      this.credential(actor),
      operation,
      args,
    );
    const said = `${actor} ${operation} ${JSON.stringify(args).slice(0, 300)}`;
    if (log !== null || status === null && activityId !== null) {
      throw new Error(`${said}: ${JSON.stringify(body)} ${log}`);
    }
    return { id: activityId, said };
  }

  private async state(write: Write, state: Snapshot) {
    const before = await this.newest();
    const work = (tx: Sql) => runStatements(tx, this.person.id, write, state);
    const said = `${write.actor} statement ${write.verb % 97} ${JSON.stringify(write)}`;
    try {
      await (write.actor === "rest"
        ? this.database.asRest(this.person.id, work)
        : committed(this.database.asked, work));
    } catch (error) {
      // A name that is taken, one that is too long, a contact that the statement before has deleted.
      if (!["23505", "23514", "23503"].includes((error as { code: string }).code)) throw error;
    }
    const newest = await this.newest();
    return { id: newest === before ? null : newest!, said };
  }

  private async newest(): Promise<string | undefined> {
    const { data } = await mustHandle(this.database.asked, this.person.token, "list_activity", {
      query: { pageSize: 1 },
    });
    return data[0]?.id;
  }

  describe(id: string): string {
    return this.done.find((done) => done.id === id)?.said ?? id;
  }

  undo(id: string, body: Json = {}, sql: Sql = this.database.asked): Promise<Handled> {
    return handle(sql, this.person.token, "undo_activity", { id, body });
  }

  /** A dry run, then all or nothing, then what is possible; the answer that changed something. */
  async undoInEveryWay(id: string, before: Snapshot): Promise<Json> {
    const { body: foretold, ...dry } = await this.undo(id, { dryRun: true });
    const said = this.describe(id);
    expect({ said, ...dry }).toMatchObject({ status: 200, activityId: null });
    expect(foretold).toMatchObject({ dryRun: true, activityId: null });
    expect([said, ...difference(before, await this.rows())]).toEqual([said]);
    if (foretold.conflictCount > 0) {
      const { status, body, activityId } = await this.undo(id);
      expect({ said, status, activityId }).toEqual({ said, status: null, activityId: null });
      const onlyNames = foretold.conflicts.every(({ reason }: Json) => reason === "name_taken");
      expect(body.code).toBe(onlyNames ? "name_taken" : "conflict");
      if (!onlyNames) {
        expect(body.errors.map(({ pointer }: Json) => pointer)).toEqual(foretold.conflicts.map(
          ({ resource, id, field }: Json) =>
            ["", resource, id, ...(field ? [field] : [])].join("/"),
        ));
      }
      expect([said, ...difference(before, await this.rows())]).toEqual([said]);
    }
    const { body, activityId } = await this.undo(id, { partial: foretold.conflictCount > 0 });
    expect({ ...body, dryRun: true, activityId: null }).toEqual(foretold);
    expect(body.activityId).toBe(activityId);
    expect(body.conflicts.length).toBe(body.conflictCount);
    return body;
  }

  private idOf(actor: ApiActor): string {
    return actor === "token" ? this.person.id : this.keys[actor]!.id;
  }

  undoActor(
    actor: ApiActor,
    by: ApiActor,
    body: Json = {},
    sql: Sql = this.database.asked,
  ): Promise<Handled> {
    return handle(sql, this.credential(by), "undo_actor", {
      body: { actorId: this.idOf(actor), since: "2000-01-01", ...body },
    });
  }

  /** Undoes what an actor did at once, and one change set after the other; the rows after each, without updated_at. */
  async undoActorBothWays(actor: ApiActor): Promise<{ together: Snapshot; singly: Snapshot }> {
    const undoing = async (work: (tx: Sql) => Promise<unknown>) =>
      await rolledBack(this.database.asked, async (tx) => {
        await work(tx);
        return timeless(await this.rows(tx));
      });
    const together = await undoing((tx) => this.undoActor(actor, "token", { partial: true }, tx));
    const actorOf = { token: ["token", "rest"], key: ["key"], "other key": ["other key"] }[actor];
    const singly = await undoing(async (tx) => {
      for (const { id, write } of this.done.toReversed()) {
        if (actorOf.includes(write.actor)) await this.undo(id, { partial: true }, tx);
      }
    });
    return { together, singly };
  }
}

function timeless(state: Snapshot): Snapshot {
  return new Map([...state].map(([key, row]) => {
    const { updated_at: _, ...rest } = JSON.parse(row);
    return [key, JSON.stringify(rest)];
  }));
}
