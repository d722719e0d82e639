import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changesOf, differing, obstacles, tagMessage } from "../../tools/release.ts";
import { missingToPublish, serverJson } from "../../tools/server-json.ts";
import { releasedMigrations } from "../../tools/released-migrations.ts";
import { migrationNames } from "../../local/core/schema.ts";
import { npmScripts, type Outcome, runProgram } from "../support/programs.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const { version } = JSON.parse(read("package.json")) as { version: string };

describe("npm run release", () => {
  it("finds one version in the packages, the lock file, the API document and the CHANGELOG", () => {
    expect(obstacles(version)).toEqual([]);
  });

  it("names every place that lacks another version", () => {
    const found = obstacles("99.0.0").join("\n");
    for (
      const place of [
        "client/package.json",
        "client/mcp/package.json",
        "version.ts",
        "server.json",
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

  it("says in the tag what is in the packages, and finds those that are otherwise", () => {
    const packed = ["client", "mcp"].map((name) => ({
      filename: `kith-${name}-2.0.0.tgz`,
      sha256: name.padEnd(64, "0"),
    }));
    const message = tagMessage("2.0.0", "### Added\n\n- Boats.", packed);
    expect(message.startsWith("Kith 2.0.0\n\n### Added\n")).toBe(true);
    expect(differing(message, packed)).toEqual([]);
    const other = { ...packed[1]!, sha256: "1".repeat(64) };
    expect(differing(message, [packed[0]!, other])).toEqual([other]);
  });
});

describe("server.json", () => {
  it("is as the MCP registry wants it, and names each variable of its templates", () => {
    const server = JSON.parse(serverJson());
    expect(server).toMatchObject({
      $schema: expect.stringMatching(/^https:.*\/schemas\/2025-12-11\/server\.schema\.json$/),
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      version,
      remotes: [{
        type: "streamable-http",
        url: expect.stringMatching(/\/functions\/v1\/kith\/mcp$/),
      }],
    });
    expect(server.title.length).toBeLessThanOrEqual(100);
    expect(server.description.length).toBeLessThanOrEqual(100);
    interface Template {
      variables: Record<string, { description: string; isRequired: boolean }>;
    }
    const check = (template: string, { variables }: Template) => {
      const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(variables)).toEqual(named);
      for (const each of Object.values(variables)) {
        expect(each).toMatchObject({ description: expect.any(String), isRequired: true });
      }
    };
    for (const { url, headers, ...remote } of server.remotes) {
      check(url, remote);
      for (const header of headers) {
        expect(header).toMatchObject({ name: "Authorization", isSecret: true });
        check(header.value, header);
      }
    }
  });

  it("takes name, website, icon and repository of whoever publishes it from package.json", () => {
    const mine = {
      version: "2.0.0",
      mcpName: "io.github.ana/kith",
      homepage: "https://kith.example/",
      icon: "https://kith.example/icon.png",
      repository: { url: "git+https://github.com/ana/kith.git" },
    };
    expect(JSON.parse(serverJson(mine))).toMatchObject({
      name: mine.mcpName,
      version: "2.0.0",
      websiteUrl: mine.homepage,
      icons: [{ src: mine.icon }],
      repository: { url: "https://github.com/ana/kith", source: "github" },
    });
    expect(missingToPublish(mine)).toEqual([]);
    const { name, ...bare } = JSON.parse(serverJson({ version }));
    expect(name).toBe("local.kith/kith");
    expect(Object.keys(bare)).not.toContain("websiteUrl");
    expect(missingToPublish({ version })).toEqual(["mcpName", "homepage", "icon", "repository"]);
  });
});

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

describe("the migrations of released versions", () => {
  it("are as they were released", () => {
    for (const [name, digest] of Object.entries(releasedMigrations)) {
      const text = read(`supabase/migrations/${name}`);
      expect(createHash("sha256").update(text).digest("hex"), name).toBe(digest);
    }
  });

  it("come before all others", async () => {
    const released = Object.keys(releasedMigrations);
    expect((await migrationNames()).slice(0, released.length)).toEqual(released);
  });
});

describe("the package of the client", () => {
  const [own, client] = ["package.json", "client/package.json"].map((path) =>
    JSON.parse(read(path))
  );

  it("the package has the licence of the repository", () => {
    expect(read("client/LICENSE")).toBe(read("LICENSE"));
    expect(client.license).toBe(own.license);
  });

  it("depends on the versions that the repository is tested with", () => {
    expect(client.dependencies).toEqual({ "openapi-fetch": own.dependencies["openapi-fetch"] });
    const { typescript, "@types/node": types } = own.devDependencies;
    expect(client.devDependencies).toEqual({ typescript, "@types/node": types });
    expect(client.engines).toEqual(own.engines);
  });
});

const scripts = await npmScripts();

describe("a Node that is too old", () => {
  const guard = "node tools/node-version.mjs && ";

  /** Runs the check as another version of Node would. */
  function checkAs(version: string): Promise<Outcome> {
    const fake = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
    const preload = `data:text/javascript,${encodeURIComponent(fake)}`;
    return runProgram(process.execPath, ["--import", preload, "tools/node-version.mjs"]);
  }

  it.each(Object.keys(scripts))(
    "the old Node is refused by %s before anything else runs",
    (name) => {
      expect(scripts[name]!.slice(0, guard.length)).toBe(guard);
    },
  );

  it.each(["16.20.2", "18.20.8", "20.18.3"])("is told what is needed: %s", async (version) => {
    const { code, output, errors } = await checkAs(version);
    expect([code, output]).toEqual([1, ""]);
    expect(errors.trim().split("\n")).toEqual([
      expect.stringContaining(`needs Node 20.19 or newer; this is ${version}`),
    ]);
  });

  it.each(["20.19.0", "22.0.0", "24.1.0"])("is not one that is new enough: %s", async (version) => {
    expect(await checkAs(version)).toEqual({ code: 0, output: "", errors: "" });
  });
});
