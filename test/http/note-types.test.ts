import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("creating a note type", () => {
  it("answers 201 with every member, counting as contact unless told otherwise", async () => {
    const answer = await ada.post("/note-types", { name: "Call", icon: "☎️", color: "#00ff00" });
    const type = expectStatus(answer, 201);
    expect(type).toEqual({
      id: expect.any(String),
      name: "Call",
      icon: "☎️",
      color: "#00ff00",
      countsAsContact: true,
      createdAt: expect.any(String),
      updatedAt: type.createdAt,
    });
    expect(locationOf(answer, "/note-types")).toBe(`/note-types/${type.id}`);
    expect((await ada.get(`/note-types/${type.id}`)).body).toEqual(type);
    const silent = await make(ada, "/note-types", { name: "Thought", countsAsContact: false });
    expect(silent).toMatchObject({ countsAsContact: false, icon: null, color: null });
  });

  it("refuses a name that is taken, whatever its case", async () => {
    await make(ada, "/note-types", { name: "Straße" });
    expectProblem(await ada.post("/note-types", { name: "sTRAßE" }), 409, "name_taken");
  });

  it.each<[string, unknown, string]>([
    ["no name", { icon: "x" }, "body /name required"],
    ["a name of 101", { name: "a".repeat(101) }, "body /name too_long"],
    ["an icon of 17", { name: "A", icon: "😀".repeat(17) }, "body /icon too_long"],
    ["three digits of colour", { name: "A", color: "#fff" }, "body /color invalid_format"],
    [
      "null for countsAsContact",
      { name: "A", countsAsContact: null },
      "body /countsAsContact invalid_type",
    ],
    ["an unknown member", { name: "A", description: "x" }, "body /description unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.post("/note-types", body), place);
  });
});

describe("changing a note type", () => {
  it("merges, clears, and leaves updatedAt alone when nothing changes", async () => {
    const before = await make(ada, "/note-types", { name: randomUUID(), icon: "x" });
    expect((await ada.patch(`/note-types/${before.id}`, before)).body).toEqual(before);
    const after = expectStatus(await ada.patch(`/note-types/${before.id}`, { icon: null }), 200);
    expect(after).toEqual({ ...before, icon: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it("refuses another's name", async () => {
    const [a, b] = [
      await make(ada, "/note-types", { name: randomUUID() }),
      await make(ada, "/note-types", { name: randomUUID() }),
    ];
    expectProblem(
      await ada.patch(`/note-types/${b.id}`, { name: a.name.toUpperCase() }),
      409,
      "name_taken",
    );
  });
});

describe("deleting a note type", () => {
  it("leaves its notes, untyped", async () => {
    const type = await make(ada, "/note-types", { name: randomUUID() });
    const note = await make(ada, "/notes", { content: "x", noteTypeId: type.id });
    expect((await ada.delete(`/note-types/${type.id}`)).status).toBe(204);
    expect((await ada.get(`/notes/${note.id}`)).body).toMatchObject({
      content: "x",
      noteTypeId: null,
    });
    expectProblem(await ada.delete(`/note-types/${type.id}`), 404, "not_found");
  });
});
