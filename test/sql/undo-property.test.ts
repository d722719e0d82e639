import { isDeepStrictEqual as equal } from "node:util";
import { env } from "node:process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caseCount } from "../support/cases.ts";
import { type Person, sharedDatabase, sqlSource } from "../support/activity/log-database.ts";
import { derivedFaults } from "../support/activity/derived.ts";
import { everything, Replica } from "../support/activity/replica.ts";
import {
  differences,
  notRestored,
  type Snapshot,
  snapshot,
  timeless,
} from "../support/activity/snapshot.ts";
import { carryOut, hasTwoStatements, type Write, writes } from "../support/activity/writes.ts";
import type { Json } from "../support/client.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { type Credential, handle, type Handled } from "../support/handle.ts";
import { count } from "../support/tier.ts";

/**
 * Random writes of several actors, through the API, PostgREST and SQL, are undone. The reference is history: what the
 * rows were before and after each write, read from the tables and never from the log.
 */
const numRuns = caseCount(count({ quick: 1, thorough: 8 }));
const options = { numRuns, endOnFailure: env["KITH_SHRINK"] === undefined };

const database = sharedDatabase(1);

/** The table of each resource whose changes are logged. */
const tables = Object.fromEntries(
  (await database.superuser<{ resource: string; table: string }[]>`
    select name as resource, split_part(source, '.', 2) as table from kith_private.resources()`)
    .map(({ resource, table }) => [resource, table]),
);

/** Columns that follow from others, as the resources declare them. */
const derived = new Set(
  (await database.superuser<{ name: string }[]>`
    select distinct unnest(derived) as name from kith_private.resources()`).map(({ name }) => name),
);

/** A row of a snapshot; undefined where there is none. */
function parsed(state: Snapshot, key: string): Json | undefined {
  const row = state.get(key);
  return row === undefined ? undefined : JSON.parse(row);
}

/** The columns of a row that clients write: a note or reminder has its first contact in `contact_ids` too. */
const own = (row: Json): string[] =>
  Object.keys(row).filter((name) =>
    !derived.has(name) && name !== "updated_at" && !(name === "contact_id" && "contact_ids" in row)
  );

/** The columns of which each change is one of the row: the next one of a series comes and goes without that. */
const stamped = (row: Json): string[] => own(row).filter((name) => name !== "next_id");

/** A write that changed something: its change set, and the rows before and after it. */
interface Done {
  id: string;
  write: Write;
  said: string;
  before: Snapshot;
  after: Snapshot;
}

/** An account with two keys whose writes are remembered. */
class Account {
  readonly done: Done[] = [];

  private constructor(
    readonly person: Person,
    private readonly actors: Record<string, { id: string; credential: Credential }>,
    private last: Snapshot,
  ) {}

  static async make(): Promise<Account> {
    const person = await database.newPerson();
    const actors = {
      "token": { id: person.id, credential: person.token },
      "key": await person.newKey("one"),
      "other key": await person.newKey("other"),
    };
    return new Account(person, actors, await snapshot(database.superuser, person.id));
  }

  static async with(sequence: Write[]): Promise<Account> {
    const account = await Account.make();
    for (const write of sequence) await account.write(write);
    return account;
  }

  rows(sql: Sql = database.superuser): Promise<Snapshot> {
    return snapshot(sql, this.person.id);
  }

  ask(actor: string, operation: string, args: Json, sql?: Sql): Promise<Handled> {
    return handle(sql ?? database.asked, this.actors[actor]!.credential, operation, args);
  }

  undo(id: string, body: Json = {}, sql?: Sql): Promise<Handled> {
    return this.ask("token", "undo_activity", { id, body }, sql);
  }

  undoActor(actor: string, by: string, body: Json = {}, sql?: Sql): Promise<Handled> {
    const args = { body: { actorId: this.actors[actor]!.id, since: "2000-01-01", ...body } };
    return this.ask(by, "undo_actor", args, sql);
  }

  /** Carries out a write, and remembers it where it changed anything. */
  async write(write: Write): Promise<void> {
    const before = this.last;
    const said = JSON.stringify(write);
    const newest = await this.newest();
    const { credential } = this.actors[write.actor] ?? this.actors["token"]!;
    const told = await carryOut(database, this.person.id, credential, write, before);
    if (told === null || typeof told === "string") {
      // A name that is taken, one that is too long, a contact that the statement before has deleted.
      expect([null, "23505", "23514", "23503"]).toContain(told);
    } else if (told && (told.log !== null || told.status === null && told.activityId !== null)) {
      throw new Error(`${said}: ${JSON.stringify(told.body)} ${told.log}`);
    }
    const now = await this.newest();
    const id = now === newest ? null : now;
    if (told && typeof told === "object") expect([said, told.activityId]).toEqual([said, id]);
    const after = this.last = await this.rows();
    const changes = differences(before, after);
    // A write that changed nothing is in no change set, and one that did is in one.
    if ((id === null) !== (changes.length === 0) && !(id !== null && hasTwoStatements(write))) {
      throw new Error(`${said}: the change set is ${id}, ${changes.join("\n")}`);
    }
    if (id !== null) this.done.push({ id, write, said, before, after });
  }

  /** The newest change set. */
  private async newest(): Promise<string | null> {
    const { body } = await this.ask("token", "list_activity", { query: { pageSize: 1 } });
    return body.data[0]?.id ?? null;
  }

  /** Demands that the rows are these. */
  async expectRows(expected: Snapshot, said: string): Promise<void> {
    expect([said, ...differences(expected, await this.rows())]).toEqual([said]);
  }

  /** Undoes a change set of which everything can be undone, so that the rows are these; the new change set. */
  async undoWhole(id: string, expected: Snapshot, said: string): Promise<string> {
    const undone = await this.rows();
    const answer = await this.undo(id);
    expect({ said, ...answer }).toMatchObject({ said, status: 200, body: { conflictCount: 0 } });
    expect([said, ...notRestored(expected, undone, await this.rows(), stamped)]).toEqual([said]);
    return answer.activityId!;
  }

  /** A dry run, then all or nothing, then what is possible; the answer that changed something. */
  async undoInEveryWay({ id, said }: Done, before: Snapshot): Promise<Json> {
    const { body: foretold, ...dry } = await this.undo(id, { dryRun: true });
    expect({ said, ...dry }).toMatchObject({ status: 200, activityId: null });
    expect(foretold).toMatchObject({ dryRun: true, activityId: null });
    await this.expectRows(before, said);
    if (foretold.conflictCount > 0) {
      const { status, body, activityId } = await this.undo(id);
      expect({ said, status, activityId }).toEqual({ said, status: null, activityId: null });
      const onlyNames = foretold.conflicts.every(({ reason }: Json) => reason === "name_taken");
      expect(body.code).toBe(onlyNames ? "name_taken" : "conflict");
      if (!onlyNames) {
        expect(body.errors.map(({ pointer }: Json) => pointer)).toEqual(
          foretold.conflicts.map(({ resource, id, field }: Json) =>
            ["", resource, id, ...(field ? [field] : [])].join("/")
          ),
        );
      }
      await this.expectRows(before, said);
    }
    const { body, activityId } = await this.undo(id, { partial: foretold.conflictCount > 0 });
    expect({ ...body, dryRun: true, activityId: null }).toEqual(foretold);
    expect(body.activityId).toBe(activityId);
    expect(body.conflicts.length).toBe(body.conflictCount);
    return body;
  }
}

const isMissing = (reminder: unknown, state: Snapshot) =>
  reminder != null && !state.has(`reminders/${reminder}`);

/** Whether a row has everything again that the change set took from it. */
function isBack(was: Json, became: Json, then: Json, state: Snapshot): boolean {
  if (!was || !then) return was === then;
  return own(was).every((name) => {
    if (became && equal(was[name], became[name])) return true;
    if (name === "completed_at" || name === "recurrence_start") return true;
    // A reminder comes back without the next one where that does not exist any more.
    if (!became && name === "next_id" && isMissing(was.next_id, state)) {
      return then.next_id === null;
    }
    // Each contact counts by itself: those that were added go, those that were removed come back.
    const [brought, taken] = name === "contact_ids" && became
      ? [[became, was], [was, became]].map(([some, others]) =>
        some.contact_ids.filter((id: string) => !others.contact_ids.includes(id))
      )
      : [[], []];
    return brought!.length + taken!.length > 0
      ? !brought!.some((id: string) => then.contact_ids.includes(id)) &&
        taken!.every((id: string) => then.contact_ids.includes(id))
      : equal(then[name], was[name]);
  });
}

/** Whether a row has its values of before undoing, except those from the change set that may have gone back, and a new `updated_at`. */
function isMixed(was: Json, became: Json, now: Json, then: Json, state: Snapshot): boolean {
  if (!then) return !now || !was;
  if (!now) return was && isBack(was, undefined, then, state);
  if (own(then).every((name) => equal(now[name], then[name]))) return true;
  const isStamped = !("updated_at" in then) || then.updated_at > now.updated_at ||
    stamped(then).every((name) => equal(now[name], then[name]));
  return isStamped && own(then).every((name) => {
    if (equal(now[name], then[name])) return true;
    if (name === "completed_at") return then.completed === (then.completed_at !== null);
    if (name === "next_id" && then.next_id === null && isMissing(now.next_id, state)) return true;
    if (!was || !became) return false;
    if (name === "contact_ids") {
      return then[name].every((id: string) => [...was[name], ...now[name]].includes(id));
    }
    // What was changed since stays.
    return equal(now[name], became[name]) && equal(then[name], was[name]);
  });
}

/** The rows, without those that follow from others, that differ in what clients write or in when that was. */
function changedRows(one: Snapshot, other: Snapshot): string[] {
  const written = (row: Json) =>
    row && [...own(row), "updated_at"].map((name) => row[name] ?? null);
  return [...new Set([...one.keys(), ...other.keys()])].filter((key) =>
    !/^(note|reminder)_contacts\//.test(key) &&
    !equal(written(parsed(one, key)), written(parsed(other, key)))
  );
}

/** Where undoing did not give a row its earlier values and named no conflict, or changed anything else. */
function faultsOf(
  { before, after, write }: Done,
  now: Snapshot,
  then: Snapshot,
  conflicts: Json[],
): string[] {
  const touched = changedRows(before, after);
  const names = ({ resource, id }: Json, key: string) =>
    resource === "membership"
      ? key.startsWith(`contact_networks/${id}/`)
      : key === `${tables[resource]}/${id}`;
  const back = (key: string) =>
    isBack(parsed(before, key), parsed(after, key), parsed(then, key), then);
  const mixed = (key: string) =>
    isMixed(parsed(before, key), parsed(after, key), parsed(now, key), parsed(then, key), then);
  const faults = changedRows(now, then).filter((key) => !touched.includes(key))
    .map((key) => `${key} has nothing to do with it`);
  // Of a row that was changed twice, the values between the two are in neither state.
  if (!hasTwoStatements(write)) {
    faults.push(
      ...touched.filter((key) => !mixed(key)).map((key) => `${key} has other values`),
      ...touched.filter((key) => !back(key) && !conflicts.some((each) => names(each, key)))
        .map((key) => `${key} has not gone back, and no conflict says why`),
      ...conflicts.filter((each) =>
        !touched.some((key) =>
          names(each, key) && (!back(key) || ["contactIds", "completedAt"].includes(each.field))
        )
      ).map((each) => `this conflict is not one: ${JSON.stringify(each)}`),
    );
  }
  return faults.map((fault) => {
    const key = fault.split(" ")[0]!;
    return [fault, ...[before, after, now, then].map((state) => state.get(key))].join("\n  ");
  });
}

const sequences = (length: number, actors?: Parameters<typeof writes>[0]) =>
  fc.array(writes(actors), { minLength: length, maxLength: length, size: "max" });

describe("undoing everything in reverse", () => {
  it("restores every row of every state, and so does undoing the undoing", async () => {
    await fc.assert(
      fc.asyncProperty(sequences(30), async (sequence) => {
        const account = await Account.with(sequence);
        const undoings: string[] = [];
        for (const { id, before, said } of account.done.toReversed()) {
          undoings.unshift(await account.undoWhole(id, before, said));
        }
        for (const [index, { after, said }] of account.done.entries()) {
          await account.undoWhole(undoings[index]!, after, said);
        }
      }),
      options,
    );
  }, 300_000);
});

describe("undoing some, in any order", () => {
  it(
    "gives each field its earlier value or names a conflict, and changes nothing else",
    async () => {
      let conflicted = 0;
      await fc.assert(
        fc.asyncProperty(
          sequences(30),
          fc.infiniteStream(fc.nat(0xffff)),
          async (sequence, choices) => {
            const account = await Account.make();
            for (const write of sequence) {
              await account.write(write);
              expect([write, ...await derivedFaults(database, account.person)]).toEqual([write]);
            }
            const copy = await Replica.of(sqlSource(database, account.person.token));
            for (let n = 0; n < 10; n++) {
              const change = account.done[choices.next().value % account.done.length]!;
              const now = await account.rows();
              const { activityId, conflicts } = await account.undoInEveryWay(change, now);
              conflicted += Number(conflicts.length > 0);
              const then = await account.rows();
              const faults = [
                ...faultsOf(change, now, then, conflicts),
                ...await derivedFaults(database, account.person),
              ];
              expect([change.said, ...faults]).toEqual([change.said]);
              expect(activityId === null).toBe(differences(now, then).length === 0);
              if (activityId === null || choices.next().value % 2) continue;
              const undoing = await account.undoWhole(activityId, now, change.said);
              await account.undoWhole(undoing, then, change.said);
            }
            await copy.follow();
            const present = await everything(sqlSource(database, account.person.token));
            expect(differences(copy.things, present)).toEqual([]);
          },
        ),
        options,
      );
      // Of a few it may be that all of them conflict, or none does.
      if (numRuns >= 8) {
        expect(conflicted).toBeGreaterThan(0);
        expect(conflicted).toBeLessThan(numRuns * 10);
      }
    },
    300_000,
  );
});

describe("undoing what one actor did", () => {
  it("does what undoing each of its change sets does, the newest first", async () => {
    const actors = { "token": ["token", "rest"], "key": ["key"], "other key": ["other key"] };
    await fc.assert(
      fc.asyncProperty(
        sequences(30),
        fc.constantFrom(...Object.keys(actors) as (keyof typeof actors)[]),
        async (sequence, actor) => {
          const account = await Account.with(sequence);
          const undoing = (work: (tx: Sql) => Promise<unknown>) =>
            rolledBack(database.asked, async (tx) => {
              await work(tx);
              return timeless(await account.rows(tx));
            });
          const together = await undoing((tx) =>
            account.undoActor(actor, "token", { partial: true }, tx)
          );
          const singly = await undoing(async (tx) => {
            for (const { id, write } of account.done.toReversed()) {
              if (actors[actor].includes(write.actor)) {
                await account.undo(id, { partial: true }, tx);
              }
            }
          });
          expect(differences(singly, together)).toEqual([]);
        },
      ),
      options,
    );
  }, 300_000);
});
