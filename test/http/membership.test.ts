import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type components, type KithClient, orThrow } from "../../client/src/index.ts";
import { signUp } from "../support/accounts.ts";
import { expectProblem } from "../support/problems.ts";
import { refused, typedClient } from "../support/typed-client.ts";

const membership = "/networks/{id}/contacts/{contactId}";

let kith: KithClient;
let network: components["schemas"]["Network"];
let contact: components["schemas"]["Contact"];
beforeAll(async () => {
  kith = typedClient((await signUp()).token);
  network = await orThrow(kith.POST("/networks", { body: { name: "N" } }));
  contact = await orThrow(kith.POST("/contacts", { body: { firstName: "C" } }));
});

/** What says that this contact is in this network, or is not. */
function pair(id = network.id, contactId = contact.id) {
  return { params: { path: { id, contactId } } };
}

async function contactCount(): Promise<number> {
  const params = { path: { id: network.id } };
  return (await orThrow(kith.GET("/networks/{id}", { params }))).contactCount;
}

describe("a contact in a network", () => {
  it("is there after PUT, however often", async () => {
    for (const _ of [1, 2]) {
      const { response } = await kith.PUT(membership, pair());
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(await contactCount()).toBe(1);
      const params = { path: { id: contact.id } };
      const { networkIds } = await orThrow(kith.GET("/contacts/{id}", { params }));
      expect(networkIds).toEqual([network.id]);
    }
  });

  it("is gone after DELETE, however often", async () => {
    await orThrow(kith.PUT(membership, pair()));
    for (const _ of [1, 2]) {
      const { response } = await kith.DELETE(membership, pair());
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(await contactCount()).toBe(0);
    }
    const { response } = await kith.GET("/contacts/{id}", { params: { path: { id: contact.id } } });
    expect(response.status).toBe(200);
  });

  it("is no longer counted once it is deleted", async () => {
    const body = { firstName: "G", networkIds: [network.id] };
    const gone = await orThrow(kith.POST("/contacts", { body }));
    await orThrow(kith.DELETE("/contacts/{id}", { params: { path: { id: gone.id } } }));
    expect(await contactCount()).toBe(0);
  });

  it("is there once after many PUTs at once", async () => {
    const puts = Array.from({ length: 10 }, () => kith.PUT(membership, pair()));
    const answers = await Promise.all(puts);
    expect(answers.map(({ response }) => response.status)).toEqual(Array(10).fill(204));
    expect(await contactCount()).toBe(1);
  });
});

describe("a missing contact or network", () => {
  it.each(["put", "delete"] as const)("is 404 to %s", async (method) => {
    const call = (init: ReturnType<typeof pair>) =>
      method === "put" ? kith.PUT(membership, init) : kith.DELETE(membership, init);
    for (const nothing of [randomUUID(), "nothing"]) {
      expectProblem(await refused(call(pair(nothing))), 404, "not_found");
      expectProblem(await refused(call(pair(network.id, nothing))), 404, "not_found");
    }
  });
});
