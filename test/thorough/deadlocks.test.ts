import fc from "fast-check";
import { expect, it } from "vitest";
import { caseCount } from "../support/cases.ts";
import { type Person, startLogDatabase } from "../support/activity/log-database.ts";
import { snapshot } from "../support/activity/snapshot.ts";
import { carryOut, type Write, writes } from "../support/activity/writes.ts";
import type { Json } from "../support/client.ts";
import { committed } from "../support/database.ts";
import type { Credential } from "../support/handle.ts";

/**
 * Many at once: writes through the API and in bulk through PostgREST, undoing, erasing, purging, and accounts that are
 * deleted by their owner or by Auth. What comes next is made up; which of two is first depends on time too, so that a
 * seed repeats only the choices.
 */
const steps = caseCount(1_500);

const database = await startLogDatabase(12);

interface Member extends Person {
  key: Credential;
  activities: string[];
}
const members: Member[] = [];

async function newMember(): Promise<Member> {
  const person = await database.newPerson();
  return { ...person, key: (await person.newKey()).credential, activities: [] };
}

/** Asks, and fails on what is never right; null where the request is refused. */
async function ask(one: Member, operation: string, args: Json = {}, who = one.token) {
  const { status, body, log, activityId } = await database.handle(who, operation, args);
  if (log !== null || ["internal", "unavailable"].includes(body?.code)) {
    throw new Error(`${operation}: ${JSON.stringify(body)} ${log}`);
  }
  if (activityId) one.activities.push(activityId);
  return status === null ? null : body;
}

async function write(one: Member, { many, ...rest }: Write): Promise<void> {
  const state = await snapshot(database.superuser, one.id);
  const who = rest.actor === "key" ? one.key : one.token;
  const told = await carryOut(database, one.id, who, { many, ...rest }, state);
  if (told === null || told === undefined) return;
  if (typeof told === "string") {
    // A name that is taken, one that is too long, or the account was deleted meanwhile: its rows are gone, or may not be
    // written any more.
    if (!["23505", "23514", "23503", "42501"].includes(told)) throw new Error(told);
    return;
  }
  if (told.log !== null) throw new Error(`${JSON.stringify(told.body)} ${told.log}`);
  if (told.activityId) one.activities.push(told.activityId);
}

const replace = async (one: Member) => void (members[members.indexOf(one)] = await newMember());
const any = <T>(items: T[], { one }: Write): T => items[one % items.length]!;

/** What is done besides, and how often of all. */
const actions: Record<string, [weight: number, (one: Member, by: Write) => Promise<unknown>]> = {
  "write": [30, write],
  "undo": [5, (one, by) => {
    const body = { partial: true, dryRun: by.other % 3 === 0 };
    return ask(one, "undo_activity", { id: any(one.activities, by) ?? one.id, body });
  }],
  "undo all of an actor": [1, (one) =>
    ask(one, "undo_actor", {
      body: { actorId: one.id, since: "2000-01-01", partial: true },
    })],
  "read": [3, async (one) => {
    const body = await ask(one, "list_changes", { query: {} }, one.key);
    if (body) await ask(one, "list_changes", { query: { since: body.cursor } }, one.key);
    await ask(one, "list_activity", { query: { pageSize: 5 } }, one.key);
    await ask(one, "list_trash", { query: {} }, one.key);
  }],
  "erase the trash": [1, (one) => ask(one, "erase_trash")],
  "erase what was deleted": [
    1,
    (one, by) => ask(one, "erase_trash_item", { id: any(one.activities, by) ?? one.id }),
  ],
  "erase the log": [1, (one) => ask(one, "erase_activity")],
  "revoke a key": [1, async (one) => {
    const keys = await ask(one, "list_api_keys", { query: {} });
    if (keys?.data[0]) await ask(one, "delete_api_key", { id: keys.data[0].id });
    const key = await one.newKey().catch(() => undefined);
    if (key) one.key = key.credential;
  }],
  "delete one's account": [1, (one) => ask(one, "delete_me").then(() => replace(one))],
  "have Auth delete it": [1, async (one) => {
    await committed(database.superuser, (sql) => sql`delete from auth.users where id = ${one.id}`);
    await replace(one);
  }],
};

it("nothing deadlocks and nothing fails where everything happens at once", async () => {
  // So little that writing purges all the time, by size; in the second half also by age.
  await database.superuser`update kith_private.quotas set maximum = 20000 where name = 'log_bytes'`;
  for (let n = 0; n < 3; n++) members.push(await newMember());
  const weighted = Object.entries(actions).flatMap(([name, [weight]]) =>
    Array<string>(weight).fill(name)
  );
  const chosen = fc.sample(
    fc.tuple(writes(["key", "token", "rest"]), fc.constantFrom(...weighted)),
    { numRuns: steps },
  );
  const done = new Set<string>();
  const faults: string[] = [];
  await Promise.all(Array.from({ length: 10 }, async () => {
    for (let step = chosen.pop(); step && faults.length === 0; step = chosen.pop()) {
      const [by, name] = step;
      if (chosen.length === Math.floor(steps / 2)) {
        await database
          .superuser`update kith_private.quotas set maximum = 0 where name = 'log_days'`;
      }
      await actions[name]![1](members[by.text.length % members.length]!, by).catch((error) => {
        const { code, message, detail, where } = error as Record<string, string>;
        faults.push([name, code, message, detail, where].filter(Boolean).join("; "));
      });
      done.add(name);
    }
  }));
  expect(faults).toEqual([]);
  // Each of them did its work.
  expect([...done].sort()).toEqual(Object.keys(actions).sort());
});
