import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npmScripts, type Outcome, runProgram } from "../support/commands.ts";

const scripts = await npmScripts();
const names = Object.keys(scripts);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith commands "));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("--help", () => {
  it.each(names.filter((name) => name !== "test"))(
    "of %s prints the usage and does nothing",
    async (name) => {
      await writeFile(join(folder, "demo.json"), "{}");
      const npm = ["run", "--silent", name, "--", "--help"];
      const outcome = await runProgram("npm", npm, { KITH_FOLDER: folder });
      expect(outcome).toMatchObject({ code: 0, errors: "" });
      expect(outcome.output).toContain(name === "start" ? "npm start" : `npm run ${name}`);
      expect(await readdir(folder)).toEqual(["demo.json"]);
    },
  );
});

describe("a Node that is too old", () => {
  const guard = "node supabase/node-version.mjs && ";

  /** Runs the check as another version of Node would. */
  function checkAs(version: string): Promise<Outcome> {
    const fake = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
    const preload = `data:text/javascript,${encodeURIComponent(fake)}`;
    return runProgram(process.execPath, ["--import", preload, "supabase/node-version.mjs"]);
  }

  it.each(names)("is refused by %s before anything else runs", (name) => {
    expect(scripts[name]!.slice(0, guard.length)).toBe(guard);
  });

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

describe("a folder that cannot be written", () => {
  it.each(["a file", "below a file"])("is one line of npm start: %s", async (where) => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const path = where === "a file" ? file : join(file, "data");
    const environment = { KITH_FOLDER: path, KITH_PORT: "0", KITH_DB_PORT: "0" };
    const { code, errors } = await runProgram("npm", ["start", "--silent"], environment);
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([
      expect.stringMatching(/^kith: .*cannot be written: .*KITH_FOLDER/),
    ]);
    expect(errors).toContain(file);
  });

  it("is one line of npm run types", async () => {
    const temporary = join(folder, "missing");
    const npm = ["run", "--silent", "types"];
    const { code, errors } = await runProgram("npm", npm, {
      TSX_DISABLE_CACHE: "1",
      TMPDIR: temporary,
    });
    expect(code).toBe(1);
    expect(errors.trim().split("\n")).toEqual([expect.stringContaining(temporary)]);
  });
});
