/**
 * `npm run release`: checks that all files have the version of package.json, and makes its tag. It sends nothing
 * anywhere.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { version as served } from "../functions/kith/core/version.ts";
import { releasedMigrations } from "./released-migrations.ts";
import { beginCommand } from "../local/core/command.ts";
import { isMigrated, migrationNames, notMigrated } from "../local/core/schema.ts";
import { missingToPublish, readPublished } from "./server-json.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const versionIn = (path: string) => (JSON.parse(read(path)) as { version: string }).version;
const git = (...parameters: string[]) =>
  execFileSync("git", parameters, { cwd: fileURLToPath(root), encoding: "utf8" }).trim();

/** The section of a version in the CHANGELOG, without its heading; undefined where there is none. */
export function changesOf(version: string, changelog: string): string | undefined {
  const [, section] = changelog.split(`\n## [${version}] - `);
  const [own] = section?.split("\n## [") ?? [];
  return own?.replace(/^[^\n]*\n/, "").trim();
}

/** Why a version cannot be released, by the places that say it; nothing where it can. */
export function obstacles(version: string): string[] {
  const found: string[] = [];
  const others = {
    "client/package.json": versionIn("client/package.json"),
    "client/mcp/package.json": versionIn("client/mcp/package.json"),
    "supabase/deploy/package.json": versionIn("supabase/deploy/package.json"),
    "functions/kith/core/version.ts": served,
    "server.json": versionIn("server.json"),
  };
  for (const [path, other] of Object.entries(others)) {
    if (other !== version) found.push(`${path} says ${other}, package.json ${version}.`);
  }
  const lock: { version: string } = JSON.parse(read("package-lock.json"));
  if (lock.version !== version) {
    found.push("package-lock.json has another version: run npm install.");
  }
  if (!read("client/README.md").includes(`kith-client-${version}.tgz`)) {
    found.push(`client/README.md does not install kith-client-${version}.tgz.`);
  }
  if (!changesOf(version, read("CHANGELOG.md"))) {
    found.push(`CHANGELOG.md has no section "## [${version}] - <date>".`);
  }
  return found;
}

/** The same, by what changes between two releases: the migrations, and what git knows. */
async function obstaclesNow(version: string): Promise<string[]> {
  const found: string[] = [];
  if (!await isMigrated()) found.push(notMigrated);
  const unlisted = (await migrationNames()).filter((name) => !(name in releasedMigrations));
  if (unlisted.length > 0) {
    found.push(`tools/released-migrations.ts lacks ${unlisted.join(", ")}.`);
  }
  if (git("status", "--porcelain") !== "") found.push("There are changes that are not committed.");
  if (git("tag", "--list", `v${version}`) !== "") found.push(`The tag v${version} exists.`);
  return found;
}

const usage = `npm run release [-- --dry-run]

Makes the tag v<version of package.json> with the CHANGELOG's section of that version, where the packages, the API
document, the CHANGELOG and the migrations agree with it and everything is committed. It pushes and publishes nothing.

  --dry-run   only says whether it could`;

async function main(dryRun: boolean): Promise<number> {
  const version = versionIn("package.json");
  const found = [...obstacles(version), ...await obstaclesNow(version)];
  if (found.length > 0) {
    console.error(found.join("\n"));
    return 1;
  }
  if (!dryRun) {
    git(
      "tag",
      "--annotate",
      `v${version}`,
      "--cleanup=verbatim",
      `--message=Kith ${version}\n\n${changesOf(version, read("CHANGELOG.md"))}`,
    );
  }
  console.log(`${dryRun ? "It could be tagged" : "Tagged"}: v${version}.`);
  if (!dryRun) {
    console.log(
      `Next: git push origin v${version}; npm publish in client/, client/mcp/ and supabase/deploy/.`,
    );
  }
  const missing = missingToPublish(readPublished());
  if (missing.length > 0) {
    console.log(
      `server.json is not for the MCP registry: package.json lacks ${missing.join(", ")}.`,
    );
  }
  return 0;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  beginCommand(usage);
  const unknown = argv.slice(2).filter((argument) => argument !== "--dry-run");
  if (unknown.length > 0) {
    console.error(`There is no ${unknown[0]}.\n\n${usage}`);
    exit(1);
  }
  exit(await main(argv.includes("--dry-run")));
}
