import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changesOf, obstacles } from "../../supabase/release.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const { version } = JSON.parse(read("package.json")) as { version: string };

describe("npm run release", () => {
  it("finds one version in the packages, the lock file, the API document and the CHANGELOG", () => {
    expect(obstacles(version)).toEqual([]);
  });

  it("says everything that another version lacks", () => {
    const found = obstacles("99.0.0").join("\n");
    for (
      const place of [
        "client/package.json",
        "client/mcp/package.json",
        "document.ts",
        "CHANGELOG.md",
      ]
    ) {
      expect(found).toContain(place);
    }
  });

  it("takes the section of a version from the CHANGELOG", () => {
    const changelog =
      "# Changelog\n\n## [Unreleased]\n\n## [2.0.0] - 2027-01-02\n\n### Added\n\n- Boats.\n\n## [1.0.0] - 2026-11-22\n\nAll.\n";
    expect(changesOf("2.0.0", changelog)).toBe("### Added\n\n- Boats.");
    expect(changesOf("1.0.0", changelog)).toBe("All.");
    expect(changesOf("3.0.0", changelog)).toBeUndefined();
  });
});
