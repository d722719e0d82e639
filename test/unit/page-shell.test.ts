import { describe, expect, it } from "vitest";
import { changed, rebased } from "../../web/src/hooks/drafts.ts";
import {
  beginsWith,
  contactKey,
  emptyMemory,
  latestFirst,
  matches,
  openedContacts,
  remember,
} from "../../web/src/palette/match.ts";
import { hrefOf, parseAddress, sameRoute } from "../../web/src/shell/address.ts";

const read = (hash: string) => {
  const { view, id, query } = parseAddress(hash);
  return { view, id, query: Object.fromEntries(query) };
};

describe("the address of a view", () => {
  it("names the view, what is shown in it, and its query", () => {
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

  it("is the first view when it names none", () => {
    const today = { view: "today", id: undefined, query: {} };
    for (const hash of ["", "#", "#/", "#/nowhere?search=a", "#access_token=x", "#/contacts/a/b"]) {
      expect(read(hash)).toEqual(today);
    }
  });

  it("is read as it was written, whatever the text", () => {
    for (const search of ["ana & bo", "a=b#c?d", "100 %", "%zz", "Zoë +49", "🙂\nline", "a/b"]) {
      const href = hrefOf("contacts", "1a", { search, sort: "-createdAt" });
      expect(read(href)).toEqual({
        view: "contacts",
        id: "1a",
        query: { search, sort: "-createdAt" },
      });
    }
  });

  it("has only the parts of the query that are set", () => {
    expect(hrefOf("contacts", undefined, { search: "", networkId: undefined })).toBe("#/contacts");
    expect(hrefOf("contacts", "1a")).toBe("#/contacts/1a");
    expect(hrefOf("contacts", undefined, { search: "a b" })).toBe("#/contacts?search=a+b");
  });

  it("is the same route only with the same query", () => {
    const route = parseAddress("#/contacts?search=a");
    expect(sameRoute(route, parseAddress("#/contacts?search=a"))).toBe(true);
    expect(sameRoute(route, parseAddress("#/contacts?search=b"))).toBe(false);
    expect(sameRoute(route, parseAddress("#/contacts/1?search=a"))).toBe(false);
    expect(sameRoute(route, parseAddress("#/activity?search=a"))).toBe(false);
  });
});

const entry = { label: "Log a note about somebody", words: "write Übersicht" };

describe("an entry of the palette", () => {
  it.each([
    ["note", true],
    ["no lo", true],
    ["LOG", true],
    ["uber", true],
    ["ote", false],
    ["note xyz", false],
    ["", false],
    ["?!", false],
  ])("is found by %j: %s", (query, found) => {
    expect(matches(entry, query)).toBe(found);
  });

  it("comes before people when its label begins with the query", () => {
    expect(beginsWith(entry, "Log a ")).toBe(true);
    expect(beginsWith(entry, "note")).toBe(false);
  });
});

describe("what was opened", () => {
  it("is remembered once, the latest first, up to a limit", () => {
    const memory = emptyMemory();
    for (let id = 0; id < 50; id++) remember(memory, contactKey(String(id)));
    remember(memory, "view data");
    remember(memory, contactKey("48"));
    expect(memory.opened.slice(0, 3)).toEqual(["contact 48", "view data", "contact 49"]);
    expect(memory.opened.length).toBeLessThan(50);
    expect(new Set(memory.opened).size).toBe(memory.opened.length);
    expect(openedContacts(memory).slice(0, 2)).toEqual(["48", "49"]);
  });

  it("comes before the rest, which keeps its order", () => {
    const list = ["a", "b", "c", "d"].map((key) => ({ key }));
    expect(latestFirst(list, ["d", "x", "b"]).map(({ key }) => key)).toEqual(["d", "b", "a", "c"]);
  });
});

describe("a draft", () => {
  it("differs in the members whose values differ, lists compared item by item", () => {
    expect(changed({ a: "1", b: ["x"], c: null }, { a: "1", b: ["x"], c: null })).toEqual({});
    expect(changed({ a: "2", b: ["x", "y"], c: null }, { a: "1", b: ["x"], c: "z" } as never))
      .toEqual({ a: "2", b: ["x", "y"], c: null });
  });

  it("keeps what was typed, and takes everything else as it is now", () => {
    const base = { content: "Old", type: "call", people: ["ana"] };
    const typed = { ...base, content: "Mine" };
    const now = { content: "Theirs", type: "mail", people: ["ana", "bela"] };
    expect(rebased(typed, base, now)).toEqual({ ...now, content: "Mine" });
  });
});
