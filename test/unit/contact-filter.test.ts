import { describe, expect, test } from "vitest";
import { type Filter, narrows, queryOf, readFilter } from "../../web/src/contacts/list/filter.ts";
import { hrefOf, parseAddress } from "../../web/src/shell/address.ts";

const networkId = "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77";
const plain: Filter = {
  search: "",
  networkId: undefined,
  isFavorite: undefined,
  isArchived: undefined,
  sort: "displayName",
};

describe("the filter of the contacts in the address", () => {
  test("is read as it was written", () => {
    const filters: Filter[] = [
      plain,
      { ...plain, search: "zoë & co?" },
      { ...plain, networkId, isFavorite: true },
      { ...plain, search: "a", networkId, isFavorite: true, isArchived: true, sort: "-createdAt" },
    ];
    for (const filter of filters) {
      const href = hrefOf("contacts", undefined, queryOf(filter));
      expect(readFilter(parseAddress(href).query)).toEqual(filter);
    }
  });

  test("adds nothing to the address where it is what everybody begins with", () => {
    expect(hrefOf("contacts", undefined, queryOf(plain))).toBe("#/contacts");
  });

  test("is as if absent where it makes no sense, so that the API refuses no address", () => {
    const query = new URLSearchParams({
      search: "  ",
      networkId: "family",
      isFavorite: "yes",
      isArchived: "any",
      sort: "toString",
    });
    expect(readFilter(query)).toEqual(plain);
    expect(readFilter(new URLSearchParams({ search: "a".repeat(300) })).search).toHaveLength(200);
  });

  test("narrows the list unless it only sorts", () => {
    expect(narrows({ ...plain, sort: "-createdAt" })).toBe(false);
    for (const part of [{ search: "a" }, { networkId }, { isFavorite: true }]) {
      expect(narrows({ ...plain, ...part })).toBe(true);
    }
  });
});
