import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type components,
  type KithClient,
  type ListQuery,
  orThrow,
} from "../../client/src/index.ts";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { expectViolations } from "../support/problems.ts";
import { typedClient } from "../support/typed-client.ts";

type Schemas = components["schemas"];

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

function create(me: KithClient, body: Schemas["ContactCreate"]) {
  return orThrow(me.POST("/contacts", { body }));
}

function list(me: KithClient, query: ListQuery<"/contacts">) {
  return orThrow(me.GET("/contacts", { params: { query } }));
}

describe("filtering contacts", () => {
  it("finds members of a network, favourites and both", async () => {
    const account = await signUp();
    const me = typedClient(account.token);
    const { id } = await orThrow(me.POST("/networks", { body: { name: "N" } }));
    await create(me, { firstName: "1", networkIds: [id], isFavorite: true });
    await create(me, { firstName: "2", networkIds: [id] });
    await create(me, { firstName: "3", isFavorite: true });
    const names = (found: Schemas["ContactPage"]) => {
      expect(found.total).toBe(found.data.length);
      return found.data.map((contact) => contact.displayName);
    };
    expect(names(await list(me, { networkId: id }))).toEqual(["1", "2"]);
    expect(names(await list(me, { networkId: randomUUID() }))).toEqual([]);
    // The ways to write yes and no are the wire's; the typed client knows one of each.
    const written = async (query: string) =>
      names(expectStatus(await account.get(`/contacts?${query}`), 200));
    expect(await written("isFavorite=YES")).toEqual(["1", "3"]);
    expect(await written("isFavorite=0")).toEqual(["2"]);
    expect(await written(`isFavorite=True&networkId=${id}`)).toEqual(["1"]);
  });

  it("parts the list in two with needsContact", async () => {
    const account = await signUp();
    const me = typedClient(account.token);
    const lastContactedAt = "2020-01-01T00:00:00Z";
    await create(me, { firstName: "due", contactFrequencyDays: 7, lastContactedAt });
    await create(me, { firstName: "fresh", contactFrequencyDays: 7 });
    await create(me, { firstName: "without", lastContactedAt });
    const due = await list(me, { needsContact: true });
    const others = (await account.get("/contacts?needsContact=no")).body;
    expect(due).toMatchObject({ total: 1, data: [{ firstName: "due", needsContact: true }] });
    expect(others).toMatchObject({
      total: 2,
      data: [{ firstName: "fresh" }, { firstName: "without" }],
    });
  });

  it("refuses filters that mean nothing", async () => {
    const answer = await ada.get("/contacts?networkId=x&isFavorite=maybe&needsContact=&sort=phone");
    expectViolations(
      answer,
      "query /networkId invalid_format",
      "query /isFavorite invalid_format",
      "query /needsContact invalid_format",
      "query /sort invalid_format",
    );
  });
});
