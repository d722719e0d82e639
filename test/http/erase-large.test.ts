import { beforeEach, describe, expect, it } from "vitest";
import { type Account, make, signUp } from "../support/accounts.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let owner: Account;
beforeEach(async () => {
  owner = await signUp();
});

/**
 * Adds to the log what a large import and its deletion would have: one deleted note for each number. One statement erases
 * 20,000 changes, or 2,000 resources of the trash.
 */
async function fillLog(notes: number): Promise<void> {
  await make(owner, "/networks", { name: "First" });
  await sql`
    with added as (
      insert into kith_private.change_sets (owner_id, number, id, actor_kind)
      values (${owner.id}, 2, gen_random_uuid(), 'database') returning owner_id, number)
    insert into kith_private.changes
      (owner_id, set_number, position, resource, resource_id, action, name, before, is_shown, total_bytes)
    select a.owner_id, a.number, n, 'note', gen_random_uuid(), 'delete', 'Large log', '{"content":"Large log"}', true, n * 300
      from added a, generate_series(1, ${notes}::integer) n`;
}

async function left(): Promise<{ changes: number; texts: number }> {
  const [row] = await sql`
    select count(*)::integer as changes, count(name)::integer as texts
      from kith_private.changes where owner_id = ${owner.id} and resource = 'note'`;
  return row as { changes: number; texts: number };
}

describe("a log that is too large to be erased in one statement", () => {
  it("is erased by one request", async () => {
    await fillLog(20_500);
    expect((await owner.delete("/activity")).status).toBe(204);
    expect(await left()).toEqual({ changes: 0, texts: 0 });
    expect((await owner.get("/activity")).body.total).toBe(0);
  });

  it("has its trash or one item of it erased by one request", async () => {
    for (const path of ["/trash", "item"]) {
      owner = await signUp();
      await fillLog(2_050);
      const { data, total } = (await owner.get("/trash?pageSize=1")).body;
      expect(total).toBe(2_050);
      const target = path === "item" ? `/trash/${data[0].id}` : path;
      expect((await owner.delete(target)).status).toBe(204);
      expect(await left()).toEqual({ changes: 2_050, texts: 0 });
      expect((await owner.get("/trash")).body.total).toBe(0);
    }
  });

  it("is deleted with the account", async () => {
    await fillLog(20_500);
    expect((await owner.delete("/me")).status).toBe(204);
    expect(await left()).toEqual({ changes: 0, texts: 0 });
  });
});
