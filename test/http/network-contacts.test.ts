import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp, withKey } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";

let ada: Account;
let contacts: string[];
beforeAll(async () => {
  ada = await signUp();
  contacts = [];
  for (const name of ["A", "B", "C", "D"]) {
    contacts.push((await make(ada, "/contacts", { firstName: name })).id);
  }
});

const makeNetwork = async (account = ada): Promise<string> =>
  (await make(account, "/networks", { name: `N ${randomUUID()}` })).id;
const replace = (network: string, contactIds: Json, account: Pick<Account, "put"> = ada) =>
  account.put(`/networks/${network}/contacts`, { contactIds });

/** Names of the contacts of a network, in order. */
async function membersOf(network: string, account = ada): Promise<string[]> {
  const path = `/contacts?networkId=${network}&fields=displayName&pageSize=200`;
  return expectStatus(await account.get(path), 200).data.map(({ displayName }: Json) =>
    displayName
  );
}

describe("the contacts of a network", () => {
  it("are replaced by those of the list, each once, and the rest is not changed", async () => {
    const network = await makeNetwork();
    const [a, b, c] = contacts;
    for (
      const [list, names] of [
        [[b, a, b], ["A", "B"]],
        [[c, b], ["B", "C"]],
        [[], []],
      ] as const
    ) {
      const answer = await replace(network, list);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect(await membersOf(network)).toEqual(names);
    }
  });

  it("are one change set, which one call undoes", async () => {
    const network = await makeNetwork();
    const [a, b, c, d] = contacts;
    expectStatus(await replace(network, [a, b]), 204);
    const set = (await replace(network, [b, c, d])).headers.get("x-activity-id");
    expect(await membersOf(network)).toEqual(["B", "C", "D"]);
    const { changes, operation } = expectStatus(await ada.get(`/activity/${set}`), 200);
    expect(operation).toBe("setNetworkContacts");
    expect(changes.map(({ action }: Json) => action).sort()).toEqual([
      "create",
      "create",
      "delete",
    ]);
    expectStatus(await ada.post(`/activity/${set}/undo`), 200);
    expect(await membersOf(network)).toEqual(["A", "B"]);
  });

  it("change nothing where they are the same", async () => {
    const network = await makeNetwork();
    expectStatus(await replace(network, contacts), 204);
    const before = expectStatus(await ada.get(`/contacts/${contacts[0]}`), 200);
    await wait(2); // stamps have milliseconds
    const again = await replace(network, [...contacts].reverse());
    expect([again.status, again.headers.get("x-activity-id")]).toEqual([204, null]);
    expect(expectStatus(await ada.get(`/contacts/${contacts[0]}`), 200)).toEqual(before);
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
    const { contactCount } = expectStatus(await eve.get(`/networks/${network}`), 200);
    expect(contactCount).toBe(1000);
    expectViolations(await replace(network, [...ids, ids[0]], eve), "body /contactIds too_long");
  });

  it("belong to at most a hundred networks, and those that do are named", async () => {
    const eve = await signUp();
    const networks = await Promise.all(Array.from({ length: 101 }, () => makeNetwork(eve)));
    const full = await make(eve, "/contacts", {
      firstName: "F",
      networkIds: networks.slice(0, 100),
    });
    const free = await make(eve, "/contacts", { firstName: "G" });
    expectViolations(
      await replace(networks[100]!, [free.id, full.id], eve),
      "body /contactIds/1 too_long",
    );
    expect(await membersOf(networks[100]!, eve)).toEqual([]);
    expectStatus(await replace(networks[0]!, [full.id, free.id], eve), 204);
    expect(await membersOf(networks[0]!, eve)).toEqual(["F", "G"]);
  });

  it("are named where they are missing or another owner's, and nothing changes", async () => {
    const network = await makeNetwork();
    expectStatus(await replace(network, [contacts[0]]), 204);
    const theirs = await make(await signUp(), "/contacts", { firstName: "X" });
    const body = [contacts[1], randomUUID(), contacts[2], theirs.id];
    const { errors } = expectProblem(await replace(network, body), 400, "invalid_reference");
    expect(errors.map(({ pointer }: Json) => pointer)).toEqual(["/contactIds/1", "/contactIds/3"]);
    expect(await membersOf(network)).toEqual(["A"]);
  });

  it.each<[string, Json, string]>([
    ["no list", {}, "body /contactIds required"],
    ["null", { contactIds: null }, "body /contactIds invalid_type"],
    ["what is no id", { contactIds: ["A"] }, "body /contactIds/0 invalid_format"],
    ["another member", { contactIds: [], networkIds: [] }, "body /networkIds unknown_member"],
  ])("are refused as %s", async (_, body, violation) => {
    const network = await makeNetwork();
    expectViolations(await ada.put(`/networks/${network}/contacts`, body), violation);
  });

  it("are not of a network that does not exist or is somebody else's", async () => {
    const theirs = await makeNetwork(await signUp());
    for (const network of [randomUUID(), theirs]) {
      expectProblem(await replace(network, [contacts[0]]), 404, "not_found");
      expectProblem(await replace(network, [randomUUID()]), 404, "not_found");
    }
  });

  it("are replaced by a key with the scopes for it, and not by a key that is limited to networks", async () => {
    const network = await makeNetwork();
    await withKey(ada, { scopes: ["contacts:write", "networks:read"] }, async (_, key) => {
      expectStatus(await replace(network, [contacts[0]], as(key)), 204);
    });
    for (const scopes of [["contacts:write"], ["contacts:read", "networks:write"]] as const) {
      await withKey(ada, { scopes: [...scopes] }, async (_, key) => {
        expectProblem(await replace(network, [], as(key)), 403, "insufficient_scope");
      });
    }
    await withKey(ada, { networkIds: [network] }, async (_, key) => {
      expectProblem(await replace(network, [contacts[0]], as(key)), 403, "insufficient_scope");
    });
    expect(await membersOf(network)).toEqual(["A"]);
  });
});
