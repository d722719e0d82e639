import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Answer, type Json, timeless } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

// Undoing changes of the contacts of a note: each contact counts by itself.

let ada: Account;
let [a, b, c, d]: string[] = [];
beforeEach(async () => {
  ada = await signUp();
  [a, b, c, d] = await Promise.all(
    ["A", "B", "C", "D"].map(async (firstName) => (await make(ada, "/contacts", { firstName })).id),
  );
});

const noteAbout = async (...contactIds: (string | undefined)[]): Promise<string> =>
  (await make(ada, "/notes", { content: "x", contactIds })).id;
const about = async (id: string): Promise<string[]> =>
  expectStatus(await ada.get(`/notes/${id}`), 200).contactIds;
const changed = async (id: string, ...contactIds: (string | undefined)[]): Promise<string> =>
  changeSetOf(await ada.patch(`/notes/${id}`, { contactIds }), 200);
const deleted = async (id: string | undefined): Promise<string> =>
  changeSetOf(await ada.delete(`/contacts/${id}`), 204);
const undo = (id: string, body: Json = {}): Promise<Answer> =>
  ada.post(`/activity/${id}/undo`, body);
const undone = async (id: string) => expectStatus(await undo(id), 200);

describe("undoing the deletion of a contact", () => {
  it("puts it back in its place among the others, whatever was deleted since", async () => {
    const note = await noteAbout(a, b, c);
    const reminder = await make(ada, "/reminders", { title: "x", contactIds: [c, a] });
    const [first, second] = [await deleted(a), await deleted(b)];
    expect(await about(note)).toEqual([c]);
    await undone(first);
    expect(await about(note)).toEqual([a, c]);
    await undone(second);
    expect(await about(note)).toEqual([a, b, c]);
    expect((await ada.get(`/reminders/${reminder.id}`)).body.contactIds).toEqual([c, a]);
  });

  it("is exact where nothing changed meanwhile, and so is undoing that", async () => {
    const note = await noteAbout(b, a);
    const before = (await ada.get(`/notes/${note}`)).body;
    const deletion = await deleted(a);
    const after = (await ada.get(`/notes/${note}`)).body;
    const { activityId } = await undone(deletion);
    expect(timeless((await ada.get(`/notes/${note}`)).body)).toEqual(timeless(before));
    await undone(activityId);
    expect(timeless((await ada.get(`/notes/${note}`)).body)).toEqual(timeless(after));
  });

  it("puts it after those that were added since", async () => {
    const note = await noteAbout(a);
    const deletion = await deleted(a);
    await changed(note, c, d);
    await undone(deletion);
    expect(await about(note)).toEqual([c, d, a]);
  });

  it("restores lastContactedAt of each contact", async () => {
    const body = { content: "x", contactIds: [a, b], occurredAt: "2025-01-01" };
    await make(ada, "/notes", body);
    const deletion = await deleted(b);
    await undone(deletion);
    for (const id of [a, b]) {
      expect((await ada.get(`/contacts/${id}`)).body.lastContactedAt).toMatch(/^2025-01-01/);
    }
  });
});

describe("undoing a change of contacts", () => {
  it("removes the contacts that it added, restores those that it removed, and changes nothing else", async () => {
    const note = await noteAbout(a, b);
    const change = await changed(note, b, c);
    await changed(note, d, b, c);
    await undone(change);
    expect(await about(note)).toEqual([d, a, b]);
  });

  it("ignores a contact that it added and that was deleted since", async () => {
    const note = await noteAbout(a);
    const change = await changed(note, a, b, c);
    await deleted(b);
    await undone(change);
    expect(await about(note)).toEqual([a]);
  });

  it("is a conflict where a contact that it added was replaced since", async () => {
    const note = await noteAbout(a);
    const change = await changed(note, b);
    await changed(note, c);
    expectProblem(await undo(change), 409, "conflict");
    const { conflicts } = expectStatus(await undo(change, { partial: true }), 200);
    expect(conflicts).toMatchObject([{ id: note, field: "contactIds", reason: "changed" }]);
    expect(await about(note)).toEqual([c]);
  });

  it("is a conflict where it changed the order and the order was changed since", async () => {
    const note = await noteAbout(a, b);
    const change = await changed(note, b, a);
    await changed(note, b, a, c);
    expectProblem(await undo(change), 409, "conflict");
  });

  it("is a conflict where a contact that it removed was deleted since", async () => {
    const note = await noteAbout(a, b);
    const change = await changed(note, b);
    await deleted(a);
    const { conflicts } = expectStatus(await undo(change, { partial: true }), 200);
    expect(conflicts).toMatchObject([{ field: "contactIds", reason: "missing_reference" }]);
    expect(await about(note)).toEqual([b]);
  });

  it("is a conflict where the note would have too many contacts", async () => {
    const many = await Promise.all(
      Array.from({ length: 50 }, async () => (await make(ada, "/contacts", { firstName: "N" })).id),
    );
    const note = await noteAbout(a, ...many.slice(1));
    const change = await changed(note, ...many.slice(1));
    await changed(note, ...many);
    const { conflicts } = expectStatus(await undo(change, { partial: true }), 200);
    expect(conflicts).toMatchObject([{ id: note, reason: "limit_reached" }]);
  });
});

describe("a new contact that others refer to", () => {
  it("is not deleted by undoing, also where it is not the first contact of a note or reminder", async () => {
    for (
      const [path, body] of [["notes", { content: "x" }], ["reminders", { title: "x" }]] as const
    ) {
      const made = await ada.post("/contacts", { firstName: "N" });
      await make(ada, `/${path}`, { ...body, contactIds: [a, made.body.id] });
      const { conflicts } = expectStatus(
        await undo(changeSetOf(made, 201), { partial: true }),
        200,
      );
      expect(conflicts).toMatchObject([{ field: path, reason: "in_use" }]);
    }
  });
});
