import { afterAll, beforeAll, expect, it } from "vitest";
import { seed } from "../../support/cases.ts";
import {
  type Credential,
  handle,
  type LogDatabase,
  type Person,
  startLogDatabase,
} from "../../support/activity/log-database.ts";
import type { Json } from "../../support/client.ts";
import { committed, type Sql } from "../../support/database.ts";

/**
 * Many at once, for a few seconds: writes, undoing, bulk writes through PostgREST, erasing, purging, and accounts that are
 * deleted by their owner or by Auth. What comes next is chosen at random; which of two is first depends on time too, so
 * that a seed repeats only the choices.
 */
const seconds = 4;
let state = seed;
/** Between 0 and 1. */
function random(): number {
  // mulberry32
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ state >>> 15, 1 | state);
  mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
  return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
}
const any = <T>(items: T[]): T => items[Math.floor(random() * items.length)]!;

let database: LogDatabase;
beforeAll(async () => {
  database = await startLogDatabase(12);
});
afterAll(() => database?.remove());

interface Member extends Person {
  key: Credential;
  contacts: string[];
  activities: string[];
}
const members: Member[] = [];

async function newMember(): Promise<Member> {
  const person = await database.newPerson();
  const { credential: key } = await person.newKey();
  const { body, activityId } = await database.handle(key, "create_contact", {
    body: { firstName: "A" },
  });
  return { ...person, key, contacts: [body.id], activities: [activityId!] };
}

async function replace(one: Member): Promise<void> {
  members[members.indexOf(one)] = await newMember();
}

/** Asks, and fails on what is never right; null where the request is refused. */
async function ask(
  one: Member,
  who: "key" | "token",
  operation: string,
  args: Json,
): Promise<Json> {
  const { status, body, log, activityId } = await handle(
    database.asked,
    one[who],
    operation,
    args,
  );
  if (log !== null || ["internal", "unavailable"].includes(body?.code)) {
    throw new Error(`${operation}: ${JSON.stringify(body)} ${log}`);
  }
  if (activityId) one.activities.push(activityId);
  return status === null ? null : body;
}

async function rest(one: Member, work: (tx: Sql) => Promise<unknown>): Promise<void> {
  try {
    await database.asRest(one.id, work);
  } catch (error) {
    // The account was deleted meanwhile: its rows are gone, or may not be written any more.
    if (!["23503", "42501"].includes((error as { code: string }).code)) throw error;
  }
}

async function create(one: Member, who: "key" | "token", more: Json = {}): Promise<void> {
  const made = await ask(one, who, "create_contact", { body: { firstName: "A" }, ...more });
  if (made?.id) one.contacts.push(made.id);
}

/** What is done, and how often of all. */
const actions: Record<string, [weight: number, action: (one: Member) => Promise<unknown>]> = {
  "create with a key": [6, (one) => create(one, "key")],
  "create with a token": [4, (one) => create(one, "token", { idempotencyKey: any(["a", "b"]) })],
  "change": [6, (one) =>
    ask(one, any(["key", "token"]), "update_contact", {
      id: any(one.contacts),
      body: { company: `${random()}` },
    })],
  "note": [4, (one) =>
    ask(one, "key", "create_note", {
      body: { content: "A".repeat(500), contactId: any(one.contacts) },
    })],
  "delete": [3, (one) => ask(one, "key", "delete_contact", { id: any(one.contacts) })],
  "undo": [5, (one) =>
    ask(one, "token", "undo_activity", {
      id: any(one.activities),
      body: { partial: true, dryRun: random() < 0.3 },
    })],
  "undo all of a key": [1, (one) =>
    ask(one, "token", "undo_actor", {
      body: { actorId: one.id, since: "2000-01-01", partial: true },
    })],
  "read": [3, async (one) => {
    const body = await ask(one, "key", "list_changes", { query: {} });
    if (body) await ask(one, "key", "list_changes", { query: { since: body.cursor } });
    await ask(one, "key", "list_activity", { query: { pageSize: 5 } });
    await ask(one, "key", "list_trash", { query: {} });
  }],
  "write in bulk": [
    5,
    (one) =>
      rest(
        one,
        (tx) =>
          tx`update kith.contacts set is_favorite = not is_favorite where owner_id = ${one.id}`,
      ),
  ],
  "write notes in bulk": [
    2,
    (one) =>
      rest(
        one,
        (tx) =>
          tx`insert into kith.notes (contact_id, content) select id, 'B' from kith.contacts limit 20`,
      ),
  ],
  "delete in bulk": [
    2,
    (one) =>
      rest(one, (tx) => tx`delete from kith.contacts where owner_id = ${one.id} and is_favorite`),
  ],
  "erase the trash": [1, (one) => ask(one, "token", "erase_trash", {})],
  "erase what was deleted": [
    1,
    (one) => ask(one, "token", "erase_trash_item", { id: any(one.activities) }),
  ],
  "erase the log": [1, (one) => ask(one, "token", "erase_activity", {})],
  "revoke a key": [1, async (one) => {
    const keys = await ask(one, "token", "list_api_keys", { query: {} });
    if (keys?.data[0]) await ask(one, "token", "delete_api_key", { id: keys.data[0].id });
    const key = await one.newKey().catch(() => undefined);
    if (key) one.key = key.credential;
  }],
  "delete one's account": [1, async (one) => {
    await ask(one, "token", "delete_me", {});
    await replace(one);
  }],
  "have Auth delete it": [1, async (one) => {
    await committed(database.superuser, (sql) => sql`delete from auth.users where id = ${one.id}`);
    await replace(one);
  }],
};

/** Workers do whatever comes next to any account; what failed. */
async function run(workers: number, done: Record<string, number>): Promise<string[]> {
  const faults: string[] = [];
  const end = Date.now() + seconds * 1000;
  const weighted = Object.entries(actions).flatMap(([name, [weight]]) =>
    Array<string>(weight).fill(name)
  );
  // Each action once, and then whatever comes.
  const first = Object.keys(actions);
  await Promise.all(Array.from({ length: workers }, async () => {
    while (Date.now() < end && faults.length === 0) {
      const name = first.pop() ?? any(weighted);
      await actions[name]![1](any(members)).catch((error) => {
        const { code, message, detail, where } = error as Record<string, string>;
        faults.push([name, code, message, detail, where].filter(Boolean).join("; "));
      });
      done[name] = (done[name] ?? 0) + 1;
    }
  }));
  return faults;
}

it("nothing deadlocks and nothing fails where everything happens at once", async () => {
  // So little that writing purges all the time, by size; the oldest of the others' by age in the second half.
  await database.superuser`update kith_private.quotas set maximum = 20000 where name = 'log_bytes'`;
  for (let n = 0; n < 3; n++) members.push(await newMember());
  const half = setTimeout(
    () =>
      void database.superuser`update kith_private.quotas set maximum = 0 where name = 'log_days'`,
    seconds * 500,
  );
  const done: Record<string, number> = {};
  try {
    expect(await run(10, done)).toEqual([]);
  } finally {
    clearTimeout(half);
  }
  // Each of them did its work.
  expect(Object.keys(done).toSorted()).toEqual(Object.keys(actions).toSorted());
});
