import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { expectProblem } from "../support/problems.ts";

let ada: Account;
let network: Json;
let contact: Json;
beforeAll(async () => {
  ada = await signUp();
  network = await make(ada, "/networks", { name: "N" });
  contact = await make(ada, "/contacts", { firstName: "C" });
});

describe("a contact in a network", () => {
  it("is there after PUT, as often as that is said", async () => {
    for (const _ of [1, 2]) {
      const answer = await ada.put(`/networks/${network.id}/contacts/${contact.id}`);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect((await ada.get(`/networks/${network.id}`)).body.contactCount).toBe(1);
      expect((await ada.get(`/contacts/${contact.id}`)).body.networkIds).toEqual([network.id]);
    }
  });

  it("is gone after DELETE, as often as that is said", async () => {
    await ada.put(`/networks/${network.id}/contacts/${contact.id}`);
    for (const _ of [1, 2]) {
      const answer = await ada.delete(`/networks/${network.id}/contacts/${contact.id}`);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect((await ada.get(`/networks/${network.id}`)).body.contactCount).toBe(0);
    }
    expect((await ada.get(`/contacts/${contact.id}`)).status).toBe(200);
  });

  it("is no longer counted once it is deleted", async () => {
    const gone = await make(ada, "/contacts", { firstName: "G", networkIds: [network.id] });
    await ada.delete(`/contacts/${gone.id}`);
    expect((await ada.get(`/networks/${network.id}`)).body.contactCount).toBe(0);
  });

  it("stays one when it is put there many times at once", async () => {
    const path = `/networks/${network.id}/contacts/${contact.id}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.put(path)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(204));
    expect((await ada.get(`/networks/${network.id}`)).body.contactCount).toBe(1);
  });
});

describe("what is not there", () => {
  it.each(["put", "delete"])("is 404 to %s, contact and network alike", async (method) => {
    for (const nothing of [randomUUID(), "nothing"]) {
      const asNetwork = await ada.send(method, `/networks/${nothing}/contacts/${contact.id}`);
      const asContact = await ada.send(method, `/networks/${network.id}/contacts/${nothing}`);
      expectProblem(asNetwork, 404, "not_found");
      expectProblem(asContact, 404, "not_found");
    }
  });
});
