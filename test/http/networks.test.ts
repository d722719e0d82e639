import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { locationOf } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("creating a network", () => {
  it("answers 201 with every member", async () => {
    const given = { name: "Chess club", description: "Tuesdays", color: "#aAbB01" };
    const answer = await ada.post("/networks", given);
    const network = expectStatus(answer, 201);
    expect(network).toEqual({
      ...given,
      id: expect.any(String),
      contactCount: 0,
      createdAt: expect.any(String),
      updatedAt: network.createdAt,
    });
    expect(locationOf(answer, "/networks")).toBe(`/networks/${network.id}`);
    expect((await ada.get(`/networks/${network.id}`)).body).toEqual(network);
  });

  it("refuses a name that is taken, whatever its case", async () => {
    await make(ada, "/networks", { name: "Übung" });
    expectProblem(await ada.post("/networks", { name: " üBUNG " }), 409, "name_taken");
  });

  it("lets two accounts use one name", async () => {
    const name = `N ${randomUUID()}`;
    await make(ada, "/networks", { name });
    await make(await signUp(), "/networks", { name });
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
    const before = await make(ada, "/networks", {
      name: randomUUID(),
      description: "d",
      color: "#000000",
    });
    const after = expectStatus(await ada.patch(`/networks/${before.id}`, { color: null }), 200);
    expect(after).toEqual({ ...before, color: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect((await ada.patch(`/networks/${before.id}`, after)).body).toEqual(after);
  });

  it("may change the case of its own name but not take another's", async () => {
    const [a, b] = [
      await make(ada, "/networks", { name: randomUUID() }),
      await make(ada, "/networks", { name: "mine" }),
    ];
    expect((await ada.patch(`/networks/${b.id}`, { name: "MINE" })).body.name).toBe("MINE");
    expectProblem(
      await ada.patch(`/networks/${b.id}`, { name: a.name.toUpperCase() }),
      409,
      "name_taken",
    );
  });

  it("does not count as a change of the network when contacts come and go", async () => {
    const network = await make(ada, "/networks", { name: randomUUID() });
    await make(ada, "/contacts", { firstName: "A", networkIds: [network.id] });
    expect((await ada.get(`/networks/${network.id}`)).body).toEqual({
      ...network,
      contactCount: 1,
    });
  });
});

describe("deleting a network", () => {
  it("leaves its contacts, without it", async () => {
    const network = await make(ada, "/networks", { name: randomUUID() });
    const contact = await make(ada, "/contacts", { firstName: "A", networkIds: [network.id] });
    expect((await ada.delete(`/networks/${network.id}`)).status).toBe(204);
    const left = (await ada.get(`/contacts/${contact.id}`)).body;
    expect(left).toEqual({ ...contact, networkIds: [], updatedAt: left.updatedAt });
    expectProblem(await ada.delete(`/networks/${network.id}`), 404, "not_found");
    expectProblem(await ada.get(`/networks/${network.id}`), 404, "not_found");
  });
});
