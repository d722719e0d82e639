import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
const trash = (client: Client, query = "") => client.listed(`/trash?${query}`);
const undo = (client: Client, id: string) => client.post(`/activity/${id}/undo`);

/** Makes something and deletes it; the change set of the deletion. */
async function remove(client: Client, path: string, body: Json): Promise<string> {
  const { id } = await client.make(path, body);
  return changeSetOf(await client.delete(`${path}/${id}`), 204);
}

describe("the trash", async () => {
  const ada = await signUp();

  it("lists what was deleted, newest first, with its name and who deleted it", async () => {
    const { id: keyId, key } = await makeKey(ada, "Cleaner");
    const contact = await ada.make("/contacts", { firstName: "Zoë", lastName: "Müller" });
    const deleted = changeSetOf(await as(key).delete(`/contacts/${contact.id}`), 204);
    await remove(ada, "/networks", { name: "Climbing" });
    await remove(ada, "/note-types", { name: "Letter" });
    await remove(ada, "/reminders", { title: "Send photos" });
    await remove(ada, "/notes", { content: "Talked about the climbing trip" });
    const items = await trash(ada);
    expect(items.map(({ resource, name }) => [resource, name])).toEqual([
      ["note", "Talked about the climbing trip"],
      ["reminder", "Send photos"],
      ["note_type", "Letter"],
      ["network", "Climbing"],
      ["contact", "Zoë Müller"],
    ]);
    expect(items[4]).toEqual({
      id: deleted,
      resource: "contact",
      resourceId: contact.id,
      name: "Zoë Müller",
      deletedAt: (await ada.get(`/activity/${deleted}`)).body.at,
      actor: { kind: "api_key", id: keyId, name: "Cleaner" },
    });
    expect(await trash(as(key))).toEqual(items);
  });

  it("is filtered by kind, and searched as contacts are", async () => {
    const names = async (query: string) => (await trash(ada, query)).map(({ name }) => name);
    expect(await names("resource=network")).toEqual(["Climbing"]);
    expect(await names("search=muller zoe")).toEqual(["Zoë Müller"]);
    expect(await names("search=CLIMB")).toEqual(["Talked about the climbing trip", "Climbing"]);
    expect(await names("search=climb&resource=note")).toEqual(["Talked about the climbing trip"]);
    expect(await names("search=%25")).toEqual([]);
    expect(await names("search=")).toHaveLength(5);
  });

  it("has nothing that exists or only left a network", async () => {
    const owner = await signUp();
    const { id } = await owner.make("/networks", { name: "A" });
    const contact = await owner.make("/contacts", { firstName: "A", networkIds: [id] });
    expectStatus(await owner.delete(`/networks/${id}/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toEqual([]);
    const first = changeSetOf(await owner.delete(`/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toMatchObject([{ id: first }]);
    expectStatus(await undo(owner, first), 200);
    expect(await trash(owner)).toEqual([]);
    const second = changeSetOf(await owner.delete(`/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toMatchObject([{ id: second, resourceId: contact.id }]);
    const made = await owner.post("/networks", { name: "Undone" });
    const { body } = await undo(owner, changeSetOf(made, 201));
    expect((await trash(owner))[0]).toMatchObject({ id: body.activityId, name: "Undone" });
  });
});

// test/sql/log-retention.test.ts looks for what was erased in every table.
it("erasing one item leaves the others, and removes it from the log", async () => {
  const owner = await signUp();
  const erased = await remove(owner, "/contacts", { firstName: "Secret", description: "Secret" });
  const kept = await remove(owner, "/notes", { content: "Kept" });
  expect(await owner.delete(`/trash/${erased}`)).toMatchObject({ status: 204, text: "" });
  expect(await trash(owner)).toMatchObject([{ id: kept }]);
  expect((await owner.get("/activity?pageSize=200")).text).not.toContain("Secret");
  expectProblem(await owner.delete(`/trash/${erased}`), 404, "not_found");
  const { errors } = expectProblem(await undo(owner, erased), 409, "conflict");
  expect(errors[0].message).toBe("What it was has been erased from the log.");
  expectStatus(await undo(owner, kept), 200);
});

describe("what is too large to be erased in one statement", () => {
  let owner: Account;
  beforeEach(async () => {
    owner = await signUp();
  });

  /**
   * Adds to the log what a large import and its deletion would have: one deleted note for each number. One statement
   * erases 20,000 changes, or 2,000 resources of the trash.
   */
  async function fillLog(notes: number): Promise<void> {
    await owner.make("/networks", { name: "First" });
    await sql`
      with added as (
        insert into kith_private.change_sets (owner_id, number, id, actor_kind)
        values (${owner.id}, 2, gen_random_uuid(), 'database') returning owner_id, number)
      insert into kith_private.changes
        (owner_id, set_number, position, resource, resource_id, action, name, before, is_shown, total_bytes)
      select a.owner_id, a.number, n, 'note', gen_random_uuid(), 'delete', 'Large log', '{"content":"Large log"}', true, n * 300
        from added a, generate_series(1, ${notes}::integer) n`;
  }

  async function left(): Promise<unknown> {
    const [row] = await sql`
      select count(*)::integer as changes, count(name)::integer as texts
        from kith_private.changes where owner_id = ${owner.id} and resource = 'note'`;
    return row;
  }

  it.each(["/activity", "/me"])("is erased by one DELETE %s", async (path) => {
    await fillLog(20_500);
    expectStatus(await owner.delete(path), 204);
    expect(await left()).toEqual({ changes: 0, texts: 0 });
  });

  it.each(["/trash", "one item of it"])("is erased by one DELETE %s", async (path) => {
    await fillLog(2_050);
    const { data, total } = (await owner.get("/trash?pageSize=1")).body;
    expect(total).toBe(2_050);
    expectStatus(await owner.delete(path === "/trash" ? path : `/trash/${data[0].id}`), 204);
    expect(await left()).toEqual({ changes: 2_050, texts: 0 });
    expect(await trash(owner)).toEqual([]);
  });
});
