import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../../support/accounts.ts";
import { superuser } from "../../support/sql.ts";

const sql = superuser();
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("a network with thousands of contacts", () => {
  const members = 1_200;

  it("is deleted and comes back with all of them in one request each", async () => {
    const { id } = await make(ada, "/networks", { name: "Large" });
    await sql`
      with added as (
        insert into kith.contacts (owner_id, first_name)
        select ${ada.id}, 'C' || n from generate_series(1, ${members}::integer) n returning id)
      insert into kith.contact_networks (owner_id, contact_id, network_id)
      select ${ada.id}, a.id, ${id} from added a`;
    const rows = () =>
      sql`select to_jsonb(m) as row from kith.contact_networks m where m.owner_id = ${ada.id}
          union all select to_jsonb(c) - 'updated_at' from kith.contacts c where c.owner_id = ${ada.id}
          order by 1`;
    const before = await rows();

    const deleted = await ada.delete(`/networks/${id}`);
    expect(deleted.status).toBe(204);
    const activityId = deleted.headers.get("x-activity-id")!;
    const { summary, changeCount, changes } = expectStatus(
      await ada.get(`/activity/${activityId}`),
      200,
    );
    expect(summary).toBe(`Deleted network Large, deleted ${members} memberships`);
    expect(changeCount).toBe(members + 1);
    expect(changes).toHaveLength(200);

    const undone = expectStatus(await ada.post(`/activity/${activityId}/undo`), 200);
    expect(undone).toMatchObject({ conflictCount: 0, changeCount: members + 1 });
    expect((await ada.get(`/networks/${id}`)).body.contactCount).toBe(members);
    expect(await rows()).toEqual(before);
  });
});
