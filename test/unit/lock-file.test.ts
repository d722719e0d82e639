import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Package {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const lock: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"),
);

describe("package-lock.json", () => {
  // npm installs only what the lock file names: a missing one is a computer on which Deno or the CLI has no program.
  it("names the programs for every operating system, not only for the one it was written on", () => {
    const named = Object.keys(lock.packages).map((path) => path.split("node_modules/").at(-1));
    const missing = Object.values(lock.packages).flatMap((each) =>
      Object.keys(each.optionalDependencies ?? {}).filter((name) => !named.includes(name))
    );
    expect(missing).toEqual([]);
  });

  it("names those of one version with the package that they belong to", () => {
    const { packages } = lock;
    for (const [parent, part] of [["deno", "@deno/"], ["supabase", "@supabase/cli-"]]) {
      const parts = Object.keys(packages).filter((path) => path.startsWith(`node_modules/${part}`));
      expect(parts.length).toBeGreaterThan(5);
      const versions = new Set(parts.map((path) => packages[path]!.version));
      expect([...versions]).toEqual([packages[`node_modules/${parent}`]!.version]);
    }
  });
});
