import { beforeEach, describe, expect, it } from "vitest";
import {
  mustHandle,
  type Person,
  sharedDatabase,
  sqlSource,
} from "../support/activity/log-database.ts";
import { everything, Replica, type Source } from "../support/activity/replica.ts";
import { differences } from "../support/activity/snapshot.ts";
import type { Connection } from "../support/database.ts";
import { become, sqlState } from "../support/sql.ts";
import { count } from "../support/tier.ts";
import { until } from "../support/wait.ts";

/**
 * The order of the log is the order of commits, whatever the order in which transactions begin and write. Nothing here
 * depends on chance or time: each step is carried out when the one before is done, or waits for the other transaction.
 */
const database = sharedDatabase(4);
let person: Person;
let contacts: string[];

beforeEach(async () => {
  person = await database.newPerson();
  contacts = [];
  for (const firstName of ["A", "B"]) {
    const { body } = await database.handle(person.token, "create_contact", { body: { firstName } });
    contacts.push(body.id);
  }
});

const ways = ["the API", "PostgREST", "the SQL editor"] as const;
type Way = typeof ways[number];
const pairs = ways.flatMap((one, n) => ways.slice(n).map((other): [Way, Way] => [one, other]));

/**
 * Orders of the three steps (begin, write, commit) of two writers: the one that begins first commits last, and the
 * second one writes while the first has written and not committed; then all others.
 */
const some = [[0, 1, 1, 1, 0, 0], [1, 0, 0, 1, 0, 1]];
const all = Array.from(
  { length: 64 },
  (_, mask) => Array.from({ length: 6 }, (_, n) => mask >> n & 1),
)
  .filter((order) => order.filter(Boolean).length === 3);
const orders = [...some, ...all.filter((order) => !some.some((one) => `${one}` === `${order}`))]
  .slice(0, count({ quick: some.length, thorough: all.length }));

/** Whether a connection waits for another transaction. */
const isWaiting = async (pid: number): Promise<boolean> =>
  (await database.superuser`select from pg_catalog.pg_locks where pid = ${pid} and not granted`)
    .length > 0;

async function pidOf(connection: Connection): Promise<number> {
  const [row] = await connection`select pg_backend_pid() as pid`;
  return row!["pid"];
}

/** A transaction that begins, writes and commits, a step at a time. */
async function openWriter(way: Way, contact: string) {
  const connection = await database.asked.connect();
  const pid = await pidOf(connection);
  const write = () => writeThrough(way, connection, contact);
  const steps: (() => Promise<unknown>)[] = [
    () => connection`begin`,
    write,
    () => connection`commit`,
  ];
  let running: Promise<unknown> = Promise.resolve();
  let [begun, done] = [0, 0];
  const isSettled = async () => done === begun || await isWaiting(pid);
  return {
    hasCommitted: () => done === 3,
    /** Begins the next step once the one before is done. */
    next() {
      running = running.then(steps[begun++]).then(() => done++);
      running.catch(() => begun = done);
    },
    /** Until all steps that were begun are done, or wait for another transaction. */
    settled: () =>
      Promise.race([running.catch(() => {}), until("the step is done, or waits", isSettled)]),
    /** @throws what went wrong in any step */
    finished: () => running,
    async close() {
      await running.catch(() => {});
      await connection`rollback`.catch(() => {});
      connection.release();
    },
  };
}
type Writer = Awaited<ReturnType<typeof openWriter>>;

async function writeThrough(way: Way, sql: Connection, contact: string): Promise<void> {
  if (way === "the API") {
    const body = { nickname: `API ${Math.random()}` };
    await mustHandle(sql, person.token, "update_contact", { id: contact, body });
    const note = { content: "Through the API", contactId: contact };
    await mustHandle(sql, person.token, "create_note", { body: note });
    return;
  }
  if (way === "PostgREST") await become(sql, { sub: person.id });
  await sql`update kith.contacts set company = ${`${way} ${Math.random()}`} where id = ${contact}`;
  await sql`
    insert into kith.reminders (owner_id, title, contact_id) values (${person.id}, ${way}, ${contact})`;
}

/** Two writers take their steps, and every reader sees at every point what there is. */
async function follow(source: Source, order: number[], writers: Writer[]): Promise<void> {
  let [present, seen] = [await everything(source), 0];
  const readers = [await Replica.of(source, present, 1)];
  for (const [index, step] of order.entries()) {
    writers[step]!.next();
    // The other one may have waited for it.
    for (const which of [step, 1 - step]) await writers[which]!.settled();
    const commits = writers.filter((writer) => writer.hasCommitted()).length;
    if (commits > seen) present = await everything(source);
    seen = commits;
    await readers[0]!.follow();
    expect([order, index, ...differences(readers[0]!.things, present)]).toEqual([order, index]);
    // One that begins here.
    readers.push(await Replica.of(source, present));
  }
  await Promise.all(writers.map((writer) => writer.finished()));
  present = await everything(source);
  for (const reader of readers) {
    await reader.follow();
    expect([order, ...differences(reader.things, present)]).toEqual([order]);
  }
}

describe.each(pairs)("two transactions, one through %s and one through %s", (one, other) => {
  it("both reach a copy that reads the feed at any time, in every order", async () => {
    const source = sqlSource(database, person.token);
    for (const [n, order] of orders.entries()) {
      // Every other time both write to one contact.
      const writers = [
        await openWriter(one, contacts[0]!),
        await openWriter(other, contacts[n % 2]!),
      ];
      try {
        await follow(source, order, writers);
      } finally {
        await Promise.all(writers.map((writer) => writer.close()));
      }
    }
  });
});

it("an administrator who locks a row before writing conflicts with a request for it: one is refused, and logs nothing", async () => {
  const source = sqlSource(database, person.token);
  const copy = await Replica.of(source);
  const [administrator, client] = [await database.asked.connect(), await database.asked.connect()];
  const [id] = contacts;
  try {
    await administrator`begin`;
    await administrator`select from kith.contacts where id = ${id} for update`;
    const pid = await pidOf(client);
    const change = { id, body: { company: "Of the request" } };
    const request = database.handle(person.token, "update_contact", change, client);
    await until("the request waits for the row", () => isWaiting(pid));
    const state = await sqlState(
      administrator`update kith.contacts set job_title = 'By hand' where id = ${id}`,
    );
    await administrator.query(state === null ? "commit" : "rollback");
    const { status, activityId } = await request;
    const isRequestRefused = status === null;
    expect([state, activityId === null]).toEqual([
      isRequestRefused ? null : "40P01",
      isRequestRefused,
    ]);
    const { body: contact } = await database.handle(person.token, "get_contact", { id });
    expect([contact.jobTitle, contact.company])
      .toEqual(isRequestRefused ? ["By hand", null] : [null, "Of the request"]);
    await copy.follow();
    expect(differences(copy.things, await everything(source))).toEqual([]);
  } finally {
    await administrator`rollback`.catch(() => {});
    administrator.release();
    client.release();
  }
});
