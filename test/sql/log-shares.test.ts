import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../support/client.ts";
import { Asking, startLogDatabase } from "../support/activity/log-database.ts";
import type { Credential } from "../support/handle.ts";

/** Which part of the log an API key may fill. In a database of its own: the room of the log is that of every account. */
const asking = new Asking(await startLogDatabase(2));
const { ask, must, make, listed } = asking;
const { superuser } = asking.database;

const room = 80_000;
await superuser`update kith_private.quotas set maximum = ${room} where name = 'log_bytes'`;
afterAll(() =>
  superuser`update kith_private.quotas set maximum = 1073741824 where name = 'log_bytes'`
);

let contact: string;
beforeEach(async () => {
  contact = await make("contact", { firstName: "Ada" });
});

/** Changes about 2,000 bytes of the log. */
const change = (n: number, who?: Credential) =>
  ask("update_contact", { id: contact, body: { jobTitle: `${n} `.padEnd(190, "x") } }, who);

/** Changes until that is refused. @returns how often it was not */
async function changeUntilRefused(who: Credential): Promise<number> {
  for (let n = 0; n < 1000; n++) {
    const { status, body } = await change(n, who);
    if (status !== null) continue;
    expect(body).toMatchObject({ code: "quota_exceeded", detail: expect.any(String) });
    return n;
  }
  throw new Error("Nothing was refused.");
}

/** Makes everything in the log of this account older. */
const age = (days: number): Promise<unknown> =>
  superuser.query(
    `with sets as (update kith_private.change_sets set at = at - $1 * interval '1 day' where owner_id = $2)
     update kith_private.change_logs set oldest_at = oldest_at - $1 * interval '1 day' where owner_id = $2`,
    [days, asking.person.id],
  );

const bytesOf = async (actor: string): Promise<number> => {
  const [row] = await superuser<{ bytes: string }[]>`
    select coalesce(sum(bytes), 0) as bytes from (
      select s.actor_id, c.total_bytes - lag(c.total_bytes, 1, 0) over (order by c.set_number, c.position) as bytes
        from kith_private.changes c
        join kith_private.change_sets s on s.owner_id = c.owner_id and s.number = c.set_number
       where c.owner_id = ${asking.person.id}) each
     where actor_id = ${actor}`;
  return Number(row!.bytes);
};

describe("a key", () => {
  it("fills a quarter of the log at most, and what its owner did and deleted before can be undone", async () => {
    const deleted = await make("contact", { firstName: "Nora" });
    const { activityId } = await must("delete_contact", { id: deleted });
    const { id, credential } = await asking.person.newKey();
    const changes = await changeUntilRefused(credential);
    expect(changes).toBeGreaterThan(5);
    expect(await bytesOf(id)).toBeGreaterThan(room / 5);
    expect(await bytesOf(id)).toBeLessThanOrEqual(room / 4);
    for (let n = 1000; n < 1030; n++) {
      expect(await change(n, credential)).toMatchObject({ status: null });
    }
    expect(await must("get_contact", { id: contact }, credential)).toMatchObject({ status: 200 });
    const trash = (await must("list_trash", { query: {} })).body.data;
    expect(trash.map(({ resourceId }: Json) => resourceId)).toEqual([deleted]);
    await must("undo_activity", { id: activityId });
    await must("get_contact", { id: deleted });
  });

  it("counts what it undoes, and what it has written before it was rotated", async () => {
    const { id, credential } = await asking.person.newKey();
    await changeUntilRefused(credential);
    const [{ id: last }] = (await listed({ actorId: id })).data;
    expect(await ask("undo_activity", { id: last }, credential))
      .toMatchObject({ status: null, body: { code: "quota_exceeded" } });
    const hash = "ab".repeat(32);
    await must("rotate_api_key", { id, body: {}, hash, keyPrefix: "kith_0001" });
    expect(await change(0, { ...credential, hash })).toMatchObject({ status: null });
  });

  it("the key has room again when its changes are no longer kept", async () => {
    const { id, credential } = await asking.person.newKey();
    await changeUntilRefused(credential);
    await age(31);
    for (let n = 0; n < 21; n++) expect(await change(n)).toMatchObject({ status: 200 });
    expect(await bytesOf(id)).toBe(0);
    expect(await change(0, credential)).toMatchObject({ status: 200 });
  });
});

it("several keys push out no change that is younger than a day, and the owner's own writes do", async () => {
  const { id: first } = (await listed()).data[0];
  const refused: Credential[] = [];
  for (let n = 0; n < 6; n++) {
    const { credential } = await asking.person.newKey(`key ${n}`);
    await changeUntilRefused(credential);
    refused.push(credential);
  }
  expect((await must("get_activity", { id: first })).status).toBe(200);
  await age(2);
  const { credential } = await asking.person.newKey("late");
  expect(await change(0, credential)).toMatchObject({ status: 200 });
  // Each twentieth change set of an account deletes.
  for (let n = 0; n < 100; n++) expect(await change(n)).toMatchObject({ status: 200 });
  expect(await ask("get_activity", { id: first })).toMatchObject({ body: { code: "not_found" } });
  expect(await change(0, refused[0])).toMatchObject({ status: 200 });
});
