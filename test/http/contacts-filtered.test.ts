import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { expectViolations } from "../support/problems.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("filtering contacts", () => {
  it("finds members of a network, favourites and both", async () => {
    const me = await signUp();
    const network = await make(me, "/networks", { name: "N" });
    await make(me, "/contacts", { firstName: "1", networkIds: [network.id], isFavorite: true });
    await make(me, "/contacts", { firstName: "2", networkIds: [network.id] });
    await make(me, "/contacts", { firstName: "3", isFavorite: true });
    const names = async (query: string) => {
      const list = expectStatus(await me.get(`/contacts?${query}`), 200);
      expect(list.total).toBe(list.data.length);
      return list.data.map((c: { displayName: string }) => c.displayName);
    };
    expect(await names(`networkId=${network.id}`)).toEqual(["1", "2"]);
    expect(await names("isFavorite=YES")).toEqual(["1", "3"]);
    expect(await names("isFavorite=0")).toEqual(["2"]);
    expect(await names(`isFavorite=True&networkId=${network.id}`)).toEqual(["1"]);
    expect(await names(`networkId=${randomUUID()}`)).toEqual([]);
  });

  it("parts the list in two with needsContact", async () => {
    const me = await signUp();
    const longAgo = "2020-01-01T00:00:00Z";
    await make(me, "/contacts", {
      firstName: "due",
      contactFrequencyDays: 7,
      lastContactedAt: longAgo,
    });
    await make(me, "/contacts", { firstName: "fresh", contactFrequencyDays: 7 });
    await make(me, "/contacts", { firstName: "without", lastContactedAt: longAgo });
    const due = (await me.get("/contacts?needsContact=true")).body;
    const others = (await me.get("/contacts?needsContact=no")).body;
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
