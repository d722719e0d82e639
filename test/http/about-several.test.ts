import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Json, timeless } from "../support/client.ts";
import { expectInvalidReferences, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

// test/http/postgrest.test.ts writes and refuses the same values through PostgREST.

let ada: Account;
let [a, b, c, d]: string[] = [];
beforeEach(async () => {
  ada = await signUp();
  [a, b, c, d] = await Promise.all(
    ["A", "B", "C", "D"].map(async (firstName) => (await ada.make("/contacts", { firstName })).id),
  );
});

describe.each([
  { path: "/notes", needed: { content: "x" } },
  { path: "/reminders", needed: { title: "x" } },
])("$path", ({ path, needed }) => {
  const create = (about: Json) => ada.make(path, { ...needed, ...about });
  const readOne = (id: string) => ada.read(`${path}/${id}`);
  const patch = (id: string, about: Json) => ada.change(`${path}/${id}`, about);
  const aboutOf = ({ contactId, contactIds }: Json) => [contactId, contactIds];

  it("a note or reminder has contactIds, and the first of them as contactId", async () => {
    for (
      const [given, ids] of [
        [{ contactIds: [b, a, b, c] }, [b, a, c]],
        [{ contactId: a }, [a]],
        [{ contactId: a, contactIds: [a, c] }, [a, c]],
        [{ contactId: null, contactIds: [] }, []],
        [{}, []],
      ] as const
    ) {
      const made = await create(given);
      expect(aboutOf(made)).toEqual([ids[0] ?? null, ids]);
      expect(await readOne(made.id)).toEqual(made);
      expect(await patch(made.id, made)).toEqual(made);
    }
  });

  it("a note or reminder has the list or the one contact that was written last", async () => {
    const { id } = await create({ contactIds: [a, b] });
    for (
      const [given, ids] of [
        [{ contactIds: [c, a] }, [c, a]],
        [{ contactId: c }, [c]],
        [{ contactIds: [a, c] }, [a, c]],
        [{ contactId: null }, []],
        [{ contactIds: [b, c] }, [b, c]],
        [{ contactIds: [] }, []],
      ] as const
    ) expect(aboutOf(await patch(id, given))).toEqual([ids[0] ?? null, ids]);
  });

  it("refuses a contactId that is not the first of contactIds, and ids that the account does not have", async () => {
    const foreign = (await (await signUp()).make("/contacts", { firstName: "F" })).id;
    const made = await create({ contactIds: [a] });
    for (
      const send of [
        (body: Json) => ada.post(path, { ...needed, ...body }),
        (body: Json) => ada.patch(`${path}/${made.id}`, body),
      ]
    ) {
      for (
        const [body, violation] of [
          [{ contactId: a, contactIds: [b, a] }, "/contactIds invalid_format"],
          [{ contactId: a, contactIds: [] }, "/contactIds invalid_format"],
          [{ contactId: null, contactIds: [a] }, "/contactIds invalid_format"],
        ] as const
      ) expectViolations(await send(body), `body ${violation}`);
      const several = { contactIds: [a, randomUUID(), b, foreign] };
      expectInvalidReferences(await send(several), "/contactIds/1", "/contactIds/3");
    }
    expect(await readOne(made.id)).toEqual(made);
  });

  it("a note or reminder is found once by any of its contacts, in every order", async () => {
    const ids: string[] = [];
    for (const contactIds of [[a, b], [b], [c, a, b], [c], [b, c]]) {
      ids.push((await create({ contactIds })).id);
    }
    const [ab, onlyB, cab, onlyC, bc] = ids as [string, string, string, string, string];
    const found = async (query: string) => {
      const { data, total } = await ada.read(`${path}?${query}`);
      return [data.map(({ id }: Json) => id), total];
    };
    expect(await found(`contactId=${b}&sort=createdAt`)).toEqual([[ab, onlyB, cab, bc], 4]);
    expect(await found(`contactId=${b}&sort=-createdAt`)).toEqual([[bc, cab, onlyB, ab], 4]);
    expect(await found(`contactId=${a}&sort=createdAt&pageSize=1&page=2`)).toEqual([[cab], 2]);
    const [byDefault, total] = await found(`contactId=${c}`);
    expect([new Set(byDefault), total]).toEqual([new Set([cab, onlyC, bc]), 3]);
    await patch(cab, { contactIds: [b, c] });
    expect(await found(`contactId=${a}`)).toEqual([[ab], 1]);
    const shown = await ada.read(`/contacts/${b}?include=${path.slice(1)}`);
    const own = shown[path.slice(1)].map(({ id }: Json) => id);
    expect(own.sort()).toEqual([ab, onlyB, cab, bc].sort());
  });
});

describe("undoing a change of the contacts of a note", () => {
  const noteAbout = async (...contactIds: Json[]): Promise<string> =>
    (await ada.make("/notes", { content: "x", contactIds })).id;
  const about = async (id: string) => (await ada.read(`/notes/${id}`)).contactIds;
  const changed = async (id: string, ...contactIds: Json[]) =>
    changeSetOf(await ada.patch(`/notes/${id}`, { contactIds }), 200);
  const deleted = async (id: Json) => changeSetOf(await ada.delete(`/contacts/${id}`), 204);

  it("puts a deleted contact back in its place, although another one was deleted since", async () => {
    const note = await noteAbout(a, b, c);
    const before = await ada.read(`/notes/${note}`);
    const [first, second] = [await deleted(a), await deleted(b)];
    expect(await about(note)).toEqual([c]);
    await ada.undo(first);
    expect(await about(note)).toEqual([a, c]);
    const { activityId } = await ada.undo(second);
    expect(timeless(await ada.read(`/notes/${note}`))).toEqual(timeless(before));
    await ada.undo(activityId);
    expect(await about(note)).toEqual([a, c]);
  });

  it("puts a deleted contact after those that were added since", async () => {
    const note = await noteAbout(a);
    const deletion = await deleted(a);
    await changed(note, c, d);
    await ada.undo(deletion);
    expect(await about(note)).toEqual([c, d, a]);
  });

  it("undoing is a conflict if the note would have too many contacts", async () => {
    const create = Array(50).fill({ firstName: "N" });
    expectStatus(await ada.post("/contacts/bulk", { create }), 200);
    const many = (await ada.listed("/contacts?search=N&pageSize=50")).map(({ id }) => id);
    const note = await noteAbout(a, ...many.slice(1));
    const set = await changed(note, ...many.slice(1));
    await changed(note, ...many);
    const { conflicts } = await ada.undo(set, { partial: true });
    expect(conflicts).toMatchObject([{ id: note, reason: "limit_reached" }]);
  });
});
