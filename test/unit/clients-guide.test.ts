import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { languages } from "../clients/languages.ts";

const guide = await readFile(new URL("../../docs/clients.md", import.meta.url), "utf8");

describe("docs/clients.md", () => {
  it.each(languages)("has $name, with the generator and options that are tried", (language) => {
    const row = guide.split("\n").find((line) => line.startsWith(`| ${language.name} |`));
    expect(row).toBeDefined();
    expect(row).toContain("run");
    const { generator, options = [] } = language.generate ?? {};
    if (generator) expect(row).toContain(`\`-g ${generator}`);
    const names = options.join(",").replace("--additional-properties=", "").split(",")
      .filter((option) => /=(true|false)$/.test(option) && !option.startsWith("withGoMod"));
    for (const name of names) expect(row).toContain(name);
  });

  it("says which were not run", () => {
    const rows = guide.split("\n").filter((line) => line.endsWith("| generated only |"));
    expect(rows).toHaveLength(2);
  });
});
