import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

const trash = async (client: Client, query = ""): Promise<Json[]> =>
  expectStatus(await client.get(`/trash?${query}`), 200).data;
const undo = (client: Client, id: string) => client.post(`/activity/${id}/undo`);

/** Makes something and deletes it; the change set of the deletion. */
async function remove(client: Client, path: string, body: Json): Promise<string> {
  const { id } = await make(client, path, body);
  return changeSetOf(await client.delete(`${path}/${id}`), 204);
}

describe("the trash", () => {
  let ada: Account;
  beforeAll(async () => {
    ada = await signUp();
  });

  it("lists what was deleted, newest first, with its name and who deleted it", async () => {
    const { id: keyId, key } = await makeKey(ada, "Cleaner");
    const contact = await make(ada, "/contacts", { firstName: "Zoë", lastName: "Müller" });
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
    expectViolations(await ada.get("/trash?resource=membership"), "query /resource invalid_format");
  });

  it("has nothing that exists or only left a network", async () => {
    const owner = await signUp();
    const { id } = await make(owner, "/networks", { name: "A" });
    const contact = await make(owner, "/contacts", { firstName: "A", networkIds: [id] });
    expectStatus(await owner.delete(`/networks/${id}/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toEqual([]);
    const first = changeSetOf(await owner.delete(`/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toMatchObject([{ id: first }]);
    expectStatus(await undo(owner, first), 200);
    expect(await trash(owner)).toEqual([]);
    const second = changeSetOf(await owner.delete(`/contacts/${contact.id}`), 204);
    expect(await trash(owner)).toMatchObject([{ id: second, resourceId: contact.id }]);
  });

  it("has what was deleted by undoing", async () => {
    const owner = await signUp();
    const made = await owner.post("/contacts", { firstName: "A" });
    const undone = await undo(owner, changeSetOf(made, 201));
    expect(await trash(owner)).toMatchObject([{ id: undone.body.activityId, name: "A" }]);
  });
});

describe("erasing", () => {
  let owner: Account;
  let erased: string;
  let kept: string;
  beforeEach(async () => {
    owner = await signUp();
    erased = await remove(owner, "/contacts", { firstName: "Secret", description: "Secret too" });
    kept = await remove(owner, "/notes", { content: "Kept" });
  });

  it("one item leaves the others, and removes it from the log", async () => {
    expect(await owner.delete(`/trash/${erased}`)).toMatchObject({ status: 204, text: "" });
    expect(await trash(owner)).toMatchObject([{ id: kept }]);
    const log = await owner.get("/activity?pageSize=200");
    expect(log.text).not.toContain("Secret");
    expectProblem(await owner.delete(`/trash/${erased}`), 404, "not_found");
    const { errors } = expectProblem(await undo(owner, erased), 409, "conflict");
    expect(errors[0].message).toBe("What it was has been erased from the log.");
    expectStatus(await undo(owner, kept), 200);
  });

  it("everything leaves nothing to restore, and keeps what exists", async () => {
    const { id } = await make(owner, "/contacts", { firstName: "Here" });
    const changed = changeSetOf(await owner.patch(`/contacts/${id}`, { nickname: "H" }), 200);
    expect(await owner.delete("/trash")).toMatchObject({ status: 204, text: "" });
    expect(await trash(owner)).toEqual([]);
    for (const each of [erased, kept]) expectProblem(await undo(owner, each), 409, "conflict");
    expect((await owner.get("/activity")).text).not.toContain("Secret");
    expectStatus(await undo(owner, changed), 200);
    expect((await owner.get(`/contacts/${id}`)).body.nickname).toBeNull();
  });

  it("needs an access token, and works on one's own trash only", async () => {
    const { key } = await makeKey(owner);
    expectProblem(await as(key).delete("/trash"), 403, "access_token_required");
    expectProblem(await as(key).delete(`/trash/${kept}`), 403, "access_token_required");
    const stranger = await signUp();
    const made = changeSetOf(await owner.post("/contacts", { firstName: "A" }), 201);
    expectProblem(await stranger.delete(`/trash/${kept}`), 404, "not_found");
    expectProblem(await owner.delete(`/trash/${made}`), 404, "not_found");
    expectStatus(await stranger.delete("/trash"), 204);
    expect(await trash(owner)).toHaveLength(2);
  });

  it("has no X-Activity-Id", async () => {
    for (const path of [`/trash/${kept}`, "/trash", "/activity"]) {
      expect((await owner.delete(path)).headers.get("x-activity-id")).toBeNull();
    }
    expect((await owner.get("/activity")).body.total).toBe(0);
  });
});
