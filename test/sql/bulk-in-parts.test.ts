import { expect, it } from "vitest";
import { mustHandle, startLogDatabase } from "../support/activity/log-database.ts";

/** In a database of its own, because an operation is replaced by one that takes longer. */
const database = await startLogDatabase(2);

it("a partial bulk delete that takes longer than a second is done in parts, each of which can be undone", async () => {
  const { token } = await database.newPerson();
  const must = (operation: string, args: object) =>
    mustHandle(database.asked, token, operation, args);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    ids.push((await must("create_contact", { body: { firstName: `C${n}` } })).id);
  }
  await database.superuser.query(`
    create or replace function kith_api.delete_contact(arguments jsonb) returns kith_api.answer
    language plpgsql set search_path = '' as $$
    begin
      perform pg_sleep(0.6);
      delete from kith.contacts c where c.id = (arguments ->> 'id')::uuid;
      return kith_private.answer_deleted(found);
    end $$`);

  const parts: string[] = [];
  let left = ids;
  while (left.length > 0) {
    const answer = await database.handle(token, "bulk_contacts", {
      body: { delete: left, partial: true },
    });
    const { results, hasMore } = answer.body;
    expect(results).toHaveLength(left.length);
    expect(results[0].status).toBe("done");
    const failed = results.filter(({ status }: { status: string }) => status === "failed");
    for (const { error } of failed) expect(error.code).toBe("unavailable");
    expect(hasMore).toBe(failed.length > 0);
    left = failed.map(({ id }: { id: string }) => id);
    parts.push(answer.activityId!);
  }
  expect(parts.length).toBeGreaterThan(1);
  expect((await must("list_contacts", { query: {} })).total).toBe(0);

  for (const id of parts) await must("undo_activity", { id, body: {} });
  expect((await must("list_contacts", { query: {} })).total).toBe(5);
});
