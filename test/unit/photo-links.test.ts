import { describe, expect, it } from "vitest";
import { createLinkCache } from "../../functions/kith/contacts/photos/store.ts";

describe("signed URLs that an isolate remembers", () => {
  it("are used again while at least half their life is left, and no longer", () => {
    let now = 0;
    const links = createLinkCache(3600, () => now);
    links.add(new Map([["a", "https://a"]]));
    now = 1_780_000;
    expect(links.get(["a", "b"])).toEqual(new Map([["a", "https://a"]]));
    now = 1_800_000;
    expect(links.get(["a"])).toEqual(new Map());
    links.add(new Map([["a", "https://again"]]));
    expect(links.get(["a"])).toEqual(new Map([["a", "https://again"]]));
  });

  it("are at most 5,000, the newest", () => {
    const links = createLinkCache(3600);
    const all = Array.from({ length: 6_000 }, (_, index) => `path ${index}`);
    for (const path of all) links.add(new Map([[path, path]]));
    expect([...links.get(all).keys()]).toEqual(all.slice(1_000));
  });
});
