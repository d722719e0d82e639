import { execFile } from "node:child_process";
import { copyFile, cp, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDeno } from "../../../local/core/binaries.ts";
import { pack } from "../../../tools/packages.ts";
import { signUp } from "../../support/accounts.ts";
import { baseUrl } from "../../support/client.ts";
import { picture } from "../../support/photos.ts";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const modules = join(root, "node_modules");

const shared = "functions/kith";

/** The modules of the function that are built with the client: those that it imports, and those whose types these name. */
async function sharedModules(): Promise<string[]> {
  const tsc = join(modules, "typescript/bin/tsc");
  const project = join(root, "client/tsconfig.json");
  const { stdout } = await execute(process.execPath, [
    tsc,
    "--project",
    project,
    "--listFilesOnly",
  ]);
  return stdout.split("\n").flatMap((line) =>
    /functions\/kith\/.*\.ts$/.exec(line.trim())?.[0] ?? []
  );
}

/** A project of somebody who uses the client. */
let folder: string;
let packed: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith client "));
  const npm = (args: string[], cwd: string) => execute("npm", [...args, "--offline"], { cwd });
  const tarball = await pack(await copyOfClient(), folder);
  packed = tarball.paths;
  // From the tarball, and what it depends on from here: no test asks the network.
  const dependencies = {
    "@kith/client": `file:${tarball.filename}`,
    "openapi-fetch": `file:${join(modules, "openapi-fetch")}`,
    "openapi-typescript-helpers": `file:${join(modules, "openapi-typescript-helpers")}`,
  };
  const project = { name: "user", private: true, type: "module", dependencies };
  await writeFile(join(folder, "package.json"), JSON.stringify(project));
  await npm(["install", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  await copyFile(join(root, "test/thorough/programs/client-user.ts"), join(folder, "use.ts"));
});

/** The client with what `npm install` puts there, and the function, some of whose modules it imports: packing it must need nothing else. */
async function copyOfClient(): Promise<string> {
  const copy = join(folder, "copy of client");
  const isSource = (path: string) => !["dist", "node_modules"].includes(basename(path));
  await cp(join(root, "client"), join(copy, "client"), { recursive: true, filter: isSource });
  await cp(join(root, shared), join(copy, shared), { recursive: true });
  // It says that the file is an ES module.
  await copyFile(join(root, "package.json"), join(copy, "package.json"));
  await symlink(modules, join(copy, "node_modules"), "dir");
  return join(copy, "client");
}

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the tarball of the client", () => {
  it("holds what was built, its description, its licence, and nothing else", async () => {
    const sources = await readdir(join(root, "client/src"), { recursive: true });
    const modules = await sharedModules();
    // Schemas need a package that the client has not.
    expect(modules.filter((name) => /schema\.ts$|core\/fields\.ts$/.test(name))).toEqual([]);
    const paths = [...sources.map((name) => `client/src/${name}`), ...modules];
    const built = paths.filter((path) => path.endsWith(".ts")).flatMap((path) => {
      const base = `dist/${path.slice(0, -".ts".length)}`;
      // Nobody imports the command.
      return path.includes("/command/") ? [`${base}.js`] : [`${base}.js`, `${base}.d.ts`];
    });
    expect(packed.sort()).toEqual([...built, "LICENSE", "README.md", "package.json"].sort());
  });

  describe("installed", () => {
    const done = {
      names: ["Tarball"],
      hasPhoto: true,
      isListed: true,
      code: "not_found",
      isNotFound: true,
    };

    /** With the libraries checked, as strict users have it. */
    async function compile(...options: string[]): Promise<void> {
      const tsc = join(modules, "typescript/bin/tsc");
      const types = ["--types", "node", "--typeRoots", join(modules, "@types")];
      const all = [tsc, "--strict", "--target", "es2022", ...types, ...options];
      await execute(process.execPath, all, { cwd: folder })
        .catch((error) => Promise.reject(new Error(error.stdout)));
    }

    beforeAll(() => compile("--module", "nodenext", "use.ts"));

    it.each(["bundler", "node10"])("has types where modules are resolved as %s", async (way) => {
      await compile("--module", "esnext", "--moduleResolution", way, "--noEmit", "use.ts");
    });

    it("the package is loaded by require, although it is an ES module", async () => {
      const script = 'console.log(typeof require("@kith/client").Kith)';
      const { stdout } = await execute(process.execPath, ["--input-type=commonjs", "-e", script], {
        cwd: folder,
      });
      expect(stdout.trim()).toBe("function");
    });

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

    it("the package has a command", async () => {
      const command = join(folder, "node_modules/.bin/kith");
      const { stdout } = await execute(command, ["--help"], { cwd: folder });
      expect(stdout).toContain("npx @kith/client import <file>");
    });

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
