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

  it("has a type that is made where it is named, with a reminder too, and undo takes both back", async () => {
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

  it("is refused with a type that counts otherwise than is said, or one that is not there", async () => {
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
