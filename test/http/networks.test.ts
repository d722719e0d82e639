import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Account,
  change,
  expectStatus,
  listed,
  make,
  read,
  signUp,
  undo,
  withKey,
} from "../support/accounts.ts";
import { as, type Json, locationOf } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

let ada: Account;
let contacts: string[];
beforeAll(async () => {
  ada = await signUp();
  contacts = [];
  for (const name of ["A", "B", "C", "D"]) {
    contacts.push((await make(ada, "/contacts", { firstName: name })).id);
  }
});

const makeNetwork = (account = ada) => make(account, "/networks", { name: randomUUID() });
const readContact = () => read(ada, `/contacts/${contacts[0]}`);

/** Names of the contacts of a network, in order. */
const membersOf = async ({ id }: Json, account = ada): Promise<string[]> =>
  (await listed(account, `/contacts?networkId=${id}&fields=displayName&pageSize=200`))
    .map(({ displayName }) => displayName);

describe("a network", () => {
  it("is created with every member, changed, cleared, and left alone when nothing changes", async () => {
    const given = { name: "Chess club", description: "Tuesdays", color: "#aAbB01" };
    const answer = await ada.post("/networks", given);
    const made = expectStatus(answer, 201);
    expect(made).toEqual({
      ...given,
      id: expect.any(String),
      contactCount: 0,
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
    });
    const path = `/networks/${made.id}`;
    expect(locationOf(answer, "/networks")).toBe(path);
    expect(await read(ada, path)).toEqual(made);
    const after = await change(ada, path, { color: null });
    expect(after).toEqual({ ...made, color: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > made.updatedAt).toBe(true);
    expect(await change(ada, path, after)).toEqual(after);
  });

  it("has a name of its own, whatever its case, as no other network of the account", async () => {
    const [other, mine] = [await make(ada, "/networks", { name: "Übung" }), await makeNetwork()];
    expectProblem(await ada.post("/networks", { name: " üBUNG " }), 409, "name_taken");
    const path = `/networks/${mine.id}`;
    expectProblem(await ada.patch(path, { name: other.name.toUpperCase() }), 409, "name_taken");
    const upper = mine.name.toUpperCase();
    expect((await change(ada, path, { name: upper })).name).toBe(upper);
    await make(await signUp(), "/networks", { name: "Übung" });
  });

  it.each<[string, unknown, string]>([
    ["no name", {}, "/name required"],
    ["a blank name", { name: " " }, "/name too_short"],
    ["a name of 101", { name: "a".repeat(101) }, "/name too_long"],
    ["a description of 501", { name: "A", description: "a".repeat(501) }, "/description too_long"],
    ["a colour by name", { name: "A", color: "red" }, "/color invalid_format"],
    ["an unknown member", { name: "A", colour: "#000000" }, "/colour unknown_member"],
  ])("is refused with %s", async (_, body, place) => {
    expectViolations(await ada.post("/networks", body), `body ${place}`);
  });

  it("that is deleted keeps its contacts", async () => {
    const { id } = await makeNetwork();
    const contact = await make(ada, "/contacts", { firstName: "A", networkIds: [id] });
    expectStatus(await ada.delete(`/networks/${id}`), 204);
    const left = await read(ada, `/contacts/${contact.id}`);
    expect(left).toEqual({ ...contact, networkIds: [], updatedAt: left.updatedAt });
    expectProblem(await ada.delete(`/networks/${id}`), 404, "not_found");
  });
});

describe("a contact in a network", () => {
  it("is there after PUT and gone after DELETE, however often or at once, and counted", async () => {
    const network = await makeNetwork();
    const path = `/networks/${network.id}/contacts/${contacts[0]}`;
    const counted = () => read(ada, `/networks/${network.id}`);
    for (const method of ["PUT", "DELETE"]) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ada.send(method, path)));
      for (const answer of answers) expect(answer).toMatchObject({ status: 204, text: "" });
      const isIn = method === "PUT";
      // It is no change of the network itself.
      expect(await counted()).toEqual({ ...network, contactCount: isIn ? 1 : 0 });
      expect((await readContact()).networkIds).toEqual(isIn ? [network.id] : []);
    }
    const gone = await make(ada, "/contacts", { firstName: "G", networkIds: [network.id] });
    expectStatus(await ada.delete(`/contacts/${gone.id}`), 204);
    expect((await counted()).contactCount).toBe(0);
  });

  it("is 404 where either is missing", async () => {
    const { id } = await makeNetwork();
    for (const method of ["PUT", "DELETE"]) {
      for (const nothing of [randomUUID(), "nothing"]) {
        for (const path of [`${nothing}/contacts/${contacts[0]}`, `${id}/contacts/${nothing}`]) {
          expectProblem(await ada.send(method, `/networks/${path}`), 404, "not_found");
        }
      }
    }
  });
});

describe("the contacts of a network", () => {
  const replace = ({ id }: Json, contactIds: Json, account: Pick<Account, "put"> = ada) =>
    account.put(`/networks/${id}/contacts`, { contactIds });

  it("are replaced by those of the list, each once, in one change set that one call undoes", async () => {
    const network = await makeNetwork();
    const [a, b, c, d] = contacts;
    for (
      const [list, names] of [
        [[b, a, b], ["A", "B"]],
        [[c, b], ["B", "C"]],
        [[], []],
        [[a, b], ["A", "B"]],
      ] as const
    ) {
      expect(await replace(network, list)).toMatchObject({ status: 204, text: "" });
      expect(await membersOf(network)).toEqual(names);
    }
    const set = changeSetOf(await replace(network, [b, c, d]), 204);
    const { changes, operation } = await read(ada, `/activity/${set}`);
    expect(operation).toBe("setNetworkContacts");
    expect(changes.map(({ action }: Json) => action).sort()).toEqual([
      "create",
      "create",
      "delete",
    ]);
    await undo(ada, set);
    expect(await membersOf(network)).toEqual(["A", "B"]);
  });

  it("change nothing where they are the same", async () => {
    const network = await makeNetwork();
    expectStatus(await replace(network, contacts), 204);
    const before = await readContact();
    await wait(2); // stamps have milliseconds
    const again = await replace(network, [...contacts].reverse());
    expect([again.status, again.headers.get("x-activity-id")]).toEqual([204, null]);
    expect(await readContact()).toEqual(before);
  });

  it("are at most a thousand at once", async () => {
    const eve = await signUp();
    const network = await makeNetwork(eve);
    const create = Array(200).fill({ firstName: "E" });
    const ids = [];
    while (ids.length < 1000) {
      const { results } = expectStatus(await eve.post("/contacts/bulk", { create }), 200);
      ids.push(...results.map(({ id }: Json) => id));
    }
    expectStatus(await replace(network, ids, eve), 204);
    expect((await read(eve, `/networks/${network.id}`)).contactCount).toBe(1000);
    expectViolations(await replace(network, [...ids, ids[0]], eve), "body /contactIds too_long");
  });

  it("belong to at most a hundred networks, and those that do are named", async () => {
    const eve = await signUp();
    const networks = await Promise.all(Array.from({ length: 101 }, () => makeNetwork(eve)));
    const networkIds = networks.slice(0, 100).map(({ id }) => id);
    const full = await make(eve, "/contacts", { firstName: "F", networkIds });
    const free = await make(eve, "/contacts", { firstName: "G" });
    const both = [free.id, full.id];
    const refused = await replace(networks[100], both, eve);
    expectViolations(refused, "body /contactIds/1 too_long");
    expect(await membersOf(networks[100], eve)).toEqual([]);
    expectStatus(await replace(networks[0], both, eve), 204);
    expect(await membersOf(networks[0], eve)).toEqual(["F", "G"]);
  });

  it("are named where they are missing or another owner's or no ids, and nothing changes", async () => {
    const network = await makeNetwork();
    expectStatus(await replace(network, [contacts[0]]), 204);
    const theirs = await make(await signUp(), "/contacts", { firstName: "X" });
    const body = [contacts[1], randomUUID(), contacts[2], theirs.id];
    const { errors } = expectProblem(await replace(network, body), 400, "invalid_reference");
    expect(errors.map(({ pointer }: Json) => pointer)).toEqual(["/contactIds/1", "/contactIds/3"]);
    expectViolations(await replace(network, undefined), "body /contactIds required");
    expectViolations(await replace(network, null), "body /contactIds invalid_type");
    expectViolations(await replace(network, ["A"]), "body /contactIds/0 invalid_format");
    expect(await membersOf(network)).toEqual(["A"]);
  });

  it("are replaced by a key with the scopes for it, and not by a key that is limited to networks", async () => {
    const network = await makeNetwork();
    await withKey(ada, { scopes: ["contacts:write", "networks:read"] }, async (_, key) => {
      expectStatus(await replace(network, [contacts[0]], as(key)), 204);
    });
    await withKey(ada, { networkIds: [network.id] }, async (_, key) => {
      expectProblem(await replace(network, [contacts[0]], as(key)), 403, "insufficient_scope");
    });
  });
});
