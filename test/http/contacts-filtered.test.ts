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

  it("divides the list in two with needsContact", async () => {
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

  it("finds whom to contact before a day in the profile's time zone, and sorts by that day", async () => {
    const account = await signUp();
    const me = typedClient(account.token);
    await orThrow(me.PATCH("/me", { body: { timezone: "Pacific/Auckland" } }));
    const with3 = { contactFrequencyDays: 3 };
    // In UTC both are on the same day.
    await create(me, { ...with3, firstName: "4th", lastContactedAt: "2024-05-01T11:59:00Z" });
    await create(me, { ...with3, firstName: "5th", lastContactedAt: "2024-05-01T12:00:00Z" });
    await create(me, {
      firstName: "5th too",
      contactFrequencyDays: 5,
      lastContactedAt: "2024-04-30",
    });
    await create(me, { firstName: "never", lastContactedAt: "2024-05-01" });
    const days = async (query: ListQuery<"/contacts">) =>
      (await list(me, query)).data.map(({ nextContactOn }) => nextContactOn?.slice(8) ?? null);
    expect(await days({ sort: "nextContactOn" })).toEqual(["04", "05", "05", null]);
    expect(await days({ sort: "-nextContactOn" })).toEqual(["05", "05", "04", null]);
    expect(await days({ nextContactBefore: "2024-05-04" })).toEqual([]);
    expect(await days({ nextContactBefore: "2024-05-05" })).toEqual(["04"]);
    expect(await days({ nextContactBefore: "2024-05-06" })).toEqual(["04", "05", "05"]);
    expect(await days({ nextContactBefore: "0001-01-01" })).toEqual([]);
    expect(await days({ nextContactBefore: "9999-12-31", needsContact: false })).toEqual([]);
  });

  it("finds birthdays in a month, with and without a year", async () => {
    const me = typedClient((await signUp()).token);
    for (const birthday of ["1990-05-17", "--05-01", "1990-11-05", "--12-05", null]) {
      await create(me, { firstName: birthday ?? "none", birthday });
    }
    const names = async (birthdayMonth: number) =>
      (await list(me, { birthdayMonth })).data.map(({ displayName }) => displayName);
    expect((await names(5)).sort()).toEqual(["--05-01", "1990-05-17"]);
    expect(await names(12)).toEqual(["--12-05"]);
    expect(await names(1)).toEqual([]);
    const [{ id } = { id: "" }] = (await list(me, { birthdayMonth: 11 })).data;
    await orThrow(
      me.PATCH("/contacts/{id}", { params: { path: { id } }, body: { birthday: null } }),
    );
    expect(await names(11)).toEqual([]);
  });

  it("finds contacts with an e-mail address or a phone number, and without", async () => {
    const me = typedClient((await signUp()).token);
    const emails = [{ value: "a@example.com" }];
    const phones = [{ value: "030 1" }];
    await create(me, { firstName: "both", emails, phones });
    await create(me, { firstName: "email", emails });
    await create(me, { firstName: "neither" });
    await create(me, { firstName: "phone", phones });
    const names = async (query: ListQuery<"/contacts">) =>
      (await list(me, query)).data.map(({ displayName }) => displayName);
    expect(await names({ hasEmail: true })).toEqual(["both", "email"]);
    expect(await names({ hasPhone: false })).toEqual(["email", "neither"]);
    expect(await names({ hasEmail: false, hasPhone: false })).toEqual(["neither"]);
    expect(await names({ hasEmail: true, hasPhone: true, search: "both" })).toEqual(["both"]);
  });

  it("finds contacts by the words of their company, in any case and without accents", async () => {
    const me = typedClient((await signUp()).token);
    await create(me, { firstName: "1", company: "Café Zürich 100%" });
    await create(me, { firstName: "2", company: "CAFE BERLIN" });
    await create(me, { firstName: "café zurich 100%", description: "Café".repeat(300) });
    await create(me, { firstName: "4", company: "Café Zürich", description: "x ".repeat(2000) });
    const names = async (company: string) =>
      (await list(me, { company })).data.map(({ displayName }) => displayName);
    expect(await names("cafe")).toEqual(["1", "2", "4"]);
    expect(await names("Zurich CAFÉ")).toEqual(["1", "4"]);
    expect(await names("100%")).toEqual(["1"]);
    expect(await names("_")).toEqual([]);
    expect(await names("\\")).toEqual([]);
  });

  it("finds whom one was not in touch with since a day in the profile's time zone", async () => {
    const me = typedClient((await signUp()).token);
    await orThrow(me.PATCH("/me", { body: { timezone: "Pacific/Auckland" } }));
    await create(me, { firstName: "4th", lastContactedAt: "2024-05-03T11:59:00Z" });
    await create(me, { firstName: "5th", lastContactedAt: "2024-05-04T12:00:00Z" });
    await create(me, { firstName: "never" });
    const names = async (lastContactedBefore: string) =>
      (await list(me, { lastContactedBefore })).data.map(({ displayName }) => displayName);
    expect(await names("2024-05-04")).toEqual(["4th", "never"]);
    expect(await names("2024-05-05")).toEqual(["4th", "never"]);
    expect(await names("2024-05-06")).toEqual(["4th", "5th", "never"]);
    expect(await names("2024-05-04T12:00:00Z")).toEqual(["4th", "never"]);
  });

  it("sorts by the day of the birthday in the year", async () => {
    const me = typedClient((await signUp()).token);
    for (const birthday of ["1990-11-05", "--05-17", "2001-05-01", null]) {
      await create(me, { firstName: birthday ?? "none", birthday });
    }
    const names = async (sort: "birthday" | "-birthday") =>
      (await list(me, { sort })).data.map(({ displayName }) => displayName);
    expect(await names("birthday")).toEqual(["2001-05-01", "--05-17", "1990-11-05", "none"]);
    expect(await names("-birthday")).toEqual(["1990-11-05", "--05-17", "2001-05-01", "none"]);
  });

  it("says how many archived contacts a search leaves out", async () => {
    const me = typedClient((await signUp()).token);
    for (const isArchived of [false, true, true]) {
      await create(me, { firstName: "Zoë", isArchived, isFavorite: isArchived });
    }
    await create(me, { firstName: "Max", isArchived: true });
    const counted = async (query: ListQuery<"/contacts">) => {
      const { total, archivedCount } = await list(me, query);
      return [total, archivedCount];
    };
    expect(await counted({ search: "zoe" })).toEqual([1, 2]);
    expect(await counted({ search: "zoe", isFavorite: false })).toEqual([1, undefined]);
    expect(await counted({ search: "max" })).toEqual([0, 1]);
    expect(await counted({ search: "zoe", isArchived: "any" })).toEqual([3, undefined]);
    expect(await counted({})).toEqual([1, undefined]);
  });

  it("finds contacts by their ids, in any case, without missing and other owners' ones", async () => {
    const me = typedClient((await signUp()).token);
    const made = await Promise.all(
      ["Ana", "Bela", "Clara"].map((firstName) => create(me, { firstName })),
    );
    const foreign = await create(typedClient((await signUp()).token), { firstName: "Dora" });
    const [ana, bela, clara] = made.map(({ id }) => id);
    const asked = [clara, ana!.toUpperCase(), ana, foreign.id, randomUUID()].join();
    const names = async (query: ListQuery<"/contacts">) =>
      (await list(me, query)).data.map(({ displayName }) => displayName);
    expect(await names({ ids: asked })).toEqual(["Ana", "Clara"]);
    expect(await names({ ids: asked, sort: "-displayName", search: "clara" })).toEqual(["Clara"]);
    const path = { id: bela! };
    await orThrow(me.PATCH("/contacts/{id}", { params: { path }, body: { isArchived: true } }));
    expect(await names({ ids: bela! })).toEqual([]);
    expect(await names({ ids: bela!, isArchived: "any" })).toEqual(["Bela"]);
    const fifty = Array.from({ length: 49 }, () => randomUUID());
    expect(await names({ ids: [...fifty, ana].join() })).toEqual(["Ana"]);
  });

  it.each([
    ["ids=x", "query /ids invalid_format"],
    ["ids=", "query /ids invalid_format"],
    [`ids=${Array.from({ length: 51 }, () => randomUUID()).join()}`, "query /ids too_long"],
    ["birthdayMonth=0", "query /birthdayMonth too_small"],
    ["birthdayMonth=13", "query /birthdayMonth too_big"],
    ["birthdayMonth=May", "query /birthdayMonth invalid_format"],
    ["nextContactBefore=2024-02-30", "query /nextContactBefore invalid_format"],
    ["lastContactedBefore=soon", "query /lastContactedBefore invalid_format"],
    ["hasEmail=", "query /hasEmail invalid_format"],
    ["company=%20", "query /company too_short"],
    [`company=${"x".repeat(201)}`, "query /company too_long"],
    ["nextContactBefore=today", "query /nextContactBefore invalid_format"],
  ])("refuses %s", async (query, place) => {
    expectViolations(await ada.get(`/contacts?${query}`), place);
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
