import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";

let ada: Account;
const ids: Record<string, string> = {};
const names = [
  "Stephen King",
  "Katharina Müller",
  "Meyer",
  "Watson",
  "Ann Lee",
  "Björn Søndergaard",
  "Li",
];
beforeAll(async () => {
  ada = await signUp();
  for (const nickname of names) ids[nickname] = (await make(ada, "/contacts", { nickname })).id;
});

const search = async (words: string, query = "", client: Client = ada): Promise<Json> =>
  expectStatus(await client.get(`/contacts?search=${encodeURIComponent(words)}${query}`), 200);
const suggested = async (words: string, query = "") =>
  (await search(words, query)).suggestions?.map(({ displayName }: Json) => displayName);

describe("a search that finds nothing", () => {
  it.each([
    ["Wattson", "Watson"],
    ["Watsno", "Watson"],
    ["Wats0n".replace("0", "e"), "Watson"],
    ["atson x", "Watson"],
    ["Mueller", "Katharina Müller"],
    ["Catarina", "Katharina Müller"],
    ["Steven", "Stephen King"],
    ["steven kinng", "Stephen King"],
    ["Maier", "Meyer"],
    ["Sondergard", "Björn Søndergaard"],
    ["Bjoern", "Björn Søndergaard"],
    ["Anne Leee", "Ann Lee"],
  ])("%s suggests %s", async (words, name) => {
    expect(await suggested(words)).toEqual([name]);
    expect((await search(words)).suggestions[0]).toEqual({ id: ids[name], displayName: name });
  });

  it.each(["Zzzzz", "12345", "x", "Wahlberg", "%%%", "___", "\\\\\\", "-- --"])(
    "%s suggests nobody",
    async (words) => {
      expect(await suggested(words)).toEqual([]);
    },
  );

  it("suggests whoever else the filters leave out", async () => {
    expect(await suggested("Watson", "&isFavorite=true")).toEqual(["Watson"]);
  });
});

it("a search that finds somebody, and a list without a search, suggest nobody", async () => {
  expect(await search("Watson")).not.toHaveProperty("suggestions");
  expect(await search("")).not.toHaveProperty("suggestions");
  expect(await search("", "&isFavorite=true")).not.toHaveProperty("suggestions");
  expect(await search("Watson", "&page=2")).not.toHaveProperty("suggestions");
});

it("suggests at most five, the most alike first", async () => {
  const account = await signUp();
  for (const nickname of ["Jane", "Jano", "Janos", "Jan", "Janet", "Jana K", "Jann"]) {
    await make(account, "/contacts", { nickname });
  }
  const { suggestions } = await search("Janax", "", account);
  expect(suggestions).toHaveLength(1);
  expect((await search("Janx", "", account)).suggestions.length).toBe(5);
});

it("suggests nobody that the credential does not see", async () => {
  const stranger = await signUp();
  expect((await search("Wattson", "", stranger)).suggestions).toEqual([]);
  const network = await make(ada, "/networks", { name: "N" });
  const key = as((await makeKey(ada, "limited", { networkIds: [network.id] })).key);
  expect((await search("Wattson", "", key)).suggestions).toEqual([]);
  expectStatus(await ada.put(`/networks/${network.id}/contacts/${ids["Watson"]}`), 204);
  expect((await search("Wattson", "", key)).suggestions).toHaveLength(1);
});
