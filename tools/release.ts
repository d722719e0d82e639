/**
 * `npm run release`: checks that all files have the version of package.json, packs the packages and makes the tag, which says
 * what is in them. It sends nothing anywhere.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { version as served } from "../functions/kith/core/version.ts";
import { releasedMigrations } from "./released-migrations.ts";
import { beginCommand } from "../local/core/command.ts";
import { isMigrated, migrationNames, notMigrated } from "../local/core/schema.ts";
import { pack, packageFolders, type Packed } from "./packages.ts";
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
  const files = [...packageFolders.map((folder) => `${folder}/package.json`), "server.json"];
  const others = {
    ...Object.fromEntries(files.map((path) => [path, versionIn(path)])),
    "functions/kith/core/version.ts": served,
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

type Contents = Pick<Packed, "filename" | "sha256">;

const lineOf = ({ filename, sha256 }: Contents) => `${sha256}  ${filename}`;

/** The text of a release's tag. */
export const tagMessage = (version: string, changes: string, packed: Contents[]): string =>
  [
    `Kith ${version}`,
    changes,
    ["SHA-256 of the packages, after gzip -dc:", ...packed.map(lineOf)].join("\n"),
  ].join("\n\n");

/** The packages that are not as the text of a tag says. */
export const differing = <P extends Contents>(message: string, packed: P[]): P[] =>
  packed.filter((each) => !message.split("\n").includes(lineOf(each)));

async function packAll(): Promise<Packed[]> {
  const folder = fileURLToPath(new URL("packages/", root));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const packed: Packed[] = [];
  for (const each of packageFolders) {
    packed.push(await pack(join(fileURLToPath(root), each), folder));
  }
  return packed;
}

const usage = `npm run release [-- --dry-run | --verify]

Packs the packages into packages/ and makes the tag v<version of package.json>, with the CHANGELOG's section of that
version and the SHA-256 of what is in each package, where the packages, the API document, the CHANGELOG and the migrations
agree with it and everything is committed. It pushes and publishes nothing.

  --dry-run   only says whether it could
  --verify    packs what is checked out, and compares it with what the tag of this version says`;

/** @returns the exit code: 1 where a package is not what the tag says */
async function verify(version: string): Promise<number> {
  const message = git("tag", "--list", `v${version}`, "--format=%(contents)");
  if (message === "") {
    console.error(`There is no tag v${version}.`);
    return 1;
  }
  const packed = await packAll();
  const others = differing(message, packed);
  for (const each of packed) {
    console.log(`${others.includes(each) ? "differs  " : "as tagged"}  ${lineOf(each)}`);
  }
  return others.length > 0 ? 1 : 0;
}

async function main(parameter: string | undefined): Promise<number> {
  const version = versionIn("package.json");
  if (parameter === "--verify") return await verify(version);
  const found = [...obstacles(version), ...await obstaclesNow(version)];
  if (found.length > 0) {
    console.error(found.join("\n"));
    return 1;
  }
  const dryRun = parameter === "--dry-run";
  console.log(dryRun ? `It could be tagged: v${version}.` : await tag(version));
  const missing = missingToPublish(readPublished());
  if (missing.length > 0) {
    console.log(
      `server.json is not for the MCP registry: package.json lacks ${missing.join(", ")}.`,
    );
  }
  return 0;
}

/** @returns what to do next */
async function tag(version: string): Promise<string> {
  const packed = await packAll();
  const message = tagMessage(version, changesOf(version, read("CHANGELOG.md"))!, packed);
  const name = `v${version}`;
  git("tag", "--annotate", name, "--cleanup=verbatim", `--message=${message}`);
  const files = packed.map(({ filename }) => `npm publish ./packages/${filename}`).join("; ");
  return `Tagged: ${name}.\nNext: git push origin ${name}; where no workflow publishes the packages: ${files}.`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  beginCommand(usage);
  const [parameter, ...more] = argv.slice(2);
  if (more.length > 0 || ![undefined, "--dry-run", "--verify"].includes(parameter)) {
    console.error(`There is no ${more[0] ?? parameter}.\n\n${usage}`);
    exit(1);
  }
  exit(await main(parameter));
}
