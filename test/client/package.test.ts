import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDeno } from "../../supabase/local/core/binaries.ts";
import { signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { picture } from "../support/photos.ts";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const modules = join(root, "node_modules");

/** A project of somebody who uses the client. */
let folder: string;
let packed: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith client "));
  const npm = (args: string[], cwd: string) => execute("npm", [...args, "--offline"], { cwd });
  const { stdout } = await npm(
    ["pack", "--json", "--pack-destination", folder],
    join(root, "client"),
  );
  // What the build prints comes before what npm says.
  const [tarball] = JSON.parse(stdout.slice(stdout.indexOf("[\n")));
  packed = tarball.files.map(({ path }: { path: string }) => path);
  // From the tarball, and what it depends on from here: no test asks the network.
  const dependencies = {
    "@kith/client": `file:${tarball.filename}`,
    "openapi-fetch": `file:${join(modules, "openapi-fetch")}`,
    "openapi-typescript-helpers": `file:${join(modules, "openapi-typescript-helpers")}`,
  };
  const project = { name: "user", private: true, type: "module", dependencies };
  await writeFile(join(folder, "package.json"), JSON.stringify(project));
  await npm(["install", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  await copyFile(join(root, "test/support/client-user.ts"), join(folder, "use.ts"));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the tarball of the client", () => {
  it("holds what was built, its description, its licence, and nothing else", async () => {
    const sources = await readdir(join(root, "client/src"));
    const built = sources.flatMap((name) => {
      const base = `dist/${name.slice(0, -".ts".length)}`;
      return [`${base}.js`, `${base}.d.ts`];
    });
    expect(packed.sort()).toEqual([...built, "LICENSE", "README.md", "package.json"].sort());
  });

  it("has the licence of the repository", async () => {
    const read = (path: string) => readFile(join(root, path), "utf8");
    expect(await read("client/LICENSE")).toBe(await read("LICENSE"));
    const { license } = JSON.parse(await read("package.json"));
    expect(JSON.parse(await read("client/package.json")).license).toBe(license);
  });

  it("depends on the version that the repository is tested with", async () => {
    const { dependencies } = JSON.parse(await readFile(join(root, "client/package.json"), "utf8"));
    const { dependencies: own, devDependencies } = JSON.parse(
      await readFile(join(root, "package.json"), "utf8"),
    );
    expect(dependencies).toEqual({
      "openapi-fetch": { ...own, ...devDependencies }["openapi-fetch"],
    });
  });

  describe("installed", () => {
    const done = { names: ["Tarball"], hasPhoto: true, code: "not_found" };

    beforeAll(async () => {
      // Types and all: with the libraries checked, as strict users have it.
      const tsc = join(modules, "typescript/bin/tsc");
      const options = ["--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
      const types = ["--typeRoots", join(modules, "@types")];
      await execute(process.execPath, [tsc, ...options, ...types, "use.ts"], { cwd: folder })
        .catch((error) => Promise.reject(new Error(error.stdout)));
    }, 60_000);

    async function use(program: string, ...args: string[]): Promise<unknown> {
      const { token } = await signUp();
      const bytes = picture("picture.png");
      const photo = Buffer.from(bytes).toString("base64");
      const env = { ...process.env, DENO_DIR: join(folder, ".deno"), DENO_NO_UPDATE_CHECK: "1" };
      const { stdout } = await execute(program, [...args, "use.js", baseUrl(), token, photo], {
        cwd: folder,
        env,
      });
      const { photoBytes, ...rest } = JSON.parse(stdout);
      expect(photoBytes).toBe(bytes.length);
      return rest;
    }

    it("compiles under strict and works in Node", async () => {
      expect(await use(process.execPath)).toEqual(done);
    });

    it("works in Deno, with permission for the network alone", async () => {
      const offline = ["--no-remote", "--cached-only", "--node-modules-dir=manual"];
      expect(await use(findDeno(), "run", "--quiet", "--no-prompt", ...offline, "--allow-net"))
        .toEqual(done);
    });
  });
});
