import { committed, type Sql } from "../database.ts";
import type { Json } from "../client.ts";
import { type Credential, handle, type LogDatabase, type Person } from "./log-database.ts";

interface Member extends Person {
  key: Credential;
  contacts: string[];
  activities: string[];
}

type Deed = (crowd: Crowd, member: Member) => Promise<unknown>;

const any = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)]!;

/** What is done, and how often of all. */
const deeds: Record<string, [weight: number, Deed]> = {
  "create with a key": [6, async (crowd, one) => {
    const body = await crowd.ask(one.key, "create_contact", { body: { firstName: "A" } }, one);
    if (body?.id) one.contacts.push(body.id);
  }],
  "create with a token": [4, async (crowd, one) => {
    const body = await crowd.ask(one.token, "create_contact", {
      body: { firstName: "A" },
      idempotencyKey: any(["a", "b"]),
    }, one);
    if (body?.id) one.contacts.push(body.id);
  }],
  "change": [
    6,
    (crowd, one) =>
      crowd.ask(any([one.key, one.token]), "update_contact", {
        id: any(one.contacts),
        body: { company: `${Math.random()}` },
      }, one),
  ],
  "note": [
    4,
    (crowd, one) =>
      crowd.ask(one.key, "create_note", {
        body: { content: "A".repeat(500), contactId: any(one.contacts) },
      }, one),
  ],
  "delete": [
    3,
    (crowd, one) => crowd.ask(one.key, "delete_contact", { id: any(one.contacts) }, one),
  ],
  "undo": [
    5,
    (crowd, one) =>
      crowd.ask(one.token, "undo_activity", {
        id: any(one.activities),
        body: { partial: true, dryRun: Math.random() < 0.3 },
      }, one),
  ],
  "undo all of a key": [
    1,
    (crowd, one) =>
      crowd.ask(one.token, "undo_actor", {
        body: { actorId: any([one.id]), since: "2000-01-01", partial: true },
      }, one),
  ],
  "read": [3, async (crowd, one) => {
    const body = await crowd.ask(one.key, "list_changes", { query: {} });
    if (body) await crowd.ask(one.key, "list_changes", { query: { since: body.cursor } });
    await crowd.ask(one.key, "list_activity", { query: { pageSize: 5 } });
    await crowd.ask(one.key, "list_trash", { query: {} });
  }],
  "write in bulk": [
    5,
    (crowd, one) =>
      crowd.rest(
        one,
        (tx) =>
          tx`update kith.contacts set is_favorite = not is_favorite where owner_id = ${one.id}`,
      ),
  ],
  "write notes in bulk": [
    2,
    (crowd, one) =>
      crowd.rest(
        one,
        (tx) =>
          tx`insert into kith.notes (contact_id, content) select id, 'B' from kith.contacts limit 20`,
      ),
  ],
  "delete in bulk": [
    2,
    (crowd, one) =>
      crowd.rest(
        one,
        (tx) => tx`delete from kith.contacts where owner_id = ${one.id} and is_favorite`,
      ),
  ],
  "erase the trash": [1, (crowd, one) => crowd.ask(one.token, "erase_trash", {})],
  "erase what was deleted": [
    1,
    (crowd, one) => crowd.ask(one.token, "erase_trash_item", { id: any(one.activities) }),
  ],
  "erase the log": [1, (crowd, one) => crowd.ask(one.token, "erase_activity", {})],
  "revoke a key": [1, async (crowd, one) => {
    const keys = await crowd.ask(one.token, "list_api_keys", { query: {} });
    if (keys?.data[0]) await crowd.ask(one.token, "delete_api_key", { id: keys.data[0].id });
    await crowd.renewKey(one);
  }],
  "delete one's account": [1, async (crowd, one) => {
    await crowd.ask(one.token, "delete_me", {});
    await crowd.replace(one);
  }],
  "have Auth delete it": [1, async (crowd, one) => {
    await crowd.statement((sql) => sql`delete from auth.users where id = ${one.id}`);
    await crowd.replace(one);
  }],
};
const chosen = Object.entries(deeds).flatMap(([name, [weight, deed]]) =>
  Array.from({ length: weight }, () => [name, deed] as const)
);

/** Accounts, and workers who do whatever comes to them on any of these. */
export class Crowd {
  readonly faults: string[] = [];
  readonly done: Record<string, number> = Object.fromEntries(
    Object.keys(deeds).map((name) => [name, 0]),
  );
  private readonly members: Member[] = [];

  private constructor(private readonly database: LogDatabase) {}

  static async of(database: LogDatabase, size: number): Promise<Crowd> {
    const crowd = new Crowd(database);
    for (let n = 0; n < size; n++) crowd.members.push(await crowd.newMember());
    return crowd;
  }

  async run(workers: number, milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    // Everything once, and then whatever comes.
    const first = Object.entries(deeds).map(([name, [, deed]]) => [name, deed] as const);
    await Promise.all(Array.from({ length: workers }, async () => {
      while (Date.now() < end && this.faults.length === 0) {
        const [name, deed] = first.pop() ?? any(chosen);
        const member = any(this.members);
        await deed(this, member).catch((error) => this.fault(name, error));
        this.done[name]!++;
      }
    }));
  }

  private fault(name: string, error: unknown): void {
    const { code, message, detail, where } = error as Record<string, string>;
    this.faults.push([name, code, message, detail, where].filter(Boolean).join("; "));
  }

  /** Asks, and fails on what is never right; null where the request is refused. */
  async ask(who: Credential, operation: string, args: Json, remembers?: Member): Promise<Json> {
    const { status, body, log, activityId } = await handle(
      this.database.asked,
      who,
      operation,
      args,
    );
    if (log !== null || ["internal", "unavailable"].includes(body?.code)) {
      throw new Error(`${operation}: ${JSON.stringify(body)} ${log}`);
    }
    if (activityId && remembers) remembers.activities.push(activityId);
    return status === null ? null : body;
  }

  async rest(one: Member, work: (tx: Sql) => Promise<unknown>): Promise<void> {
    try {
      await this.database.asRest(one.id, work);
    } catch (error) {
      // The account was deleted meanwhile: its rows are gone, or may not be written any more.
      if (!["23503", "42501"].includes((error as { code: string }).code)) throw error;
    }
  }

  async statement(work: (sql: Sql) => Promise<unknown>): Promise<void> {
    await committed(this.database.superuser, work);
  }

  async renewKey(one: Member): Promise<void> {
    const key = await one.newKey().catch(() => undefined);
    if (key) one.key = key.credential;
  }

  async replace(one: Member): Promise<void> {
    this.members[this.members.indexOf(one)] = await this.newMember();
  }

  private async newMember(): Promise<Member> {
    const person = await this.database.newPerson();
    const { credential: key } = await person.newKey();
    const { body, activityId } = await handle(this.database.asked, key, "create_contact", {
      body: { firstName: "A" },
    });
    return { ...person, key, contacts: [body.id], activities: [activityId!] };
  }
}
