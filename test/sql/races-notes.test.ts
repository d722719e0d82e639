import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type Asked, overlap, statusesOf, withTokenOf } from "../support/overlap.ts";
import { asPostgres } from "../support/sql.ts";

/**
 * Of each race the order in which it is lost: the second request starts when the first has done its work and has not
 * committed. Nothing here depends on chance or time.
 */
const sql = asPostgres(4);
let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const withToken = (operation: string, args: Json): Asked => withTokenOf(ada, operation, args);
const statuses = (first: Asked, second: Asked) => statusesOf(sql, first, second);

describe("lastContactedAt", () => {
  const early = "2026-01-01T00:00:00.000Z";
  const late = "2026-02-01T00:00:00.000Z";
  let contactId: string;
  let typeId: string;
  beforeEach(async () => {
    contactId = (await make(ada, "/contacts", { firstName: "A" })).id;
    typeId = (await make(ada, "/note-types", { name: "T" })).id;
  });
  const noted = async () => (await ada.get(`/contacts/${contactId}`)).body.lastContactedAt;
  const note = (occurredAt: string, noteTypeId: string | null = null) =>
    withToken("create_note", { body: { content: "A", contactId, occurredAt, noteTypeId } });
  const made = (occurredAt: string, noteTypeId: string | null = null) =>
    make(ada, "/notes", { content: "A", contactId, occurredAt, noteTypeId });
  const type = (countsAsContact: boolean) =>
    withToken("update_note_type", { id: typeId, body: { countsAsContact } });
  const remove = ({ id }: Json) => withToken("delete_note", { id });
  const move = ({ id }: Json, occurredAt: string) =>
    withToken("update_note", { id, body: { occurredAt } });

  it("is the later of two notes that are written at once, whichever commits first", async () => {
    await overlap(sql, note(late), note(early));
    expect(await noted()).toBe(late);
    contactId = (await make(ada, "/contacts", { firstName: "B" })).id;
    await overlap(sql, note(early), note(late));
    expect(await noted()).toBe(late);
  });

  it("leaves the total of notes right when notes are written, moved and deleted at once", async () => {
    await overlap(sql, note(late), note(late));
    expect((await ada.get("/notes")).body.total).toBe(2);
    const [one, other] = (await ada.get("/notes")).body.data;
    await overlap(sql, move(one, early), remove(other));
    expect((await ada.get("/notes")).body.total).toBe(1);
    expect((await ada.get("/notes?from=2026-02-01")).body.total).toBe(0);
  });

  it("is right when the newest note is deleted while another is created", async () => {
    await overlap(sql, remove(await made(late)), note(early));
    expect(await noted()).toBe(early);
    await overlap(sql, note(late), remove((await ada.get("/notes")).body.data[0]));
    expect(await noted()).toBe(late);
  });

  it("is right when two notes exchange their dates", async () => {
    const [one, other] = [await made(early), await made(late)];
    await overlap(sql, move(one, late), move(other, early));
    expect(await noted()).toBe(late);
    await overlap(sql, move(one, early), move(other, early));
    expect(await noted()).toBe(early);
  });

  it("ignores a note whose type stops counting meanwhile", async () => {
    expect(await statuses(note(late, typeId), type(false))).toEqual([201, 200]);
    expect(await noted()).toBeNull();
  });

  it("ignores a note of a type that is being switched off", async () => {
    expect(await statuses(type(false), note(late, typeId))).toEqual([200, 201]);
    expect(await noted()).toBeNull();
  });

  it("counts a note of a type that is being switched on", async () => {
    expectStatus(await ada.patch(`/note-types/${typeId}`, { countsAsContact: false }), 200);
    expect(await statuses(type(true), note(late, typeId))).toEqual([200, 201]);
    expect(await noted()).toBe(late);
  });

  it("counts a note whose type is deleted meanwhile", async () => {
    expectStatus(await ada.patch(`/note-types/${typeId}`, { countsAsContact: false }), 200);
    const [first, second] = await statuses(
      note(late, typeId),
      withToken("delete_note_type", { id: typeId }),
    );
    expect([first, second]).toEqual([201, 204]);
    expect(await noted()).toBe(late);
  });
});
