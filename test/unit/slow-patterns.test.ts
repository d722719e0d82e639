import { describe, expect, it } from "vitest";
import { findSlowPatterns } from "../../tools/patterns.ts";

const find = (text: string, exceptions: Parameters<typeof findSlowPatterns>[1] = []) =>
  findSlowPatterns(new Map([["a.ts", text]]), exceptions);

describe("The lint of regular expressions", () => {
  it.each([
    ["one that is tried from each place", "/;+$/"],
    ["one of several characters", "/(?:0\\/)+x$/"],
    ["two repetitions of the same", "/^0+([./-])0+\\1?0+\\1?$/"],
    ["one with a bound that is none", "/a{1,5000}$/"],
    ["one that takes exponential time", "/^(?:a+)+b/"],
    ["alternatives that read the same", "/^(?:a|a)+b/"],
    ["alternatives that read the same, with a bound", "/^(?:a|[ab]){1,40}c/"],
    ["alternatives that read the same in two steps", "/^(?:a|b|ab)+c/"],
    ["alternatives within what is repeated", "/^(?:(a|\\w)-)+b/"],
    ["a text", 'RegExp("a+$")'],
    ["one of constants", 'const part = "a+"; const flags = "u"; RegExp(`${part}$`, flags)'],
    ["one that the source does not say", "RegExp(given)"],
  ])("refuses %s", (_, text) => {
    expect(find(text)).toHaveLength(1);
  });

  it.each([
    "/^;+$/",
    "/;+/g",
    "/(?<!;);+$/",
    "/a{1,50}$/",
    "/;+$/y",
    "/(?:0\\/)+/",
    "/^(?:0\\/)+x$/",
    "/,\\s*b/",
    '/^"(?:[^"\\\\]|\\\\.)*"$/',
    "/^(?:a|b)+c/",
    "/^(?:a|a)b/",
    'const part = "a+"; RegExp(`^${part}$`)',
  ])("accepts %s", (text) => {
    expect(find(text)).toEqual([]);
  });

  it("accepts what is an exception in that file, and reports one that is not needed", () => {
    const exception = { file: "a.ts", pattern: "/;+$/", bound: "Ten characters." };
    expect(find("/;+$/", [exception])).toEqual([]);
    expect(find("/^;+$/", [exception])).toEqual([
      "a.ts: /;+$/ is listed as an exception, but is linear.",
    ]);
    expect(find("/;+$/", [{ ...exception, file: "b.ts" }])).toHaveLength(2);
  });
});
