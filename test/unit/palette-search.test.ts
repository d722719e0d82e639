import { describe, expect, it } from "vitest";
import { beginsWith, latestFirst, matches } from "../../web/src/palette/match.ts";
import { contactKey, emptyMemory, openedContacts, remember } from "../../web/src/palette/memory.ts";

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

  it("is more likely meant than a person where its label begins with the query", () => {
    expect(beginsWith(entry, "Log a ")).toBe(true);
    expect(beginsWith(entry, "note")).toBe(false);
  });
});

describe("what was opened", () => {
  it("is remembered once, the latest first, and not without end", () => {
    const memory = emptyMemory();
    for (let id = 0; id < 50; id++) remember(memory, contactKey(String(id)));
    remember(memory, "view data");
    remember(memory, contactKey("48"));
    expect(memory.opened.slice(0, 3)).toEqual(["contact 48", "view data", "contact 49"]);
    expect(memory.opened.length).toBeLessThan(50);
    expect(new Set(memory.opened).size).toBe(memory.opened.length);
    expect(openedContacts(memory).slice(0, 2)).toEqual(["48", "49"]);
  });

  it("stands before the rest, which keeps its order", () => {
    const list = ["a", "b", "c", "d"].map((key) => ({ key }));
    expect(latestFirst(list, ["d", "x", "b"]).map(({ key }) => key)).toEqual(["d", "b", "a", "c"]);
  });
});
