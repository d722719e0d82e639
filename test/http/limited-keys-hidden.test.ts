import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../functions/kith/core/scopes.ts";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

// What a key with limits is told of, and changes, beside what it asks for: conflicts of undoing, previews of imports, and
// reminders that follow others.

let owner: Account;
beforeEach(async () => {
  owner = await signUp();
});

const undo = (client: Client, set: string, body: Json = {}) =>
  client.post(`/activity/${set}/undo`, body);
const conflictsOf = async (client: Client, set: string): Promise<Json> => {
  const { conflicts, conflictCount } = expectStatus(await undo(client, set, { dryRun: true }), 200);
  expect(conflictCount).toBe(conflicts.length);
  const told = (each: Json) => ["resource", "name", "field", "reason"].map((name) => each[name]);
  return conflicts.map(told).sort();
};

describe("undoing with a key for one network", () => {
  let inside: string;
  let outside: string;
  let actorId: string;
  let key: Client;
  let person: string;
  beforeEach(async () => {
    inside = (await owner.make("/networks", { name: "Inside" })).id;
    outside = (await owner.make("/networks", { name: "Hidden" })).id;
    const made = await makeKey(owner, "K", { networkIds: [inside] });
    [actorId, key] = [made.id, as(made.key)];
    person = (await owner.make("/contacts", { firstName: "P", networkIds: [inside, outside] })).id;
  });

  it("does not name a network outside of the limits whose membership was erased", async () => {
    const set = changeSetOf(await key.delete(`/contacts/${person}`), 204);
    expectStatus(await owner.delete(`/trash/${set}`), 204);
    expect(await conflictsOf(key, set)).toEqual([
      ["contact", null, null, "erased"],
      ["membership", "Inside", null, "erased"],
    ]);
    const { errors } = expectProblem(await undo(key, set), 409, "conflict");
    expect(errors).toHaveLength(2);
    expect(await conflictsOf(owner, set)).toHaveLength(3);
  });

  it("does not name a network outside of the limits that the contact belongs to again", async () => {
    const set = changeSetOf(await key.delete(`/contacts/${person}`), 204);
    expectStatus(await undo(owner, set), 200);
    for (const method of ["delete", "put"] as const) {
      expectStatus(await owner[method](`/networks/${outside}/contacts/${person}`), 204);
    }
    // The contact itself is as it was, so that what is in the way is hidden.
    expect(await conflictsOf(owner, set)).toEqual([["membership", "Hidden", null, "exists"]]);
    expect(await conflictsOf(key, set)).toEqual([]);
    await owner.change(`/contacts/${person}`, { nickname: "N" });
    const contact = ["contact", "P", null, "exists"];
    expect(await conflictsOf(owner, set))
      .toEqual([contact, ["membership", "Hidden", null, "exists"]]);
    expect(await conflictsOf(key, set)).toEqual([contact]);
    expect(expectStatus(await undo(key, set, { partial: true }), 200).conflictCount).toBe(1);
    const { networkIds } = await owner.read(`/contacts/${person}`);
    expect(networkIds).toHaveLength(2);
  });

  it("does not reveal a note that the key does not see, but keeps the contact that it is about", async () => {
    const made = await key.post("/contacts", { firstName: "New" });
    const set = changeSetOf(made, 201);
    const { id } = made.body;
    const other = (await owner.make("/contacts", { firstName: "O" })).id;
    await owner.make("/notes", { content: "Hidden", contactIds: [id, other] });
    expect(await conflictsOf(owner, set)).toEqual([["contact", "New", "notes", "in_use"]]);
    expect(await conflictsOf(key, set)).toEqual([["contact", "New", null, "changed"]]);
    const { errors } = expectProblem(await undo(key, set), 409, "conflict");
    expect(errors).toMatchObject([{ pointer: `/contact/${id}` }]);
    await owner.read(`/contacts/${id}`);

    await owner.make("/notes", { content: "Seen", contactIds: [id, person] });
    expect(await conflictsOf(key, set)).toEqual([["contact", "New", "notes", "in_use"]]);
  });

  it("names the conflicts with its own changes, although undoing takes the contact out of the network", async () => {
    const made = await key.post("/contacts", { firstName: "New" });
    const note = await key.post("/notes", { content: "1", contactId: made.body.id });
    await owner.change(`/notes/${note.body.id}`, { content: "2" });
    const since = "2026-01-01";
    const answer = await key.post("/activity/undo", { actorId, since, dryRun: true });
    expect(
      expectStatus(answer, 200).conflicts.map(({ resource, reason }: Json) => [
        resource,
        reason,
      ]),
    ).toEqual([["note", "changed"], ["contact", "in_use"]]);
  });

  describe("in a series of reminders of which it sees the first alone", () => {
    let id: string;
    let nextId: string;
    beforeEach(async () => {
      const other = (await owner.make("/contacts", { firstName: "O" })).id;
      const series = { title: "R", dueAt: "2030-01-01", recurrence: "FREQ=DAILY" };
      id = (await owner.make("/reminders", { ...series, contactIds: [person, other] })).id;
      nextId = (await owner.change(`/reminders/${id}`, { completed: true })).nextId;
      await owner.change(`/reminders/${id}`, { contactIds: [person] });
      expectProblem(await key.get(`/reminders/${nextId}`), 404, "not_found");
    });

    it("leaves the next one when it opens the first again", async () => {
      for (const completed of [false, true]) {
        const changed = expectStatus(await key.patch(`/reminders/${id}`, { completed }), 200);
        expect(changed).toMatchObject({ completed, nextId: null });
        expect((await owner.read(`/reminders/${id}`)).nextId).toBe(nextId);
        await owner.read(`/reminders/${nextId}`);
      }
      expect((await owner.read("/reminders")).total).toBe(2);
      await owner.change(`/reminders/${id}`, { completed: false });
      expectProblem(await owner.get(`/reminders/${nextId}`), 404, "not_found");
    });

    it("sees nothing of the next one when that is deleted and restored", async () => {
      const { cursor } = await key.read("/changes");
      const paths = [`/reminders/${id}`, "/activity", `/changes?since=${cursor}`];
      const seen = () => Promise.all(paths.map((path) => key.read(path)));
      const before = await seen();
      const deleted = changeSetOf(await owner.delete(`/reminders/${nextId}`), 204);
      expect(await seen()).toEqual(before);
      expect((await owner.read(`/reminders/${id}`)).nextId).toBe(null);
      expectStatus(await undo(owner, deleted), 200);
      expect(await seen()).toEqual(before);
      expect((await owner.read(`/reminders/${id}`)).nextId).toBe(nextId);
    });
  });
});

it("undoing with a key that may not read notes and networks reveals none of them", async () => {
  const key = as(
    (await makeKey(owner, "K", { scopes: ["activity:write", "contacts:write"] })).key,
  );
  const made = await key.post("/contacts", { firstName: "New" });
  await owner.make("/notes", { content: "Hidden", contactId: made.body.id });
  expect(await conflictsOf(key, changeSetOf(made, 201)))
    .toEqual([["contact", "New", null, "changed"]]);

  const network = (await owner.make("/networks", { name: "Hidden" })).id;
  const { id } = await owner.make("/contacts", { firstName: "P", networkIds: [network] });
  const set = changeSetOf(await key.delete(`/contacts/${id}`), 204);
  expectStatus(await undo(owner, set), 200);
  for (const method of ["delete", "put"] as const) {
    expectStatus(await owner[method](`/networks/${network}/contacts/${id}`), 204);
  }
  await owner.change(`/contacts/${id}`, { nickname: "N" });
  expect(await conflictsOf(owner, set)).toHaveLength(2);
  const told = await conflictsOf(key, set);
  expect(told).toContainEqual(["contact", "P", null, "exists"]);
  expect(JSON.stringify(told)).not.toContain("Hidden");
});

describe("a preview of an import with reminders and the profile", () => {
  const needed: Scope[] = ["contacts:write", "networks:write", "notes:write"];
  const keyWith = async (...further: Scope[]) =>
    as((await makeKey(owner, "K", { scopes: [...needed, ...further] })).key);
  const document = (...names: string[]): Json => ({
    kith: 1,
    contacts: [{ firstName: "C" }],
    ...names.includes("profile") ? { profile: { name: "Hidden" } } : {},
    ...names.includes("reminders") ? { reminders: [{ title: "Hidden" }] } : {},
  });
  const rowsFor = async (client: Client, id: string): Promise<string[]> => {
    const { data, total } = expectStatus(await client.get(`/imports/${id}/rows`), 200);
    expect(total).toBe(data.length);
    return data.map(({ resource }: Json) => resource).sort();
  };

  it("shows them to keys that may read them", async () => {
    const { id } = await owner.make("/imports", document("reminders", "profile"));
    expect(await rowsFor(await keyWith(), id)).toEqual(["contact"]);
    expect(await rowsFor(await keyWith("reminders:read"), id)).toEqual(["contact", "reminder"]);
    expect(await rowsFor(await keyWith("profile:read"), id)).toEqual(["contact", "profile"]);
  });

  it.each(["reminders", "profile"] as const)(
    "the preview is deleted only by keys that may write %s, and makes room for no other",
    async (what) => {
      const { id } = await owner.make("/imports", document(what));
      for (const key of [await keyWith(), await keyWith(`${what}:read`)]) {
        const { detail } = expectProblem(
          await key.delete(`/imports/${id}`),
          403,
          "insufficient_scope",
        );
        expect(detail).toContain(what.replace(/s$/, ""));
        for (let made = 0; made < 4; made++) await key.make("/imports", document());
        expect(expectStatus(await key.get("/imports"), 200).total).toBeLessThanOrEqual(4);
        await owner.read(`/imports/${id}`);
      }
      expectProblem(await (await keyWith()).delete(`/imports/${randomUUID()}`), 404, "not_found");
      expectStatus(await (await keyWith(`${what}:write`)).delete(`/imports/${id}`), 204);
      expectProblem(await owner.get(`/imports/${id}`), 404, "not_found");
    },
  );
});
