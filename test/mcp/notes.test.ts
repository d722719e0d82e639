import { afterAll, describe, expect, it } from "vitest";
import { makeKey, signUp, withKey } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, connect } from "../support/mcp/client.ts";

/** What notes of assistants count as, and their types. */
const ada = await signUp();
const client = await connect((await makeKey(ada)).key);
afterAll(() => client.close());

const call = async (name: string, input: Json, by = client) => {
  const { isError, read } = await callTool(by, name, input);
  return { isError, ...read };
};
const person = async (firstName: string) => (await ada.make("/contacts", { firstName })).id;
const lastContact = async (id: string) => (await ada.get(`/contacts/${id}`)).body.lastContactedAt;
const types = async () =>
  (await call("list_note_types", {})).noteTypes
    .map(({ name, countsAsContact }: Json) => [name, countsAsContact]);

describe("a note", () => {
  it("counts as contact, unless it is said that it does not", async () => {
    const id = await person("Anna");
    const news = { people: ["Anna"], countsAsContact: false };
    const { note } = await call("log_note", { content: "Left Acme.", ...news });
    expect(note).toMatchObject({ type: "News", content: "Left Acme." });
    expect(await lastContact(id)).toBeNull();
    await call("log_note", { content: "Got married.", ...news, type: "life" });
    expect(await lastContact(id)).toBeNull();
    expect(await types()).toEqual([["life", false], ["News", false]]);
    await call("log_note", { content: "Lunch.", people: "Anna" });
    expect(await lastContact(id)).not.toBeNull();
  });

  it("the note has a type that is made where it is named, with a reminder too, and undo takes both back", async () => {
    await person("Bea");
    const input = { content: "a", people: ["Bea"], type: "Video call" };
    const first = await call("log_note", { ...input, reminder: { title: "Again", due: "P1W" } });
    expect(first.note.type).toBe("Video call");
    expect((await call("log_note", { ...input, type: "video CALL" })).note.type).toBe("Video call");
    const { activityId } = await call("log_note", { ...input, type: "Letter" });
    await call("undo", { activityId });
    expect(await types()).not.toContainEqual(["Letter", true]);
    expect(await types()).toContainEqual(["Video call", true]);
  });

  it("gets another type when it is edited, and none", async () => {
    const id = await person("Cleo");
    const { note } = await call("log_note", { content: "Moved.", people: ["Cleo"] });
    const edited = await call("edit_note", { noteId: note.id, countsAsContact: false });
    expect(edited.note.type).toBe("News");
    expect(await lastContact(id)).toBeNull();
    expect((await call("edit_note", { noteId: note.id, type: "Visit" })).note.type).toBe("Visit");
    expect(await lastContact(id)).not.toBeNull();
    expect((await call("edit_note", { noteId: note.id, type: null })).note.type).toBeUndefined();
    expect((await call("edit_note", { noteId: note.id, countsAsContact: true })).errors[0].pointer)
      .toBe("/countsAsContact");
  });

  it("the note is refused with a type that counts otherwise than is said, or one that is not there", async () => {
    await ada.make("/note-types", { name: "Visit of a friend" });
    const refusal = async (input: Json) =>
      (await call("log_note", { content: "x", ...input })).errors.map(
        ({ pointer, message }: Json) => [pointer, message],
      );
    expect(await refusal({ type: "visit of a friend", countsAsContact: false })).toEqual([[
      "/countsAsContact",
      'Notes of the type "Visit of a friend" count as contact. Name another type.',
    ]]);
    expect(await refusal({ type: crypto.randomUUID() })).toEqual([["/type", expect.any(String)]]);
  });

  it("of a key with limits to a network gets types that are there, and makes none", async () => {
    const network = await ada.make("/networks", { name: "Inside" });
    await ada.make("/contacts", { firstName: "Dora", networkIds: [network.id] });
    await withKey(ada, { networkIds: [network.id] }, async (_, key) => {
      const by = await connect(key);
      const input = { content: "x", people: ["Dora"] };
      expect((await call("log_note", { ...input, type: "Visit" }, by)).note.type).toBe("Visit");
      expect((await call("log_note", { ...input, type: "Unknown" }, by)).code)
        .toBe("insufficient_scope");
      await by.close();
    });
  });
});

it("notes are found by the words on one side of OR", async () => {
  const me = await signUp();
  for (const content of ["Boat trip to Corsica.", "A ship.", "The trip was long, or not."]) {
    await me.make("/notes", { content });
  }
  const by = await connect((await makeKey(me)).key);
  const found = async (search: string) =>
    (await callTool(by, "search_notes", { search })).read.total;
  expect(await found("boat OR ship")).toBe(2);
  expect(await found("trip corsica OR ship OR nothing")).toBe(2);
  expect(await found("trip or")).toBe(2);
  expect(await found("long or")).toBe(1);
  expect(await found("boat OR ")).toBe(1);
  expect(await found("OR ship")).toBe(0);
  expect(await found(Array.from({ length: 40 }, () => "a").join(" OR "))).toBe(3);
  await by.close();
});

it("birthdays of several months are found together", async () => {
  const me = await signUp();
  for (const month of ["01", "02", "12"]) {
    await me.make("/contacts", { firstName: month, birthday: `--${month}-10` });
  }
  const by = await connect((await makeKey(me)).key);
  const found = async (birthdayMonth: unknown) => {
    const { read } = await callTool(by, "search_contacts", { birthdayMonth });
    return read.contacts?.map(({ displayName }: Json) => displayName) ?? read.errors[0].pointer;
  };
  expect(await found([12, 1])).toEqual(["01", "12"]);
  expect(await found(2)).toEqual(["02"]);
  expect(await found("[1, 2]")).toEqual(["01", "02"]);
  expect(await found([13])).toBe("/birthdayMonth/0");
  expect(await found([])).toBe("/birthdayMonth");
  const change = { matching: { birthdayMonth: [1, 2] }, total: 2, isFavorite: true };
  expect((await callTool(by, "change_contacts", change)).read.count).toBe(2);
  await by.close();
});
