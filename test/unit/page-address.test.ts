import { describe, expect, test } from "vitest";
import { hrefOf, parseAddress, sameRoute } from "../../web/src/shell/address.ts";

const read = (hash: string) => {
  const { view, id, query } = parseAddress(hash);
  return { view, id, query: Object.fromEntries(query) };
};

describe("the address of a view", () => {
  test("names the view, what is shown in it, and its query", () => {
    expect(read("#/contacts")).toEqual({ view: "contacts", id: undefined, query: {} });
    expect(read("#/contacts/3f-a_1")).toEqual({ view: "contacts", id: "3f-a_1", query: {} });
    expect(read("#/contacts?search=ana&networkId=n-1")).toEqual({
      view: "contacts",
      id: undefined,
      query: { search: "ana", networkId: "n-1" },
    });
    expect(read("#/contacts/3f?tab=notes")).toEqual({
      view: "contacts",
      id: "3f",
      query: { tab: "notes" },
    });
  });

  test("is the first view where it names none", () => {
    const today = { view: "today", id: undefined, query: {} };
    for (const hash of ["", "#", "#/", "#/nowhere?search=a", "#access_token=x", "#/contacts/a/b"]) {
      expect(read(hash)).toEqual(today);
    }
  });

  test("is read as it was written, whatever the text", () => {
    for (const search of ["ana & bo", "a=b#c?d", "100 %", "%zz", "Zoë +49", "🙂\nline", "a/b"]) {
      const href = hrefOf("contacts", "1a", { search, sort: "-createdAt" });
      expect(read(href)).toEqual({
        view: "contacts",
        id: "1a",
        query: { search, sort: "-createdAt" },
      });
    }
  });

  test("has only those parts of the query that say something", () => {
    expect(hrefOf("contacts", undefined, { search: "", networkId: undefined })).toBe("#/contacts");
    expect(hrefOf("contacts", "1a")).toBe("#/contacts/1a");
    expect(hrefOf("contacts", undefined, { search: "a b" })).toBe("#/contacts?search=a+b");
  });

  test("is the same route only with the same query", () => {
    const route = parseAddress("#/contacts?search=a");
    expect(sameRoute(route, parseAddress("#/contacts?search=a"))).toBe(true);
    expect(sameRoute(route, parseAddress("#/contacts?search=b"))).toBe(false);
    expect(sameRoute(route, parseAddress("#/contacts/1?search=a"))).toBe(false);
    expect(sameRoute(route, parseAddress("#/activity?search=a"))).toBe(false);
  });
});
