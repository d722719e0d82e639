import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { Asking } from "../support/activity/asking.ts";
import type { Handled } from "../support/activity/log-database.ts";
import type { Json } from "../support/client.ts";

/** A database of the file's own, because the quotas that decide how long changes are kept are everybody's. */
const asking = new Asking();
const { ask, must, make, listed, trashed, traces, expectNoTraces, setQuota } = asking;

describe("what is older than the log is kept for", () => {
  afterEach(async () => {
    await setQuota("log_days", 30);
  });

  it("is not listed, not in the trash and cannot be undone, and later writes of anybody purge it", async () => {
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

  it("of an account that comes back after a long time is purged, and what it writes then in its turn", async () => {
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

  it("loses its oldest changes, and levels off", async () => {
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

  it("does not undo half of a change set that it has lost a part of", async () => {
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
