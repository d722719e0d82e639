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

function get(id: string) {
  return kith.GET("/networks/{id}", { params: { path: { id } } });
}

function remove(id: string) {
  return kith.DELETE("/networks/{id}", { params: { path: { id } } });
}

describe("creating a network", () => {
  it("answers 201 with every member", async () => {
    const given = { name: "Chess club", description: "Tuesdays", color: "#aAbB01" };
    const answer = await answered(kith.POST("/networks", { body: given }), 201);
    const network = answer.body;
    expect(network).toEqual({
      ...given,
      id: expect.any(String),
      contactCount: 0,
      createdAt: expect.any(String),
      updatedAt: network.createdAt,
    });
    expect(locationOf(answer, "/networks")).toBe(`/networks/${network.id}`);
    expect(await orThrow(get(network.id))).toEqual(network);
  });

  it("refuses a name that is taken, whatever its case", async () => {
    await orThrow(kith.POST("/networks", { body: { name: "Übung" } }));
    const again = await refused(kith.POST("/networks", { body: { name: " üBUNG " } }));
    expectProblem(again, 409, "name_taken");
  });

  it("lets two accounts use one name", async () => {
    const body = { name: `N ${randomUUID()}` };
    await orThrow(kith.POST("/networks", { body }));
    await orThrow(typedClient((await signUp()).token).POST("/networks", { body }));
  });

  it.each<[string, unknown, string]>([
    ["no name", {}, "body /name required"],
    ["a blank name", { name: " " }, "body /name too_short"],
    ["null for a name", { name: null }, "body /name invalid_type"],
    ["a name of 101", { name: "a".repeat(101) }, "body /name too_long"],
    [
      "a description of 501",
      { name: "A", description: "a".repeat(501) },
      "body /description too_long",
    ],
    ["a colour by name", { name: "A", color: "red" }, "body /color invalid_format"],
    ["an unknown member", { name: "A", colour: "#000000" }, "body /colour unknown_member"],
  ])("refuses %s", async (_, body, place) => {
    expectViolations(await ada.post("/networks", body), place);
  });
});

describe("changing a network", () => {
  it("merges and clears, and leaves updatedAt alone when nothing changes", async () => {
    const given = { name: randomUUID(), description: "d", color: "#000000" };
    const before = await orThrow(kith.POST("/networks", { body: given }));
    const params = { path: { id: before.id } };
    const after = await orThrow(kith.PATCH("/networks/{id}", { params, body: { color: null } }));
    expect(after).toEqual({ ...before, color: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const same = await orThrow(kith.PATCH("/networks/{id}", { params, body: after }));
    expect(same).toEqual(after);
  });

  it("may change the case of its name, and not take another one's", async () => {
    const a = await orThrow(kith.POST("/networks", { body: { name: randomUUID() } }));
    const b = await orThrow(kith.POST("/networks", { body: { name: "mine" } }));
    const rename = (name: string) =>
      kith.PATCH("/networks/{id}", { params: { path: { id: b.id } }, body: { name } });
    expect((await orThrow(rename("MINE"))).name).toBe("MINE");
    expectProblem(await refused(rename(a.name.toUpperCase())), 409, "name_taken");
  });

  it("does not count as a change of the network when contacts come and go", async () => {
    const network = await orThrow(kith.POST("/networks", { body: { name: randomUUID() } }));
    const body = { firstName: "A", networkIds: [network.id] };
    await orThrow(kith.POST("/contacts", { body }));
    expect(await orThrow(get(network.id))).toEqual({ ...network, contactCount: 1 });
  });
});

describe("deleting a network", () => {
  it("keeps its contacts", async () => {
    const network = await orThrow(kith.POST("/networks", { body: { name: randomUUID() } }));
    const body = { firstName: "A", networkIds: [network.id] };
    const contact = await orThrow(kith.POST("/contacts", { body }));
    expect((await remove(network.id)).response.status).toBe(204);
    const params = { path: { id: contact.id } };
    const left = await orThrow(kith.GET("/contacts/{id}", { params }));
    expect(left).toEqual({ ...contact, networkIds: [], updatedAt: left.updatedAt });
    expectProblem(await refused(remove(network.id)), 404, "not_found");
    expectProblem(await refused(get(network.id)), 404, "not_found");
  });
});
