import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Json } from "../support/client.ts";
import { expectInvalidReferences, expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

const ada = await signUp();
const contacts: string[] = [];
for (const name of ["A", "B", "C", "D"]) {
  contacts.push((await ada.make("/contacts", { firstName: name })).id);
}

const makeNetwork = (account = ada) => account.make("/networks", { name: randomUUID() });
const readContact = () => ada.read(`/contacts/${contacts[0]}`);

/** Names of the contacts of a network, in order. */
const membersOf = async ({ id }: Json, account = ada): Promise<string[]> =>
  (await account.listed(`/contacts?networkId=${id}&fields=displayName&pageSize=200`))
    .map(({ displayName }) => displayName);

it("a network that is deleted keeps its contacts", async () => {
  const { id } = await makeNetwork();
  const contact = await ada.make("/contacts", { firstName: "A", networkIds: [id] });
  expectStatus(await ada.delete(`/networks/${id}`), 204);
  const left = await ada.read(`/contacts/${contact.id}`);
  expect(left).toEqual({ ...contact, networkIds: [], updatedAt: left.updatedAt });
  expectProblem(await ada.delete(`/networks/${id}`), 404, "not_found");
});

it("PUT adds a contact to a network and DELETE removes it, also if sent many times at once, and the network counts it", async () => {
  const network = await makeNetwork();
  const path = `/networks/${network.id}/contacts/${contacts[0]}`;
  const counted = () => ada.read(`/networks/${network.id}`);
  for (const method of ["PUT", "DELETE"]) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.send(method, path)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 204, text: "" });
    const isIn = method === "PUT";
    // It is no change of the network itself.
    expect(await counted()).toEqual({ ...network, contactCount: isIn ? 1 : 0 });
    expect((await readContact()).networkIds).toEqual(isIn ? [network.id] : []);
  }
  const gone = await ada.make("/contacts", { firstName: "G", networkIds: [network.id] });
  expectStatus(await ada.delete(`/contacts/${gone.id}`), 204);
  expect((await counted()).contactCount).toBe(0);
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
    const { changes, operation } = await ada.read(`/activity/${set}`);
    expect(operation).toBe("setNetworkContacts");
    expect(changes.map(({ action }: Json) => action).sort()).toEqual([
      "create",
      "create",
      "delete",
    ]);
    await ada.undo(set);
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
    expect((await eve.read(`/networks/${network.id}`)).contactCount).toBe(1000);
    expectViolations(await replace(network, [...ids, ids[0]], eve), "body /contactIds too_long");
  });

  it("belong to at most a hundred networks each; those that would have more are named", async () => {
    const eve = await signUp();
    const networks = await Promise.all(Array.from({ length: 101 }, () => makeNetwork(eve)));
    const networkIds = networks.slice(0, 100).map(({ id }) => id);
    const full = await eve.make("/contacts", { firstName: "F", networkIds });
    const free = await eve.make("/contacts", { firstName: "G" });
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
    const theirs = await (await signUp()).make("/contacts", { firstName: "X" });
    const body = [contacts[1], randomUUID(), contacts[2], theirs.id];
    expectInvalidReferences(await replace(network, body), "/contactIds/1", "/contactIds/3");
    expectViolations(await replace(network, undefined), "body /contactIds required");
    expectViolations(await replace(network, null), "body /contactIds invalid_type");
    expectViolations(await replace(network, ["A"]), "body /contactIds/0 invalid_format");
    expect(await membersOf(network)).toEqual(["A"]);
  });
});
