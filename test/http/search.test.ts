import { beforeAll, describe, expect, it } from "vitest";
import { type KithClient, orThrow } from "../../client/src/index.ts";
import { type Account, make, signUp } from "../support/accounts.ts";
import { expectViolations } from "../support/problems.ts";
import { typedClient } from "../support/typed-client.ts";

let ada: Account;
let kith: KithClient;
beforeAll(async () => {
  ada = await signUp();
  kith = typedClient(ada.token);
  await make(ada, "/contacts", { firstName: "Zoë", lastName: "Müller", company: "Ærø A/S" });
  await make(ada, "/contacts", { firstName: "Mulla", nickname: "Zo" });
  await make(ada, "/contacts", {
    firstName: "Percy",
    jobTitle: "100% under_cover \\agent",
    emails: [{ value: "Percy.X@Example.com" }],
    phones: [{ value: "+43 (660) 123-45 67" }],
    description: "Likes ŁÓDŹ and straße",
  });
  await make(ada, "/contacts", { nickname: "Plain", company: "100 percent" });
});

async function found(search: string): Promise<string[]> {
  const list = await orThrow(kith.GET("/contacts", { params: { query: { search } } }));
  expect(list.total).toBe(list.data.length);
  return list.data.map((contact) => contact.displayName);
}

describe("searching", () => {
  it.each([
    ["zoe muller", "without accents"],
    ["muller zoe", "in any order"],
    ["MÜLLER", "in any case"],
    ["ülle", "inside a word"],
    ["ærø zoë", "over several members"],
    ["  zoe \t muller ", "with space around"],
    ["Zoe\u0308", "with accents of their own code points"],
  ])("finds Zoë Müller by %j, %s", async (search) => {
    expect(await found(search)).toEqual(["Zoë Müller"]);
  });

  it.each([
    ["%", "a literal percent sign"],
    ["under_", "a literal underscore"],
    ["\\agent", "a literal backslash"],
    ["percy.x@example", "an e-mail address"],
    ["6601234567", "the digits of a phone"],
    ["+43660", "a phone's start"],
    ["660-123", "digits grouped otherwise"],
    ["(660)", "digits with marks around them"],
    ["lodz STRASSE", "words of the description"],
    ["cover percy", "job title and name"],
  ])("finds Percy by %j, %s", async (search) => {
    expect(await found(search)).toEqual(["Percy"]);
  });

  it("wants every word somewhere", async () => {
    expect(await found("zo")).toEqual(["Mulla", "Zoë Müller"]);
    expect(await found("zo percy")).toEqual([]);
    expect(await found("_")).toEqual(["Percy"]);
    expect(await found("%%")).toEqual([]);
  });

  it("finds everyone by nothing but space", async () => {
    expect(await found("   ")).toHaveLength(4);
    expect(await found("")).toHaveLength(4);
  });

  it("joins other filters with and", async () => {
    for (const [isFavorite, total] of [[true, 0], [false, 1]] as const) {
      const query = { search: "zoe", isFavorite };
      expect((await orThrow(kith.GET("/contacts", { params: { query } }))).total).toBe(total);
    }
  });

  it("sees changes at once", async () => {
    const { id } = await orThrow(kith.POST("/contacts", { body: { firstName: "Before" } }));
    const params = { path: { id } };
    const body = { firstName: "Afterwards", emails: [{ value: "q@late" }] };
    await orThrow(kith.PATCH("/contacts/{id}", { params, body }));
    expect(await found("before")).toEqual([]);
    expect(await found("afterw q@late")).toEqual(["Afterwards"]);
    await orThrow(kith.DELETE("/contacts/{id}", { params }));
    expect(await found("afterwards")).toEqual([]);
  });

  it("takes 200 characters and no more", async () => {
    expect(await found("😀".repeat(200))).toEqual([]);
    const tooLong = await ada.get(`/contacts?search=${encodeURIComponent("😀".repeat(201))}`);
    expectViolations(tooLong, "query /search too_long");
  });

  it("takes more words than a name has", async () => {
    expect(await found("a b c d e f g h i j k l m n o p")).toEqual([]);
  });
});
