import { describe, expect, it } from "vitest";
import { changed, rebased } from "../../web/src/hooks/drafts.ts";

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
