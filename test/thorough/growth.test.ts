// That reading a text takes time in proportion to its length, at each place of each format of files and in each argument of
// the tools.
import { execFile } from "node:child_process";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

describe("twice the text takes at most three times as long", () => {
  it.each(["vCards", "tables", "LDIF", "JSON", "requests"])("in %s", async (group) => {
    const flags = ["--single-threaded-gc", "--import", "tsx", "test/support/growth.ts", group];
    const { stdout } = await promisify(execFile)(execPath, flags);
    expect(JSON.parse(stdout)).toEqual([]);
  });
});
