import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { Asking, startLogDatabase } from "../support/activity/log-database.ts";
import type { Handled } from "../support/handle.ts";
import type { Json } from "../support/client.ts";
import { placesOf } from "../support/owned-rows.ts";
import { plainBody, plainKinds, textsOf } from "../support/plain-resources.ts";

/** In a database of its own: the quotas hold for every account, and every column of every table is searched. */
const asking = new Asking(await startLogDatabase(2));
const { ask, must, make, listed } = asking;

const trashed = async (): Promise<Json[]> => (await must("list_trash", { query: {} })).body.data;
/** Every column of the database that a text is in. */
const traces = (text: string): Promise<string[]> => placesOf(asking.database.superuser, text);
const expectNoTraces = async (words: string[]): Promise<void> => {
  for (const word of words) expect([word, await traces(word)]).toEqual([word, []]);
};
const setQuota = (name: string, maximum: number): Promise<unknown> =>
  asking.database
    .superuser`update kith_private.quotas set maximum = ${maximum} where name = ${name}`;

describe("a change that is older than the log keeps changes", () => {
  afterEach(async () => {
    await setQuota("log_days", 30);
  });

  it("the change is neither in the log nor in the trash, cannot be undone, and is purged by later writes of any account", async () => {
    const word = `word${randomUUID()}`;
    await must("delete_contact", { id: await make("contact", { firstName: word }) });
    const { cursor: middle } = (await must("list_changes", { query: {} })).body;
    const kept = await make("network", { name: `old${randomUUID()}` });
    await must("update_network", { id: kept, body: { name: "new" } });
    const { cursor: end } = (await must("list_changes", { query: {} })).body;
    const ids = (await listed()).data.map(({ id }: Json) => id);
    await setQuota("log_days", 0);

    expect(await listed()).toMatchObject({ total: 0, data: [] });
    expect(await trashed()).toEqual([]);
    for (const id of ids) {
      for (const operation of ["get_activity", "undo_activity", "erase_trash_item"]) {
        expect(await ask(operation, { id })).toMatchObject({
          status: null,
          body: { code: "not_found" },
        });
      }
    }
    const all = { actorId: asking.person.id, since: "2000-01-01" };
    expect((await must("undo_actor", { body: all })).body).toMatchObject({
      changeCount: 0,
      conflictCount: 0,
    });

    const other = await asking.database.newPerson();
    for (let n = 0; (await traces(word)).length > 0; n++) {
      if (n === 20) throw new Error("it is still there");
      for (let more = 0; more < 20; more++) {
        await must("create_network", { body: { name: randomUUID() } }, other.token);
      }
    }
    expect(await ask("list_changes", { query: { since: middle } })).toMatchObject({
      status: null,
      body: { code: "cursor_expired" },
    });
    expect((await must("list_changes", { query: { since: end } })).body).toEqual({
      data: [],
      cursor: end,
      hasMore: false,
    });

    // The log goes on after its end.
    await must("update_network", { id: kept, body: { name: "newer" } });
    const { data } = (await must("list_changes", { query: { since: end } })).body;
    expect(data).toMatchObject([{ resource: "network", id: kept, value: { name: "newer" } }]);
  });

  it("the change is purged when its account writes again after a long time, and so are later changes in time", async () => {
    const network = await make("network", { name: "0" });
    const rename = (name: string) => must("update_network", { id: network, body: { name } });
    const first = `word${randomUUID()}`;
    await rename(first);
    // Each twentieth change set of its own purges, the first time everything before.
    for (let n = 0; n < 17; n++) await rename(`n${n}`);
    await setQuota("log_days", 0);
    const second = `word${randomUUID()}`;
    await rename(second);
    for (let n = 0; n < 45; n++) await rename(`m${n}`);
    await expectNoTraces([first, second]);
  });
});

describe("a log that has more bytes than it may", () => {
  afterEach(async () => {
    await setQuota("log_bytes", 1_073_741_824);
  });

  it("loses its oldest changes and stops growing", async () => {
    const { cursor } = (await must("list_changes", { query: {} })).body;
    const word = `word${randomUUID()}`;
    const id = await make("note", { content: word });
    const write = (n: number) => must("update_note", { id, body: { content: `${n}`.repeat(200) } });
    await setQuota("log_bytes", 20_000);
    for (let n = 0; n < 80; n++) await write(n);
    const { total, data } = await listed();
    expect(total).toBeLessThan(70);
    expect(total).toBeGreaterThan(5);
    expect(await traces(word)).toEqual([]);
    expect((await must("undo_activity", { id: data[0].id })).body).toMatchObject({
      changeCount: 1,
    });
    expect(await ask("list_changes", { query: { since: cursor } })).toMatchObject({
      body: { code: "cursor_expired" },
    });
  });

  it("does not show or undo a change set that it has lost a part of", async () => {
    await asking.database.asRest(asking.person.id, (tx) =>
      tx`
      insert into kith.networks (name) select 'N' || n from generate_series(1, 500) n`);
    const { cursor } = (await must("list_changes", { query: {} })).body;
    await asking.database.asRest(
      asking.person.id,
      (tx) => tx`update kith.networks set description = 'D' || repeat('x', 100)`,
    );
    const [{ id }] = (await listed()).data;
    const contact = await make("contact", { firstName: "A" });
    await setQuota("log_bytes", 250_000);
    let answer: Handled;
    for (let n = 0;; n++) {
      await must("update_contact", { id: contact, body: { company: `${n}` } });
      // Each twentieth change set of an account purges.
      if (n % 5 > 0) continue;
      answer = await ask("get_activity", { id });
      if (answer.status === null) break;
      expect(answer.body.changeCount).toBe(500);
      if (n === 200) throw new Error("nothing was purged");
    }
    expect(answer.body).toEqual({ code: "not_found" });
    expect(await ask("undo_activity", { id })).toMatchObject({
      status: null,
      body: { code: "not_found" },
    });
    expect((await listed({ pageSize: 200 })).data.map((one: Json) => one.id)).not.toContain(id);
    expect(await ask("list_changes", { query: { since: cursor } })).toMatchObject({
      body: { code: "cursor_expired" },
    });
  });
});

const texts: [resource: string, member: string, body: Json][] = [
  ["contact", "firstName", { company: "C" }],
  ["network", "name", {}],
  ["note_type", "name", {}],
  ["note", "content", {}],
  ["reminder", "title", {}],
  ...plainKinds.map((kind): [string, string, Json] => [
    kind,
    textsOf(kind)[0]!,
    plainBody(kind, []),
  ]),
];

/**
 * Makes one of each, changes it, undoes that twice with Idempotency-Keys, and deletes it.
 * @returns what all the texts that were written contain, what those of each contain, and the deletions
 */
async function makeAndDelete(): Promise<{ mark: string; made: { own: string; id: string }[] }> {
  const mark = randomUUID();
  const made = [];
  for (const [resource, member, body] of texts) {
    const own = `${mark}-${resource}-`;
    const id = await make(resource, { ...body, [member]: `${own}first` }, {
      idempotencyKey: randomUUID(),
    });
    const { activityId } = await must(`update_${resource}`, {
      id,
      body: { [member]: `${own}second` },
      idempotencyKey: randomUUID(),
    });
    await must("undo_activity", {
      id: activityId,
      body: { dryRun: true },
      idempotencyKey: randomUUID(),
    });
    await must("undo_activity", { id: activityId, idempotencyKey: randomUUID() });
    made.push({ own, id: (await must(`delete_${resource}`, { id })).activityId! });
  }
  expect(await traces(mark)).not.toEqual([]);
  return { mark, made };
}

describe("erased data", () => {
  it("erased data is nowhere after its item in the trash was erased, and the rest of the trash is still there", async () => {
    const { made } = await makeAndDelete();
    for (const [index, { own, id }] of made.entries()) {
      expect(await traces(own)).not.toEqual([]);
      expect((await must("erase_trash_item", { id })).status).toBe(204);
      await expectNoTraces([own]);
      expect((await trashed()).map(({ id }) => id))
        .toEqual(made.slice(index + 1).map(({ id }) => id).toReversed());
      expect(await ask("erase_trash_item", { id })).toMatchObject({
        status: null,
        body: { code: "not_found" },
      });
      const { body } = await ask("undo_activity", { id });
      expect(body).toMatchObject({ code: "conflict" });
    }
    expect(await trashed()).toEqual([]);
  });

  it("erased data is nowhere after the trash was erased, also where it was a contact with networks", async () => {
    const { mark } = await makeAndDelete();
    const networkIds = [await make("network", { name: "N" }), await make("network", { name: "M" })];
    const id = await make("contact", { firstName: `${mark} joined`, networkIds });
    await must("delete_contact", { id });
    expect((await trashed()).map(({ resourceId }: Json) => resourceId)[0]).toBe(id);
    expect((await must("erase_trash")).status).toBe(204);
    await expectNoTraces([mark]);
  });

  it("erased data is nowhere after the log was erased; only current values are left", async () => {
    const { mark } = await makeAndDelete();
    const now = `now${randomUUID()}`;
    const id = await make("reminder", { title: `${mark} before` });
    const { activityId } = await must("update_reminder", { id, body: { title: now } });
    expect((await must("erase_activity")).status).toBe(204);
    await expectNoTraces([mark]);
    expect(await traces(now)).toEqual(["kith.reminders.title"]);
    expect(await listed()).toMatchObject({ total: 0 });
    expect(await ask("undo_activity", { id: activityId })).toMatchObject({
      body: { code: "not_found" },
    });
  });

  it("erased data is nowhere after the account was deleted by its owner or by Auth", async () => {
    for (
      const remove of [
        () => must("delete_me"),
        () => asking.database.superuser`delete from auth.users where id = ${asking.person.id}`,
      ]
    ) {
      asking.person = await asking.database.newPerson();
      const { mark } = await makeAndDelete();
      const contactId = await make("contact", { firstName: `${mark} kept` });
      await make("note", { content: `${mark} kept`, contactId });
      await remove();
      await expectNoTraces([mark, asking.person.id]);
    }
  });
});

describe("API keys", () => {
  it("are not in the log", async () => {
    const hash = randomUUID().replaceAll("-", "").repeat(2);
    const made = await must("create_api_key", {
      body: { name: `name${hash}` },
      hash,
      keyPrefix: "kith_ffff",
    });
    await must("create_network", { body: { name: "A" } }, { kind: "api_key", hash });
    expect(made.activityId).toBeNull();
    expect(await traces(hash.slice(0, 40))).toEqual(
      [
        "kith_private.api_keys.hash",
        "kith_private.api_keys.name",
        expect.stringMatching(/^kith_private\.change_sets?\.actor_name$/),
      ],
    );
    expect((await must("delete_api_key", { id: made.body.id })).activityId).toBeNull();
    // A text and a value of bytea are written differently.
    expect(await traces(`\\x${hash}`)).toEqual([]);
    expect((await listed()).total).toBe(1);
  });
});
