import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type KithClient, orThrow } from "../../client/src/index.ts";
import { type Account, signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { answered, refused, typedClient } from "../support/typed-client.ts";

let ada: Account;
let kith: KithClient;
beforeAll(async () => {
  ada = await signUp();
  kith = typedClient(ada.token);
});

describe("creating a note type", () => {
  it("answers 201 with every member, counting as contact unless told otherwise", async () => {
    const given = { name: "Call", icon: "☎️", color: "#00ff00" };
    const answer = await answered(kith.POST("/note-types", { body: given }), 201);
    const type = answer.body;
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
    const params = { path: { id: type.id } };
    expect(await orThrow(kith.GET("/note-types/{id}", { params }))).toEqual(type);
    const body = { name: "Thought", countsAsContact: false };
    const silent = await orThrow(kith.POST("/note-types", { body }));
    expect(silent).toMatchObject({ countsAsContact: false, icon: null, color: null });
  });

  it("refuses a name that is taken, whatever its case", async () => {
    await orThrow(kith.POST("/note-types", { body: { name: "Straße" } }));
    const again = await refused(kith.POST("/note-types", { body: { name: "sTRAßE" } }));
    expectProblem(again, 409, "name_taken");
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
    const given = { name: randomUUID(), icon: "x" };
    const before = await orThrow(kith.POST("/note-types", { body: given }));
    const params = { path: { id: before.id } };
    const same = await orThrow(kith.PATCH("/note-types/{id}", { params, body: before }));
    expect(same).toEqual(before);
    const after = await orThrow(kith.PATCH("/note-types/{id}", { params, body: { icon: null } }));
    expect(after).toEqual({ ...before, icon: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it("refuses another's name", async () => {
    const a = await orThrow(kith.POST("/note-types", { body: { name: randomUUID() } }));
    const b = await orThrow(kith.POST("/note-types", { body: { name: randomUUID() } }));
    const params = { path: { id: b.id } };
    const body = { name: a.name.toUpperCase() };
    const answer = await refused(kith.PATCH("/note-types/{id}", { params, body }));
    expectProblem(answer, 409, "name_taken");
  });
});

describe("deleting a note type", () => {
  it("keeps its notes, without a type", async () => {
    const type = await orThrow(kith.POST("/note-types", { body: { name: randomUUID() } }));
    const body = { content: "x", noteTypeId: type.id };
    const note = await orThrow(kith.POST("/notes", { body }));
    const remove = () => kith.DELETE("/note-types/{id}", { params: { path: { id: type.id } } });
    expect((await remove()).response.status).toBe(204);
    const params = { path: { id: note.id } };
    expect(await orThrow(kith.GET("/notes/{id}", { params }))).toMatchObject({
      content: "x",
      noteTypeId: null,
    });
    expectProblem(await refused(remove()), 404, "not_found");
  });
});
