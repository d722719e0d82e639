import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

// Notes and reminders about several contacts, through the API and through PostgREST.

let ada: Account;
let [a, b, c]: string[] = [];
beforeEach(async () => {
  ada = await signUp();
  [a, b, c] = await Promise.all(
    ["A", "B", "C"].map(async (firstName) => (await make(ada, "/contacts", { firstName })).id),
  );
});

describe.each([
  { path: "/notes", table: "notes", needed: { content: "x" }, further: "note_contacts" },
  { path: "/reminders", table: "reminders", needed: { title: "x" }, further: "reminder_contacts" },
])("$path", ({ path, table, needed, further }) => {
  const create = (about: Json) => make(ada, path, { ...needed, ...about });
  const read = async (id: string): Promise<Json> =>
    expectStatus(await ada.get(`${path}/${id}`), 200);
  const change = async (id: string, about: Json): Promise<Json> =>
    expectStatus(await ada.patch(`${path}/${id}`, about), 200);
  const aboutOf = ({ contactId, contactIds }: Json) => [contactId, contactIds];
  const rest = () => postgrestClient(ada.token);

  describe("through the API", () => {
    it("has contactIds, and the first of them as contactId", async () => {
      for (
        const [given, ids] of [
          [{ contactIds: [b, a, c] }, [b, a, c]],
          [{ contactIds: [b, a, b, a] }, [b, a]],
          [{ contactId: a }, [a]],
          [{ contactId: a, contactIds: [a, c] }, [a, c]],
          [{ contactId: null, contactIds: [] }, []],
          [{ contactIds: [] }, []],
          [{ contactId: null }, []],
          [{}, []],
        ] as const
      ) {
        const made = await create(given);
        expect(aboutOf(made)).toEqual([ids[0] ?? null, ids]);
        expect(await read(made.id)).toEqual(made);
      }
    });

    it("has the list or the one contact that was written last", async () => {
      const made = await create({ contactIds: [a, b] });
      expect(aboutOf(await change(made.id, { contactIds: [c, a] }))).toEqual([c, [c, a]]);
      expect(aboutOf(await change(made.id, { contactId: c }))).toEqual([c, [c]]);
      expect(aboutOf(await change(made.id, { contactIds: [a, c] }))).toEqual([a, [a, c]]);
      expect(aboutOf(await change(made.id, { contactId: b }))).toEqual([b, [b]]);
      expect(aboutOf(await change(made.id, { contactIds: [a, b] }))).toEqual([a, [a, b]]);
      expect(aboutOf(await change(made.id, { contactId: null }))).toEqual([null, []]);
      await change(made.id, { contactIds: [b, c] });
      expect(aboutOf(await change(made.id, { contactIds: [] }))).toEqual([null, []]);
    });

    it("does not change when it is sent back as it was read", async () => {
      for (const contactIds of [[], [a], [b, a]]) {
        const made = await create({ contactIds });
        expect(await change(made.id, made)).toEqual(made);
      }
    });

    it("refuses a contactId that is not the first of contactIds", async () => {
      const made = await create({ contactIds: [a, b] });
      for (
        const body of [
          { contactId: a, contactIds: [b, a] },
          { contactId: a, contactIds: [] },
          { contactId: null, contactIds: [a] },
        ]
      ) {
        const violations = "body /contactIds invalid_format";
        expectViolations(await ada.post(path, { ...needed, ...body }), violations);
        expectViolations(await ada.patch(`${path}/${made.id}`, body), violations);
      }
    });

    it("refuses more than 50 and wrong ids, and names each id that is unknown or of another owner", async () => {
      const foreign = (await make(await signUp(), "/contacts", { firstName: "F" })).id;
      const made = await create({ contactIds: [a] });
      for (
        const send of [
          (body: Json) => ada.post(path, { ...needed, ...body }),
          (body: Json) => ada.patch(`${path}/${made.id}`, body),
        ]
      ) {
        const many = Array.from({ length: 51 }, () => a);
        expectViolations(await send({ contactIds: many }), "body /contactIds too_long");
        expectViolations(await send({ contactIds: [a, null] }), "body /contactIds/1 invalid_type");
        expectViolations(await send({ contactIds: null }), "body /contactIds invalid_type");
        const unknown = async (body: Json) => {
          const { errors } = expectProblem(await send(body), 400, "invalid_reference");
          return errors.map(({ pointer }: Json) => pointer);
        };
        expect(await unknown({ contactIds: [a, randomUUID(), b, foreign] }))
          .toEqual(["/contactIds/1", "/contactIds/3"]);
        expect(await unknown({ contactId: foreign })).toEqual(["/contactId"]);
      }
      expect(await read(made.id)).toEqual(made);
    });

    it("is found once by any of its contacts, in every order", async () => {
      const ids: string[] = [];
      for (const contactIds of [[a, b], [b], [c, a, b], [c], [b, c]]) {
        ids.push((await create({ contactIds })).id);
      }
      const [ab, onlyB, cab, onlyC, bc] = ids as [string, string, string, string, string];
      const found = async (query: string) => {
        const { data, total } = expectStatus(await ada.get(`${path}?${query}`), 200);
        return [data.map(({ id }: Json) => id), total];
      };
      expect(await found(`contactId=${b}&sort=createdAt`)).toEqual([[ab, onlyB, cab, bc], 4]);
      expect(await found(`contactId=${b}&sort=-createdAt`)).toEqual([[bc, cab, onlyB, ab], 4]);
      expect(await found(`contactId=${a}&sort=createdAt&pageSize=1&page=2`)).toEqual([[cab], 2]);
      expect(await found(`contactId=${c}&sort=createdAt`)).toEqual([[cab, onlyC, bc], 3]);
      const byDefault = await found(`contactId=${c}`);
      expect([new Set(byDefault[0]), byDefault[1]]).toEqual([new Set([cab, onlyC, bc]), 3]);
      await change(cab, { contactIds: [b, c] });
      expect(await found(`contactId=${a}`)).toEqual([[ab], 1]);
      const shown = expectStatus(await ada.get(`/contacts/${b}?include=notes,reminders`), 200);
      const own = (path === "/notes" ? shown.notes : shown.reminders).map(({ id }: Json) => id);
      expect(new Set(own)).toEqual(new Set([ab, onlyB, cab, bc]));
      expect(own).toHaveLength(4);
    });

    it("loses any of its contacts when it is deleted", async () => {
      const made = await create({ contactIds: [a, b, c] });
      expectStatus(await ada.delete(`/contacts/${b}`), 204);
      const after = await read(made.id);
      expect(aboutOf(after)).toEqual([a, [a, c]]);
      expect(after.updatedAt > made.updatedAt).toBe(true);
      expectStatus(await ada.delete(`/contacts/${a}`), 204);
      expect(aboutOf(await read(made.id))).toEqual([c, [c]]);
      expectStatus(await ada.delete(`/contacts/${c}`), 204);
      expect(aboutOf(await read(made.id))).toEqual([null, []]);
    });
  });

  describe("through PostgREST", () => {
    const insert = async (about: Json) => {
      const [row] = expectStatus(await rest().post(`/${table}`, { ...needed, ...about }), 201);
      return row;
    };
    const update = async (id: string, about: Json) => {
      const [row] = expectStatus(await rest().patch(`/${table}?id=eq.${id}`, about), 200);
      return row;
    };
    const columns = ({ contact_id, contact_ids }: Json) => [contact_id, contact_ids];

    it("keeps contact_id and contact_ids in step, whichever is written", async () => {
      expect(columns(await insert({ contact_ids: [b, a] }))).toEqual([b, [b, a]]);
      expect(columns(await insert({ contact_ids: [b, null, a, b] }))).toEqual([b, [b, a]]);
      expect(columns(await insert({ contact_ids: [null] }))).toEqual([null, []]);
      expect(columns(await insert({ contact_id: a }))).toEqual([a, [a]]);
      expect(columns(await insert({ contact_id: a, contact_ids: [a, c] }))).toEqual([a, [a, c]]);
      const { id } = await insert({});
      expect(columns(await update(id, { contact_ids: [a, b] }))).toEqual([a, [a, b]]);
      expect(columns(await update(id, { contact_id: b }))).toEqual([b, [b]]);
      expect(columns(await update(id, { contact_id: c, contact_ids: [c, b] }))).toEqual([c, [
        c,
        b,
      ]]);
      expect(columns(await update(id, { contact_id: null }))).toEqual([null, []]);
      expect(await read(id)).toMatchObject({ contactId: null, contactIds: [] });
    });

    it("refuses what the API refuses", async () => {
      const { id } = await insert({ contact_ids: [a, b] });
      const many = Array.from({ length: 51 }, () => a);
      for (
        const [about, code] of [
          [{ contact_id: b, contact_ids: [c, b] }, "23514"],
          [{ contact_ids: many }, "23514"],
          [{ contact_ids: [a, randomUUID()] }, "23503"],
          [{ contact_ids: null }, "23502"],
        ] as const
      ) {
        expect((await rest().post(`/${table}`, { ...needed, ...about })).body.code).toBe(code);
        expect((await rest().patch(`/${table}?id=eq.${id}`, about)).body.code).toBe(code);
      }
    });

    it("loses contacts that are deleted in one statement", async () => {
      const rows = [];
      for (const contact_ids of [[a, b, c], [c, b, a], [b, a], [a]]) {
        rows.push(await insert({ contact_ids }));
      }
      expectStatus(await rest().delete(`/contacts?id=in.(${a},${b})`), 200);
      const after = [];
      for (const { id } of rows) after.push((await read(id)).contactIds);
      expect(after).toEqual([[c], [c], [], []]);
    });

    it("shows the further contacts as read-only rows", async () => {
      const { id } = await insert({ contact_ids: [c, a, b] });
      const key = further.replace("_contacts", "_id");
      const list = async () =>
        expectStatus(
          await rest().get(`/${further}?select=place,contact_id&${key}=eq.${id}&order=place`),
          200,
        );
      expect(await list()).toEqual([{ place: 2, contact_id: a }, { place: 3, contact_id: b }]);
      await update(id, { contact_ids: [b, c] });
      expect(await list()).toEqual([{ place: 2, contact_id: c }]);
      const row = { [key]: id, contact_id: a, place: 3 };
      expect((await rest().post(`/${further}`, row)).body.code).toBe("42501");
      expect((await rest().delete(`/${further}?${key}=eq.${id}`)).body.code).toBe("42501");
      await update(id, { contact_id: a });
      expect(await list()).toEqual([]);
    });
  });
});

describe("an account with notes and reminders about several", () => {
  it("is deleted with all of them", async () => {
    await make(ada, "/notes", { content: "x", contactIds: [a, b, c] });
    await make(ada, "/reminders", { title: "x", contactIds: [b, a] });
    expectStatus(await ada.delete("/me"), 204);
    expect((await ada.get("/me")).status).toBe(401);
  });
});

describe("lastContactedAt", () => {
  const times = async () => {
    const contacts = await Promise.all([a, b, c].map((id) => ada.get(`/contacts/${id}`)));
    return contacts.map(({ body }) => body.lastContactedAt?.slice(0, 10) ?? null);
  };
  const note = (occurredAt: string, contactIds: Json, more = {}) =>
    make(ada, "/notes", { content: "x", contactIds, occurredAt, ...more });

  it("counts notes in which the contact has any place", async () => {
    const first = await note("2025-01-01", [a, b]);
    expect(await times()).toEqual(["2025-01-01", "2025-01-01", null]);
    const second = await note("2025-02-01", [c, b]);
    await note("2024-01-01", [b]);
    expect(await times()).toEqual(["2025-01-01", "2025-02-01", "2025-02-01"]);
    await ada.patch(`/notes/${second.id}`, { occurredAt: "2024-06-01" });
    expect(await times()).toEqual(["2025-01-01", "2025-01-01", "2024-06-01"]);
    await ada.patch(`/notes/${first.id}`, { contactIds: [c, a] });
    expect(await times()).toEqual(["2025-01-01", "2024-06-01", "2025-01-01"]);
    await ada.patch(`/notes/${first.id}`, { contactIds: [a] });
    expect(await times()).toEqual(["2025-01-01", "2024-06-01", "2024-06-01"]);
    await ada.delete(`/notes/${second.id}`);
    expect(await times()).toEqual(["2025-01-01", "2024-01-01", null]);
  });

  it("ignores notes whose type does not count, and follows changes of the type", async () => {
    const type = await make(ada, "/note-types", { name: "T", countsAsContact: false });
    await note("2025-03-01", [a, b], { noteTypeId: type.id });
    await note("2025-01-01", [c, b]);
    expect(await times()).toEqual([null, "2025-01-01", "2025-01-01"]);
    await ada.patch(`/note-types/${type.id}`, { countsAsContact: true });
    expect(await times()).toEqual(["2025-03-01", "2025-03-01", "2025-01-01"]);
    await ada.patch(`/note-types/${type.id}`, { countsAsContact: false });
    expect(await times()).toEqual([null, "2025-01-01", "2025-01-01"]);
    await ada.delete(`/note-types/${type.id}`);
    expect(await times()).toEqual(["2025-03-01", "2025-03-01", "2025-01-01"]);
  });
});
