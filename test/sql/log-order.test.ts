import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type LogDatabase,
  type Person,
  startLogDatabase,
} from "../support/activity/log-database.ts";
import { differences, everything, Replica, type Source } from "../support/activity/replica.ts";
import { type Door, doors, interleavings, Writer } from "../support/activity/interleaving.ts";
import { sqlSource } from "../support/activity/sql-source.ts";
import { sqlState } from "../support/sql.ts";
import { until } from "../support/wait.ts";

/**
 * The order of the log is the order of commits, whatever the order in which transactions begin and write. None of it
 * hangs on chance or time: each step is carried out when the one before is done, or waits for the other transaction.
 */
let database: LogDatabase;
let person: Person;
let contacts: string[];

beforeAll(async () => {
  database = await startLogDatabase(4);
});
afterAll(() => database?.remove());

beforeEach(async () => {
  person = await database.newPerson();
  contacts = [];
  for (const firstName of ["A", "B"]) {
    const { body } = await database.handle(person.token, "create_contact", { body: { firstName } });
    contacts.push(body.id);
  }
});

const pairs = doors.flatMap((one, n) => doors.slice(n).map((other): [Door, Door] => [one, other]));

/** Two writers take their steps, and every reader sees at every point what there is. */
async function followed(source: Source, steps: number[], writers: Writer[]): Promise<void> {
  let present = await everything(source);
  const readers = [await Replica.of(source, present, 1)];
  for (const [index, step] of steps.entries()) {
    writers[step]!.next();
    // The other one may have waited for it.
    for (const which of [step, 1 - step]) await writers[which]!.settled();
    if (writers.some((writer) => writer.hasCommitted)) present = await everything(source);
    await readers[0]!.follow();
    expect([steps, index, ...differences(readers[0]!.things, present)]).toEqual([steps, index]);
    // One that begins here.
    readers.push(await Replica.of(source, present));
  }
  await Promise.all(writers.map((writer) => writer.end()));
  present = await everything(source);
  for (const reader of readers) {
    await reader.follow();
    expect([steps, ...differences(reader.things, present)]).toEqual([steps]);
  }
}

describe.each(pairs)("a writer through the %s and one through the %s", (one, other) => {
  it("are both seen by whoever reads at any time, in every order", async () => {
    const source = sqlSource(database, person.token);
    for (const [n, steps] of interleavings().entries()) {
      // Every other time both write to one contact.
      const written = [contacts[0]!, contacts[n % 2]!];
      const writers = [
        await Writer.open(database, person, one, written[0]!),
        await Writer.open(database, person, other, written[1]!),
      ];
      try {
        await followed(source, steps, writers);
      } finally {
        await Promise.allSettled(writers.map((writer) => writer.end()));
      }
    }
  });
});

describe("an administrator's transaction that locked rows before it wrote", () => {
  it("and a request that wants them cannot both go on: one is refused, and nothing of it is logged", async () => {
    const source = sqlSource(database, person.token);
    const copy = await Replica.of(source);
    const administrator = await database.asked.connect();
    try {
      await administrator`begin`;
      await administrator`select from kith.contacts where id = ${contacts[0]} for update`;
      const request = database.handle(person.token, "update_contact", {
        id: contacts[0],
        body: { company: "Of the request" },
      });
      await until(
        "the request waits for the row",
        async () =>
          (await database.superuser`select from pg_catalog.pg_locks where not granted`).length > 0,
      );
      const state = await sqlState(
        administrator`update kith.contacts set job_title = 'By hand' where id = ${contacts[0]}`,
      );
      await administrator.query(state === null ? "commit" : "rollback");
      const { status, body, activityId } = await request;
      const { body: contact } = await database.handle(person.token, "get_contact", {
        id: contacts[0],
      });
      expect([state, status]).toEqual(state === null ? [null, null] : ["40P01", 200]);
      if (status === null) expect([body, activityId]).toEqual([{ code: "unavailable" }, null]);
      expect([contact.jobTitle, contact.company]).toEqual(
        state === null ? ["By hand", null] : [null, "Of the request"],
      );
      await copy.follow();
      expect(differences(copy.things, await everything(source))).toEqual([]);
    } finally {
      await administrator`rollback`.catch(() => {});
      administrator.release();
    }
  });
});
